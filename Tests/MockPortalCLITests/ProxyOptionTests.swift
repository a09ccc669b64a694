import TestFolders
import Testing

/// Proxies on the command line: named by options and by the environment.
@Suite struct `The option --proxy` {
    /// The commands that send something to a portal, and what they need besides its address.
    private static let commands: [[String]] = [
        ["connect"], ["user"], ["item", "3a900000000000000000000000000001"],
        ["webmap", "3a900000000000000000000000000004"],
        ["search", "roads"], ["groups", "water"],
    ]

    /// Nothing listens on the port of tcpmux (RFC 1078), and only an administrator could.
    private static let dead = "http://127.0.0.1:1"

    @Test(arguments: commands) func `counts for every command, and so do the variables that curl knows`(
        command: [String]
    )
        async throws
    {
        let dead = Self.dead
        try await Serving.run("--scenario", "anonymous") { serving in
            let words = [command[0], serving.url] + command.dropFirst() + ["--ca-file", serving.caFile]
            for (options, variables) in [
                (["--proxy", dead], [:]), ([], ["https_proxy": dead]), ([], ["ALL_PROXY": dead]),
                (["--no-proxy", "elsewhere.test"], ["HTTPS_PROXY": dead, "no_proxy": "localhost"]),
            ] {
                let run = try await Mockportal.run(words + options, environment: variables)
                #expect(run.code == 1 && run.errors.contains(dead), "\(options) \(variables): \(run.errors)")
            }
            for (options, variables) in [
                (["--no-proxy", "*"], ["https_proxy": dead]), ([], ["https_proxy": dead, "no_proxy": "localhost"]),
                (["--proxy", dead, "--no-proxy", "localhost"], [:]), ([], ["HTTP_PROXY": dead]),
            ] {
                let run = try await Mockportal.run(words + options, environment: variables)
                #expect(run.errors.contains(dead) == false, "\(options) \(variables): \(run.errors)")
            }
        }
    }

    @Test(arguments: ["conformance", "record"]) func `counts where a real portal is judged and recorded`(
        command: String
    )
        async throws
    {
        let (dead, folder) = (Self.dead, try TemporaryFolder())
        try await Serving.run("--scenario", "anonymous") { serving in
            let files = try ProfileFolder(folder.path, serving)
            let profile = try files.profile("items: {public: 3a900000000000000000000000000001}")
            var words = [command, serving.url, "--profile", profile, "--ca-file", serving.caFile]
            if command == "record" { words += ["--out", folder.path + "/recorded"] }
            let lost = try await Mockportal.run(words + ["--proxy", dead])
            #expect(lost.code == 2 && (lost.errors + lost.output).contains(dead), "\(lost.errors)")
            let direct = try await Mockportal.run(words, environment: ["https_proxy": dead, "no_proxy": "localhost"])
            #expect(direct.code == 0, "\(direct.errors)")
        }
    }

    @Test(arguments: [
        (["--proxy", "http://alice:s3cr3t@proxy.test"], "user name or a password"),
        (["--proxy", "ftp://proxy.test"], "the scheme ftp"), (["--proxy-user", "alice"], "--proxy <url>"),
        (["--proxy", "http://proxy.test", "--proxy-password-file", "x"], "--proxy-user <name>"),
        (["--proxy", "http://proxy.test", "--proxy-user", "a", "--proxy-password-file", "gone"], "gone"),
    ])
    func `that is wrong is told before anything is sent`(options: [String], words: String) async throws {
        let run = try await Mockportal.run(["connect", "https://portal.test/portal"] + options)
        #expect(run.code != 0 && run.code != 1 && run.errors.contains(words), "\(run.code): \(run.errors)")
        #expect(!run.errors.contains("s3cr3t"))
    }

    @Test func `a variable that is no proxy is told by its name, without the password in it`() async throws {
        let run = try await Mockportal.run(
            "connect", "https://portal.test/portal", environment: ["https_proxy": "ftp://alice:s3cr3t@proxy.test"])
        #expect(run.code == 64 && run.errors.contains("https_proxy: the proxy has the scheme ftp"), "\(run.errors)")
        #expect(!run.errors.contains("s3cr3t") && !run.errors.contains("--proxy:"))
    }
}
