import ChildProcess
import Foundation
import JSONValues
import Testing

/// A realm of `mockportal kerberos` for the length of a body.
private struct Realm {
    let ready: JSONValue

    func text(_ key: String) -> String { ready[key]?.string ?? "" }

    /// What a program is told so that it uses the realm, with a ticket cache of its own.
    func environment(_ cache: String) -> [String] {
        ["KRB5_CONFIG=\(text("configuration"))", "KRB5CCNAME=FILE:\(text("configuration")).\(cache)"]
    }

    /// Gets a user's ticket into a cache.
    func getTicket(_ user: String, cache: String, _ more: String...) async throws {
        let done = try await ChildProcess.run(
            "kinit", more + ["-k", "-t", text("usersKeytab"), user], environment: environment(cache),
            streams: .pipesForEach)
        #expect(done.status == 0, "kinit: \(done.errors)")
    }

    @discardableResult
    static func run(_ arguments: [String] = [], body: @Sendable (Realm) async throws -> Void) async throws -> Int32 {
        let child = try ChildProcess(Mockportal.path, ["kerberos", "--json"] + arguments, streams: .pipesForEach)
        child.closeInput()
        async let errors = child.readErrors()
        do {
            guard let line = await child.nextLine() else { throw Serving.NotReady(description: await errors) }
            try await body(Realm(ready: try JSONValue(parsing: line)))
        } catch {
            child.stop()
            throw error
        }
        child.send(SIGTERM)
        _ = await child.readToEnd()
        return await child.wait()
    }
}

extension Trait where Self == ConditionTrait {
    /// Tests with a realm; where MIT Kerberos is not there, they are skipped and counted.
    fileprivate static var kerberos: Self {
        .enabled(
            if: ["/usr/sbin/krb5kdc", "/usr/sbin/kadmin.local", "/usr/bin/kinit"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: $0)
            },
            "NO KERBEROS ON THIS MACHINE: `.ci/setup test` installs it (Debian: krb5-kdc, krb5-admin-server, krb5-user)"
        )
    }
}

@Suite(.kerberos) struct KerberosCommand {
    /// Asks who came; gives the user, or the status.
    private static func whoAmI(
        _ serving: Serving, _ realm: Realm, cache: String, _ more: String...
    ) async throws -> String {
        let done = try await ChildProcess.run(
            "curl",
            ["-sS", "--max-time", "20", "--cacert", serving.caFile, "--negotiate", "-u", ":", "-w", "\n%{http_code}"]
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
                let control = serving.ready["controlURL"]?.string ?? ""
                let journal = try JSONValue(parsing: try await Curl.get(control + "/journal"))
                let shown = (journal["requests"]?.array ?? []).compactMap { $0["authorization"] }
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
                        "-sS", "--max-time", "20", "--cacert", serving.caFile, "--negotiate", "-u", ":", "-o",
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

    @Test func `A ticket that has expired is refused before it is sent, and a ticket for another host is not made`()
        async throws
    {
        try await Realm.run(["--host", "elsewhere.localhost"]) { realm in
            #expect(
                realm.ready["services"]?.array == ["HTTP/localhost@MOCK.TEST", "HTTP/elsewhere.localhost@MOCK.TEST"])
            try await realm.getTicket("alice", cache: "later", "-s", "1h", "-l", "5m")
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let who4 = try await Self.whoAmI(serving, realm, cache: "later")
                #expect(who4 == "401")
            }
        }
    }

    @Test func `It leaves nothing behind`() async throws {
        let code = try await Realm.run { realm in
            let folder = (realm.text("configuration") as NSString).deletingLastPathComponent
            #expect(FileManager.default.fileExists(atPath: folder))
            #expect(realm.ready["users"]?.array?.count == 4)
        }
        #expect(code == 0)
    }

    @Test func `A keytab is refused where nothing takes a ticket, and one that is not there is told`() async throws {
        let none = try await Mockportal.run("serve", "--scenario", "iwa-kerberos", "--keytab", "/nowhere/http.keytab")
        #expect(none.code == 64)
        #expect(none.errors.contains("--keytab /nowhere/http.keytab: it cannot be read"))
        let useless = try await Mockportal.run("serve", "--scenario", "basic", "--keytab", "/etc/passwd")
        #expect(useless.code == 64)
        #expect(useless.errors.contains("basic takes no tickets"))
    }
}
