import ChildProcess
import Foundation
import TestFolders
import Testing

/// `--store` where something is new, old, gone or shared.
@Suite struct StoresOfTheCommandLine {
    private func connect(_ serving: Serving, _ more: [String]) async throws -> Mockportal {
        try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + more)
    }

    @Test func `A key file is made for a new store, and never beside one that is there`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = ["--store", path + "/store", "--store-key-file", path + "/key"]
        try await Serving.run { serving in
            // A folder with something else in it holds no store yet.
            try FileManager.default.createDirectory(
                atPath: path + "/store", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data("note".utf8).write(to: URL(fileURLWithPath: path + "/store/note.txt"))
            let first = try await connect(serving, store)
            #expect(first.code == 0 && FileManager.default.fileExists(atPath: path + "/key"), "\(first.errors)")
            #expect(try await connect(serving, store).code == 0)
            try FileManager.default.removeItem(atPath: path + "/key")
            let lost = try await connect(serving, store)
            #expect(lost.code == 2 && lost.errors.contains("there is no key file"), "\(lost.errors)")
            #expect(!FileManager.default.fileExists(atPath: path + "/key"))
            #expect(FileManager.default.fileExists(atPath: path + "/store/note.txt"))
        }
    }

    @Test func `Signing out of one portal keeps the trust in another one`() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await Serving.run("--scenario", "self-signed") { one in
            try await Serving.run("--scenario", "self-signed") { two in
                for serving in [one, two] {
                    let terminal = try PseudoTerminal(["connect", serving.url] + store)
                    try await terminal.expect("Trust it, and keep that in the store? [yes/no] ")
                    try terminal.type("yes")
                    #expect(await terminal.end() == 0, "\(terminal.shown)")
                    let silent = try await Mockportal.run(["connect", serving.url] + store)
                    #expect(silent.code == 0, "\(silent.errors)")
                }
                let out = try await Mockportal.run(["sign-out", one.url] + store)
                #expect(out.code == 0, "\(out.output)\(out.errors)")
                let words = out.output.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
                #expect(words.prefix(5) == ["forgotten", "trust", "in", "the", "certificate"], "\(out.output)")
                let port = URL(string: one.url)?.port.map(String.init) ?? "no port"
                #expect(out.output.hasSuffix(" of localhost:\(port)\n"), "\(out.output)")
                #expect(out.output.split(separator: "\n").count == 1, "what is kept for the other stays")
                let again = try await Mockportal.run(["sign-out", one.url] + store)
                #expect(again.code == 0 && again.output == "nothing is kept for \(one.url)\n", "\(again.output)")
                let other = try await Mockportal.run(["connect", two.url] + store)
                #expect(other.code == 0, "\(other.errors)")
                let same = try await Mockportal.run(["connect", one.url] + store)
                #expect(same.code == 1 && same.errors.contains("--trust"), "\(same.output)\(same.errors)")
            }
        }
    }

    @Test func `What cannot be kept is told beside what was refused`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try folder.store()
        try await Serving.run("--scenario", "oauth") { serving in
            let browser = try ShellBrowser(serving)
            var environment = browser.environment
            let lines = [
                "#!/bin/sh", "rm -rf '\(path)/store'", "touch '\(path)/store'",
                "exec '\(environment["BROWSER"] ?? "")' \"$1\"",
            ]
            environment["BROWSER"] = try ProgramFile.write(lines.joined(separator: "\n"), to: path + "/spoil.sh")
            let done = try await Mockportal.run(
                [
                    "item", serving.url, "00000000000000000000000000000000", "--ca-file", serving.caFile, "--client-id",
                    "mockportal-app",
                ] + store, environment: environment)
            #expect(done.code == 1 && done.errors.contains("storeNotAccessible"), "\(done.output)\(done.errors)")
        }
    }

    @Test func `Without a terminal a line is pasted through standard input, and no endless one is read`() async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let arguments = [
                "user", serving.url, "--ca-file", serving.caFile, "--client-id", "mockportal-app", "--no-browser",
            ]
            let wrong = try await Mockportal.run(arguments, input: "no code at all\n")
            #expect(wrong.code == 1 && wrong.errors.contains("That is no code"), "\(wrong.errors)")
            #expect(wrong.errors.contains("does not end this sign-in"), "\(wrong.errors)")
            let endless = try await Mockportal.run(arguments, input: String(repeating: "x", count: 20_000))
            #expect(endless.code == 1 && endless.errors.contains("more than 16 KiB"), "\(endless.errors)")
            let password = try await Mockportal.run(
                ["user", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-stdin"],
                input: String(repeating: "x", count: 20_000))
            #expect(password.code == 2 && password.errors.contains("more than 16 KiB"), "\(password.errors)")
        }
    }
}
