import JSONValues
import MockPortalServer
import PortalJudge
import TestRealms
import Testing

/// requests-gssapi (github.com/pythongssapi/requests-gssapi), which asks the server for its proof.
@Suite(.requestsGSSAPI, .kerberos) struct `requests-gssapi at the fake` {
    private static let program = """
        import json, sys
        import gssapi, requests
        # It holds back an error that comes with a token until the next step, and requests-gssapi takes no further one.
        gssapi.SecurityContext.__DEFER_STEP_ERRORS__ = False
        from requests_gssapi import HTTPSPNEGOAuth, REQUIRED
        url, authority, bindings = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = authority
        session.auth = HTTPSPNEGOAuth(mutual_authentication=REQUIRED, channel_bindings=bindings or None)
        seen = []
        for _ in range(2):
            try:
                answer = session.get(url, timeout=120)
                seen.append({"status": answer.status_code, "user": answer.json().get("user", {}).get("username") if answer.ok else None})
            except Exception as error:
                seen.append({"error": type(error).__name__})
        print(json.dumps(seen))
        """

    private func run(
        _ fake: FakePortal, _ realm: Realm, cache: String, bindings: String = ""
    ) async throws -> [JSONValue] {
        let folder = try #require(Peers.folder(fromPyPI: "requests-gssapi", module: "requests_gssapi"))
        let run = try await ForeignClient.run(
            "python3", ["-c", Self.program, fake.whoAmI, fake.authority, bindings],
            environment: ["PYTHONPATH=\(folder)"] + realm.environment(cache))
        #expect(run.code == 0, "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output).array)
    }

    @Test func `signs in with a ticket, and with none it does not`() async throws {
        try await Realm.run(["--user", "alice", "--user", "zoe"]) { realm in
            try await realm.getTicket("alice", cache: "alice")
            try await realm.getTicket("zoe", cache: "zoe")
            let fake = try FakePortal("iwa-kerberos", of: realm)
            defer { fake.portal.stop() }
            let none = try await run(fake, realm, cache: "none")
            #expect(none.allSatisfy { $0["user"]?.string == nil } && fake.authorizations.isEmpty, "\(none)")
            let stranger = try await run(fake, realm, cache: "zoe")
            #expect(stranger.allSatisfy { $0["status"] == 401 || $0["error"] != nil }, "\(stranger)")
            #expect(fake.authorizations.allSatisfy { $0.verdict == .wrong } && !fake.authorizations.isEmpty)
            let before = fake.authorizations.count
            let alice = try await run(fake, realm, cache: "alice")
            #expect(alice.map { $0["user"]?.string } == ["alice", "alice"], "\(alice)")
            let right = fake.authorizations.dropFirst(before)
            #expect(right.allSatisfy { $0.verdict == .right && $0.windows?.mechanism == "Kerberos" })
        }
    }

    @Test(arguments: [
        ("proved", nil), ("withheld", "MutualAuthenticationError"), ("falsified", "MutualAuthenticationError"),
    ])
    func `takes the fake's proof, and none that is missing or false`(mutual: String, error: String?) async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let fake = try FakePortal("iwa-kerberos", of: realm, ["mutual": .string(mutual)])
            defer { fake.portal.stop() }
            let seen = try await run(fake, realm, cache: "alice")
            #expect(seen.first?["error"]?.string == error, "\(seen)")
            #expect((seen.first?["user"]?.string == "alice") == (error == nil), "\(seen)")
            #expect(fake.authorizations.first?.verdict == .right)
        }
    }

    @Test(arguments: ["none", "allow", "require"]) func `is bound to its channel`(rule: String) async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let fake = try FakePortal("iwa-kerberos", of: realm, ["channelBinding": .string(rule)])
            defer { fake.portal.stop() }
            let bound = try await run(fake, realm, cache: "alice", bindings: "tls-server-end-point")
            #expect(bound.map { $0["user"]?.string } == ["alice", "alice"], "\(bound)")
            let unbound = try await run(fake, realm, cache: "alice")
            #expect(unbound.allSatisfy { $0["user"]?.string == "alice" } == (rule != "require"), "\(unbound)")
        }
    }
}
