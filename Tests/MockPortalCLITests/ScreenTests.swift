import Foundation
import TestFolders
import Testing

@Suite struct Screens {
    /// The lines that a terminal of 80 columns was sent, without control sequences.
    private func lines(_ text: String) -> [String] {
        text.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "").components(separatedBy: "\r\n")
    }

    @Test func `a terminal of 80 columns holds every line of a list whole`() async throws {
        for arguments in [["list", "connect"], ["list", "--families"], ["list", "--presets"]] {
            let terminal = try PseudoTerminal(arguments)
            #expect(await terminal.end() == 0)
            let long = lines(terminal.shown).filter { $0.count > 80 }
            #expect(long.isEmpty, "\(arguments): \(long)")
        }
        let piped = try await Mockportal.run("list", "C07")
        #expect(piped.output.split(separator: "\n").count == 1, "a pipe gets a scenario a line")
    }

    @Test func `families are listed with their sum`() async throws {
        let all = try await Mockportal.run("list", "--families")
        let rows = all.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let sums = rows.dropFirst().dropLast().map { $0.dropFirst().compactMap { Int($0) } }
        let last = try #require(rows.last)
        #expect(rows.first == ["family", "scenarios", "core", "runs"] && last[1] == "families")
        for column in 0..<3 { #expect(sums.map { $0[column] }.reduce(0, +) == Int(last[column + 2])) }
    }

    @Test func `verdicts are colored where the conventions say so, and nowhere else`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/report.json"
        let terminal = try Self.terminal(["run", "connect/private-anonymous", "--report", "json=\(file)"])
        #expect(await terminal.end() == 0)
        #expect(terminal.shown.contains("of 2 runs   connect/private-anonymous"), "\(terminal.shown)")
        #expect(terminal.shown.contains("\u{1B}[32m✓\u{1B}[0m connect/private-anonymous"), "\(terminal.shown)")
        let green = "\u{1B}[32m"
        for (environment, isColored) in [
            ([], false), (["CLICOLOR_FORCE=1"], true), (["CLICOLOR_FORCE=1", "NO_COLOR=1"], false),
            (["CLICOLOR_FORCE=0"], false), (["CLICOLOR_FORCE=1", "NO_COLOR="], true),
        ] {
            let judged = try await Mockportal.run(
                Self.unset + environment + [Mockportal.path, "judge", file], program: "/usr/bin/env")
            #expect(judged.code == 0 && judged.output.contains(green) == isColored, "\(environment)")
        }
        for name in ["TERM=dumb", "NO_COLOR=1", "CLICOLOR=0"] {
            let plain = try Self.terminal(["judge", file], environment: [name])
            #expect(await plain.end() == 0 && !plain.shown.contains("\u{1B}"), "\(name): \(plain.shown)")
        }
    }

    /// Takes away what the environment of the tests says of colors.
    private static let unset = ["-u", "NO_COLOR", "-u", "CLICOLOR", "-u", "CLICOLOR_FORCE", "TERM=xterm"]

    private static func terminal(_ arguments: [String], environment: [String] = []) throws -> PseudoTerminal {
        try PseudoTerminal(unset + environment + [Mockportal.path] + arguments, program: "/usr/bin/env")
    }

    @Test func `a client that cannot start is told once`() async throws {
        let folder = try TemporaryFolder()
        for client in ["python3 \(folder.path)/none.py", "\(folder.path)/none"] {
            let done = try await Mockportal.run("run", "C01", "C03", "C06", "--client", client)
            #expect(done.code == 2, "\(done.output)")
            #expect(done.output.ranges(of: "the client could not be started").count == 1, "\(done.output)")
            #expect(done.output.contains("so that 3 runs could not be judged"), "\(done.output)")
            #expect(done.output.ranges(of: "No such file or directory").count == 1, "\(done.output)")
        }
    }
}
