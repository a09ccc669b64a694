import Foundation
import JSONValues
import TestFolders
import Testing

@Suite struct WebTierCommands {
    private static func identity(_ name: String, _ serving: Serving) -> JSONValue? {
        serving.ready["identities"]?.array?.first { $0["name"]?.string == name }
    }

    private static func options(_ name: String, _ serving: Serving, in folder: TemporaryFolder) throws
        -> [String]
    {
        let found = identity(name, serving)
        let identity = try #require(found)
        let file = try folder.write(identity["password"]?.string ?? "", as: "p12-password")
        return ["--p12", identity["p12File"]?.string ?? "", "--p12-password-file", file]
    }

    @Test func `The curl line of a portal that wants certificates works as it is printed`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run("--scenario", "pki", "--ready-file", folder.path + "/ready.json") { serving in
            let identity = try #require(Self.identity("alice", serving))
            let answer = try await Curl.get(
                serving.url + "/sharing/rest/portals/self?f=json", authority: serving.caFile, "--cert",
                identity["pemFile"]?.string ?? "", "--key", identity["keyFile"]?.string ?? "")
            #expect(try JSONValue(parsing: answer)["user"]?["username"]?.string == "alice")
        }
    }

    @Test func `Every form of a command to try is printed, and the folder goes with the portal`() async throws {
        for (scenario, words) in [
            ("pki", ["--cert", ".p12", "Password of the .p12 files", "alice-expired"]),
            ("basic", ["--basic", "--user alice:"]),
            ("digest", ["--digest", "--user alice:"]),
        ] {
            let terminal = try PseudoTerminal(["serve", "--scenario", scenario, "--port", "0"])
            try await terminal.expect("Control-C ends it.")
            for word in words { #expect(terminal.shown.contains(word), "\(terminal.shown)") }
            let line = try #require(terminal.shown.split(whereSeparator: \.isNewline).first { $0.contains("curl ") })
            let tried = try await Mockportal.run(["-c", String(line) + " -sS --fail"], program: "/bin/sh")
            #expect(tried.code == 0, "\(line)\n\(tried.errors)")
            #expect(tried.output.contains("\"username\""))
            let caFile = try #require(line.split(separator: " ").first { $0.hasSuffix("ca.pem") })
            try terminal.type("\u{3}")
            #expect(await terminal.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: (String(caFile) as NSString).deletingLastPathComponent))
        }
    }

    @Test func `A choice of an identity is kept only where that is asked for, and forgotten by a command`() async throws
    {
        let folder = try TemporaryFolder()
        let store = ["--identity-store", folder.path + "/store"]
        try await Serving.run("--scenario", "pki") { serving in
            let options = try Self.options("alice", serving, in: folder)
            let imported = try await Mockportal.run(
                ["identity", "import", options[1]] + options.dropFirst(2) + store)
            #expect(imported.code == 0, "\(imported.errors)")
            func user(_ more: [String]) async throws -> Mockportal {
                try await Mockportal.run(["user", serving.url, "--ca-file", serving.caFile] + store + more)
            }
            func listed() async throws -> String { try await Mockportal.run(["identity", "list"] + store).output }
            let unnamed = try await user([])
            #expect(unnamed.code == 1)
            #expect(unnamed.errors.contains("the store holds alice: --identity <name> shows one of them"))
            #expect(try await user(["--identity", "alice"]).code == 0)
            #expect(try await !listed().contains("shown to"))
            #expect(try await user([]).code == 1)
            #expect(try await user(["--identity", "alice", "--remember-identity"]).code == 0)
            #expect(try await listed().contains("shown to"))
            #expect(try await user([]).output.contains("alice"))
            let host = try #require(serving.url.split(separator: "/").dropFirst().first.map(String.init))
            let unknown = try await Mockportal.run(["identity", "forget", "gis.test"] + store)
            #expect(unknown.code == 64 && unknown.errors.contains(host))
            let forgotten = try await Mockportal.run(["identity", "forget", host] + store)
            #expect(forgotten.code == 0 && forgotten.output.contains("alice is shown to \(host) no longer"))
            #expect(try await !listed().contains("shown to"))
            #expect(try await user([]).code == 1)
        }
    }

    @Test func `A client signs in with a PKCS #12 file`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run("--scenario", "pki") { serving in
            let done = try await Mockportal.run(
                ["user", serving.url, "--ca-file", serving.caFile, "--thumbnail", folder.path + "/alice.png"]
                    + Self.options("alice", serving, in: folder))
            #expect(done.code == 0, "\(done.errors)")
            #expect(done.output.contains("alice"))
        }
    }

    @Test func `A missing and a refused certificate are named, with what to do`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run("--scenario", "pki") { serving in
            let none = try await Mockportal.run("connect", serving.url, "--ca-file", serving.caFile)
            #expect(none.code == 1)
            #expect(none.errors.contains("clientCertificateRequired") && none.errors.contains("--p12"))
            let expired = try await Mockportal.run(
                ["connect", serving.url, "--ca-file", serving.caFile]
                    + Self.options("alice-expired", serving, in: folder))
            #expect(expired.code == 1)
            #expect(expired.errors.contains("clientCertificateRejected") && expired.errors.contains("expired"))
            #expect(expired.errors.contains("mockportal: the certificate of alice is expired\n"))
        }
    }

    @Test func `A person chooses among the identities that the server accepts`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run("--scenario", "pki") { serving in
            let store = ["--identity-store", folder.path + "/store"]
            for name in ["alice", "bob", "carol"] {
                let options = try Self.options(name, serving, in: folder)
                let imported = try await Mockportal.run(
                    ["identity", "import", options[1]] + options.dropFirst(2) + store)
                #expect(imported.code == 0, "\(imported.errors)")
            }
            let terminal = try PseudoTerminal(
                ["connect", serving.url, "--ca-file", serving.caFile, "--remember-identity"] + store)
            try await terminal.expect("asks for a client certificate")
            try await terminal.expect("alice")
            try await terminal.expect("bob")
            try await terminal.expect("Show which? [1-2")
            #expect(!terminal.shown.contains("carol"), "her authority is not among those that the server names")
            try terminal.type("1")
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(terminal.shown.contains("signed in as  alice"))
            // It is remembered for this portal, as was asked for.
            let again = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(again.code == 0 && again.output.contains("signed in as  alice"), "\(again.errors)")
        }
    }

    @Test(arguments: ["basic", "digest", "digest-sha256"])
    func `Name and password come from a file or the terminal`(scenario: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", scenario) { serving in
            let file = path + "/password"
            try Data(serving.password().utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            let done = try await Mockportal.run(
                "connect", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-file", file)
            #expect(done.code == 0 && done.output.contains("alice"), "\(done.errors)")
            let terminal = try PseudoTerminal(["connect", serving.url, "--ca-file", serving.caFile])
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type("not it")
            try await terminal.expect("That did not work")
            try await terminal.expect("User name: ")
            try terminal.type("alice")
            try await terminal.expect("Password: ")
            try terminal.type(serving.password())
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(!terminal.shown.contains(serving.password()))
            let wrong = try await Mockportal.run(
                "connect", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-stdin",
                input: "not it\n")
            #expect(wrong.code == 1 && !wrong.errors.contains("not it"), "\(wrong.errors)")
        }
    }
}
