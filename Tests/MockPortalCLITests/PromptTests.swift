import ChildProcess
import Foundation
import Platform
import TestFolders
import Testing

@Suite struct Prompts {
    @Test func `A challenge is answered on the terminal and the password is never shown`() async throws {
        let folder = try TemporaryFolder()
        let thumbnail = folder.path + "/alice.png"
        try await Serving.run { serving in
            let terminal = try PseudoTerminal([
                "user", serving.url, "--ca-file", serving.caFile, "--thumbnail", thumbnail,
            ])
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type(serving.password())
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(!terminal.shown.contains(serving.password()))
            for word in ["alice", "full name", "e-mail", "member since", "portal"] {
                #expect(terminal.shown.contains(word))
            }
        }
        #expect(FileManager.default.fileExists(atPath: thumbnail))
    }

    @Test func `A wrong password may be typed again`() async throws {
        try await Serving.run { serving in
            let terminal = try PseudoTerminal(["connect", serving.url, "--authenticated", "--ca-file", serving.caFile])
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type("not-" + serving.password())
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type(serving.password())
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(!terminal.shown.contains(serving.password()))
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `A signal at a question for a secret leaves the terminal as it was`(_ number: Int32) async throws {
        try await Serving.run { serving in
            let terminal = try PseudoTerminal(["connect", serving.url, "--authenticated", "--ca-file", serving.caFile])
            try await terminal.expect("User name: ")
            #expect(terminal.echoes)
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            #expect(!terminal.echoes)
            terminal.send(number)
            #expect(await terminal.end() == -1, "\(terminal.shown)")
            #expect(terminal.echoes)
        }
    }

    @Test func `A certificate that is not trusted is shown and asked about`() async throws {
        try await Serving.run("--scenario", "self-signed") { serving in
            let terminal = try PseudoTerminal(["connect", serving.url])
            try await terminal.expect("SHA-256")
            try await terminal.expect("Trust it")
            try terminal.type("yes")
            #expect(await terminal.end() == 0, "\(terminal.shown)")
        }
    }

    @Test func `A certificate that the person does not trust is refused`() async throws {
        try await Serving.run("--scenario", "self-signed") { serving in
            let terminal = try PseudoTerminal(["connect", serving.url])
            try await terminal.expect("Trust it")
            try terminal.type("no")
            #expect(await terminal.end() == 1, "\(terminal.shown)")
            #expect(terminal.shown.contains("was not trusted when that was asked; the request was not sent"))
            #expect(!terminal.shown.contains("--trust"), "no advice that was just declined: \(terminal.shown)")
        }
    }

    @Test func `Control-C at the password leaves nothing behind but the exit code`() async throws {
        try await Serving.run { serving in
            let terminal = try PseudoTerminal(["connect", serving.url, "--authenticated", "--ca-file", serving.caFile])
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type("\u{3}")
            #expect(await terminal.end() == 1, "\(terminal.shown)")
        }
    }

    @Test func `Without a terminal and without credentials the command says what it needs`() async throws {
        try await Serving.run { serving in
            let done = try await Mockportal.run("user", serving.url, "--ca-file", serving.caFile)
            #expect(done.code == 1)
            #expect(done.errors.contains("--user") && done.errors.contains("--password-stdin"))
        }
    }

    @Test func `A password from standard input signs in and is nowhere in the output`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run { serving in
            let done = try await Mockportal.run(
                [
                    "user", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-stdin",
                    "--thumbnail", path + "/a.png",
                ],
                input: serving.password() + "\n")
            #expect(done.code == 0, "\(done.errors)")
            #expect(done.output.contains("alice"))
            #expect(!(done.output + done.errors).contains(serving.password()))
        }
    }

    @Test func `A wrong password from standard input is refused once and not shown`() async throws {
        try await Serving.run { serving in
            let wrong = "wrong-" + serving.password()
            let done = try await Mockportal.run(
                ["user", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-stdin"],
                input: wrong + "\n")
            #expect(done.code == 1)
            #expect(!(done.output + done.errors).contains(wrong))
        }
    }

    @Test(arguments: ["hunter2\\xff", "hunter2\\xff\\r\\n"])
    func `A password from standard input that is not UTF-8 is refused, and nothing of it is told`(
        typed: String
    ) async throws {
        let line = "printf '\(typed)' | \"$0\" user https://127.0.0.1:1/portal --user alice --password-stdin"
        let done = try await ChildProcess.run("bash", ["-c", line, Mockportal.path], streams: .pipesForEach)
        #expect(done.status == 2 && done.output.isEmpty, "\(done.errors)")
        #expect(done.errors.contains("standard input: has a line that is not UTF-8"), "\(done.errors)")
        #expect(!done.errors.contains("hunter2"))
    }

    /// Two of these tests once shared a terminal: the name of one was found while the other's was read.
    @Test func `Terminals that are opened at once have names of their own`() async throws {
        let right = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try await OwnThread.run { try Self.askForName(times: 5000) } }
            }
            return try await group.reduce(0, +)
        }
        #expect(right == 20_000)
    }

    /// Asks for the name of a new terminal again and again; how often it was the same.
    private static func askForName(times: Int) throws -> Int {
        let ends = try PseudoTerminal.open()
        defer {
            close(ends.master)
            close(ends.slave)
        }
        var opened = stat()
        var named = stat()
        let name = try PseudoTerminal.name(of: ends.slave)
        guard fstat(ends.slave, &opened) == 0, stat(name, &named) == 0, opened.st_rdev == named.st_rdev else {
            return 0
        }
        return try (0..<times).count { _ in try PseudoTerminal.name(of: ends.slave) == name }
    }
}
