import ChildProcess
import Foundation
import JSONValues
import Platform
import TestFolders
import TestRealms
import Testing

@Suite(.kerberos) struct KerberosCommand {
    /// Asks who came; gives the user, or the status.
    private static func whoAmI(
        _ serving: Serving, _ realm: Realm, cache: String, _ more: String...
    ) async throws -> String {
        let done = try await ChildProcess.run(
            "curl",
            ["-sS", "--max-time", "120", "--cacert", serving.caFile, "--negotiate", "-u", ":", "-w", "\n%{http_code}"]
                + more
                + [serving.url + "/sharing/rest/portals/self?f=json"],
            environment: realm.environment(cache), streams: .pipesForEach)
        let lines = done.output.split(separator: "\n")
        guard lines.last == "200" else { return lines.last.map(String.init) ?? done.errors }
        return try JSONValue(parsing: lines.dropLast().joined(separator: "\n"))["user"]?["username"]?.string
            ?? "stranger"
    }

    @Test func `A ticket of the realm signs in at the portal, and a ticket that is none of its users' does not`()
        async throws
    {
        try await Realm.run(["--user", "alice", "--user", "zoe"]) { realm in
            try await realm.getTicket("alice", cache: "alice")
            try await realm.getTicket("zoe", cache: "zoe")
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let who1 = try await Self.whoAmI(serving, realm, cache: "alice")
                #expect(who1 == "alice")
                let who2 = try await Self.whoAmI(serving, realm, cache: "zoe")
                #expect(who2 == "401")
                let who3 = try await Self.whoAmI(serving, realm, cache: "none")
                #expect(who3 == "401")
                let shown = try await Self.authorizations(serving)
                #expect(shown.map { $0["verdict"]?.string } == ["right", "wrong"])
                #expect(shown.first?["windows"]?["mechanism"] == "Kerberos")
                #expect(shown.first?["windows"]?["domain"] == "MOCK.TEST")
                #expect(shown.first?["username"] == "alice")
            }
        }
    }

    @Test func `The portal proves itself with the final token`() async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            try await Serving.run("--scenario", "iwa", "--keytab", realm.text("keytab")) { serving in
                let shown = try await ChildProcess.run(
                    "curl",
                    [
                        "-sS", "--max-time", "120", "--cacert", serving.caFile, "--negotiate", "-u", ":", "-o",
                        "/dev/null",
                        "-D", "-", serving.url + "/sharing/rest/portals/self?f=json",
                    ], environment: realm.environment("alice"), streams: .pipesForEach)
                let last = shown.output.components(separatedBy: "HTTP/1.1 ").last ?? ""
                #expect(last.hasPrefix("200"))
                #expect(last.contains("WWW-Authenticate: Negotiate o"))
                #expect(last.contains("Persistent-Auth: false"))
            }
        }
    }

    @Test func `A ticket that is not valid yet signs no user in`() async throws {
        try await Realm.run(["--host", "elsewhere.localhost"]) { realm in
            #expect(
                realm.ready["services"]?.array == ["HTTP/localhost@MOCK.TEST", "HTTP/elsewhere.localhost@MOCK.TEST"])
            try await realm.getTicket("alice", cache: "later", "-s", "1h", "-l", "5m")
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let who = try await Self.whoAmI(serving, realm, cache: "later")
                #expect(who == "401")
                #expect(try await Self.authorizations(serving).isEmpty, "no ticket was sent")
            }
        }
    }

    /// The credentials that a portal has seen, in order.
    private static func authorizations(_ serving: Serving) async throws -> [JSONValue] {
        let control = serving.ready["controlURL"]?.string ?? ""
        let journal = try JSONValue(parsing: try await Curl.get(control + "/journal"))
        return (journal["requests"]?.array ?? []).compactMap { $0["authorization"] }
    }

    @Test
    func
        `The built-in client signs in where it is told to, and takes no answer of a server that does not prove itself`()
        async throws
    {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let settings = realm.environment("alice").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let environment = Dictionary(uniqueKeysWithValues: settings.map { ($0[0], $0[1]) })
            for (mutual, code, words) in [
                ("proved", 0, "alice"), ("withheld", 1, "(mutualAuthenticationMissing)"),
                ("falsified", 1, "(mutualAuthenticationMissing)"),
            ] {
                let folder = try TemporaryFolder()
                let preset = try folder.write(
                    #"{"preset": "iwa", "httpAuthentication": {"windows": {"mutual": "\#(mutual)"}}}"#, as: "front.json"
                )
                try await Serving.run("--scenario", preset, "--keytab", realm.text("keytab")) { serving in
                    let arguments = ["user", serving.url, "--ca-file", serving.caFile]
                    let unnamed = try await Mockportal.run(arguments, environment: environment)
                    #expect(unnamed.code == 1 && unnamed.errors.contains("--negotiate localhost"), "\(unnamed.errors)")
                    #expect(
                        try await Self.authorizations(serving).isEmpty, "no ticket goes to a host that is not named")
                    let named = try await Mockportal.run(
                        arguments + ["--negotiate", "localhost"], environment: environment)
                    #expect(named.code == Int32(code), "\(mutual): \(named.errors)")
                    #expect((named.output + named.errors).contains(words), "\(mutual): \(named.output)\(named.errors)")
                    let schemes = Set(try await Self.authorizations(serving).compactMap { $0["scheme"]?.string })
                    #expect(schemes == ["negotiate"], "nothing weaker follows")
                }
            }
        }
    }

    @Test
    func `Where tickets have to be bound, one without bindings is refused and one with the channel's is let in`()
        async throws
    {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let settings = realm.environment("alice").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let environment = Dictionary(uniqueKeysWithValues: settings.map { ($0[0], $0[1]) })
            let folder = try TemporaryFolder()
            let preset = try folder.write(
                #"{"preset": "iwa-kerberos", "httpAuthentication": {"windows": {"channelBinding": "require"}}}"#,
                as: "front.json")
            try await Serving.run("--scenario", preset, "--keytab", realm.text("keytab")) { serving in
                let own = try await Mockportal.run(
                    ["user", serving.url, "--ca-file", serving.caFile, "--negotiate", "localhost"],
                    environment: environment)
                #expect(own.code == 0 && own.output.contains("alice"), "\(own.output)\(own.errors)")
                // curl binds its tickets since 8.10, where its library can; either way the portal goes by what came.
                let who = try await Self.whoAmI(serving, realm, cache: "alice")
                let shown = try await Self.authorizations(serving)
                let bindings = shown.map { $0["windows"]?["channelBinding"]?.string }
                #expect(bindings.count > 1 && bindings.dropLast().allSatisfy { $0 == "right" }, "\(bindings)")
                #expect(who == (bindings.last == "right" ? "alice" : "401"))
                #expect(shown.last?["verdict"]?.string == (bindings.last == "right" ? "right" : "wrong"))
            }
        }
    }

    @Test func `The portal sees whether a ticket to act for the person came along`() async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice", "-f")
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let plain = try await Self.whoAmI(serving, realm, cache: "alice")
                let delegated = try await Self.whoAmI(serving, realm, cache: "alice", "--delegation", "always")
                #expect(plain == "alice" && delegated == "alice")
                let shown = try await Self.authorizations(serving).map { $0["windows"]?["delegated"] }
                #expect(shown == [false, true])
            }
        }
    }

    @Test func `The built-in client signs in with a keytab`() async throws {
        try await Realm.run { realm in
            let environment = ["KRB5_CONFIG": realm.text("configuration"), "KRB5CCNAME": "FILE:/nowhere/tickets"]
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let arguments = ["user", serving.url, "--ca-file", serving.caFile, "--negotiate", "localhost"]
                let none = try await Mockportal.run(arguments, environment: environment)
                #expect(none.code == 1 && none.errors.contains("(kerberosTicketMissing)"), "\(none.errors)")
                let done = try await Mockportal.run(
                    arguments + ["--keytab", realm.text("usersKeytab"), "--principal", "alice@MOCK.TEST"],
                    environment: environment)
                #expect(done.code == 0 && done.output.contains("alice"), "\(done.output)\(done.errors)")
            }
        }
    }

    @Test func `It leaves nothing behind`() async throws {
        let folder = Locked("")
        let code = try await Realm.run { realm in
            let own = (realm.text("configuration") as NSString).deletingLastPathComponent
            folder.withLock { $0 = own }
            #expect(FileManager.default.fileExists(atPath: own))
            #expect(realm.ready["users"]?.array?.count == 4)
        }
        #expect(code == 0)
        let own = folder.withLock { $0 }
        #expect(!own.isEmpty && !FileManager.default.fileExists(atPath: own), "\(own)")
    }

    @Test func `The ready file that a killed realm left is taken over by a realm, and by a portal`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        let killed = try ChildProcess(
            Mockportal.path, ["kerberos", "--json", "--ready-file", path], environment: ["TMPDIR=\(folder.path)"],
            streams: .pipesForEach)
        killed.closeInput()
        _ = try await killed.readLine()
        killed.stop()
        #expect(await killed.wait() == -1)
        let left = try String(contentsOfFile: path, encoding: .utf8)
        try await Realm.run(["--ready-file", path]) { realm in
            let written = try JSONValue(parsing: try String(contentsOfFile: path, encoding: .utf8))
            #expect(written == realm.ready)
        }
        try folder.write(left, as: "ready.json")
        try await Serving.run("--ready-file", path) { serving in
            let written = try JSONValue(parsing: try String(contentsOfFile: path, encoding: .utf8))
            #expect(written == serving.ready)
        }
    }

    @Test func `A keytab is refused where nothing takes a ticket, and one that is not there is told`() async throws {
        let none = try await Mockportal.run("serve", "--scenario", "iwa-kerberos", "--keytab", "/nowhere/http.keytab")
        #expect(none.code == 64)
        #expect(none.errors.contains("--keytab /nowhere/http.keytab: it cannot be read"))
        let client = try await Mockportal.run(
            "user", "https://localhost:1/portal", "--negotiate", "localhost", "--keytab", "/nowhere/app.keytab",
            "--principal", "app@MOCK.TEST")
        #expect(client.code == 64 && client.errors.contains("--keytab /nowhere/app.keytab: it cannot be read"))
        let useless = try await Mockportal.run("serve", "--scenario", "basic", "--keytab", "/etc/passwd")
        #expect(useless.code == 64)
        #expect(useless.errors.contains("basic takes no tickets"))
    }
}
