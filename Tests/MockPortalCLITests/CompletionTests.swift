import Foundation
import TestFolders
import Testing

/// What the scripts of the shells are given when they ask the program.
@Suite struct `Completion of words` {
    /// The words that are offered; `line` is the whole command line as the shell parts it, the last word the one to complete.
    private func words(
        _ command: String, _ argument: String, line: [String], shell: String = "fish"
    ) async throws -> [String] {
        let done = try await Mockportal.run(
            ["---completion", command, "--", argument, "\(line.count - 1)", "0"] + line,
            environment: ["SAP_SHELL": shell])
        #expect(done.code == 0, "\(done.errors)")
        return done.output.split(separator: "\n").map(String.init)
    }

    @Test func `serve is offered presets, scenarios and rows`() async throws {
        let offered = try await words("serve", "--scenario", line: ["mockportal", "serve", "--scenario", ""])
        for word in ["expired", "tokens/expired-silent", "T12"] { #expect(offered.contains(word), "\(word)") }
        #expect(!offered.contains { $0.hasPrefix("tag:") })
    }

    @Test(arguments: ["run", "list"])
    func `selectors are ids, families, presets, rows and tags`(command: String) async throws {
        let offered = try await words(command, "positional@0", line: ["mockportal", command, ""])
        for word in ["tokens", "token", "tokens/expired-silent", "T12", "tag:core"] {
            #expect(offered.contains(word), "\(word)")
        }
        #expect(Set(offered).count == offered.count)
    }

    @Test func `rows are those that a real portal can show`() async throws {
        let offered = try await words("conformance", "--row", line: ["mockportal", "conformance", "--row", ""])
        #expect(offered.contains("C01") && offered.contains("public-item") && !offered.contains("T05"))
    }

    @Test func `the scenarios of a folder are offered, and what is built in where there is none`() async throws {
        let folder = try TemporaryFolder()
        let presets = folder.path + "/Fixtures/presets"
        try FileManager.default.createDirectory(atPath: presets, withIntermediateDirectories: true)
        try Data("{\"preset\": \"token\"}".utf8).write(to: URL(fileURLWithPath: presets + "/mine.json"))
        for option in [["--fixtures", folder.path], ["--fixtures=" + folder.path]] {
            let offered = try await words(
                "serve", "--scenario", line: ["mockportal", "serve"] + option + ["--scenario", ""])
            #expect(offered == ["mine"], "\(offered.prefix(3))")
        }
        let other = try await words(
            "serve", "--scenario", line: ["mockportal", "serve", "--fixtures", "/nowhere", "--scenario", ""])
        #expect(other.contains("expired"))
    }

    @Test func `a word that a shell would obey is not offered`() async throws {
        let folder = try TemporaryFolder()
        let presets = folder.path + "/Fixtures/presets"
        try FileManager.default.createDirectory(atPath: presets, withIntermediateDirectories: true)
        for name in ["mine", "$(touch here)", "two words", "`id`"] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: presets + "/\(name).json"))
        }
        let offered = try await words(
            "serve", "--scenario", line: ["mockportal", "serve", "--fixtures", folder.path, "--scenario", ""],
            shell: "bash")
        #expect(offered == ["mine"])
        let all = try await words("run", "positional@0", line: ["mockportal", "run", ""], shell: "bash")
        #expect(!all.contains { $0.contains("$") })
    }

    @Test func `a colon is escaped for zsh, and for bash only what follows it is given`() async throws {
        let zsh = try await words("run", "positional@0", line: ["mockportal", "run", ""], shell: "zsh")
        #expect(zsh.contains("tag\\:core"))
        for line in [["mockportal", "run", "tag", ":"], ["mockportal", "run", "tag", ":", "co"]] {
            let bash = try await words("run", "positional@0", line: line, shell: "bash")
            #expect(bash.contains("core") && !bash.contains("tokens"), "\(bash.prefix(3))")
        }
    }
}
