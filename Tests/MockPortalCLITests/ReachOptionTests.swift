import TestFolders
import Testing

/// How long commands wait, and where a password may go, by options.
@Suite struct `Options of reaching a server` {
    @Test(arguments: [
        (["--connect-timeout", "0"], "--connect-timeout 0.0: at least 0.001"),
        (["--stall-timeout", "-1"], "--stall-timeout"), (["--max-time", "1e9"], "at most 86400 seconds"),
        (["--max-time", "soon"], "soon"), (["--consent", "https://tokens.test"], "--consent https://tokens.test"),
        (["--consent", "a b"], "that is no host"),
    ])
    func `that are wrong are told before anything is sent`(options: [String], words: String) async throws {
        let run = try await Mockportal.run(["connect", "https://portal.test/portal"] + options)
        #expect(run.code == 64 && run.errors.contains(words), "\(run.code): \(run.errors)")
    }

    @Test func `a limit that has passed is named with the option that allows more`() async throws {
        let server = try SilentListener()
        defer { withExtendedLifetime(server) {} }
        for option in ["--connect-timeout", "--max-time"] {
            let run = try await Mockportal.run(
                "connect", "https://127.0.0.1:\(server.port)/portal", option, "0.2")
            #expect(run.code == 1, "\(run.errors)")
            #expect(
                run.errors.contains("(timedOut)") && run.errors.contains("\(option) <seconds> allows more"),
                "\(run.errors)")
            #expect(run.errors.contains("0.2 seconds"), "\(run.errors)")
        }
    }

    @Test func `consent is given beforehand, for one host`() async throws {
        try await Serving.run("--scenario", "tokens/foreign-token-url") { serving in
            let folder = try TemporaryFolder()
            let words = [
                "connect", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-file",
                try folder.write(serving.password(), as: "password"),
            ]
            let asked = try await Mockportal.run(words)
            #expect(asked.code == 1 && asked.errors.contains("(tokenServiceNotConsented)"), "\(asked.errors)")
            let advice = try #require(asked.errors.firstRange(of: "--consent "), "\(asked.errors)")
            let host = String(asked.errors[advice.upperBound...].prefix { !$0.isWhitespace })
            #expect(host.hasPrefix("127.0.0.2:"))
            let other = try await Mockportal.run(words + ["--consent", "127.0.0.2:1"])
            #expect(other.code == 1 && other.errors.contains("(tokenServiceNotConsented)"), "\(other.errors)")
            let given = try await Mockportal.run(words + ["--consent", host])
            #expect(given.code == 0, "\(given.errors)")
        }
    }
}
