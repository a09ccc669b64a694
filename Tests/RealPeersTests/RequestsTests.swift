import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Python requests with a certificate, in one session.
@Suite struct `Python requests at the fake` {
    /// Prints a JSON array: for each request the user that the portal names, or the error.
    private static let program = """
        import json, sys
        import requests
        url, authority, count, *certificate = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = authority
        session.cert = tuple(certificate) or None
        seen = []
        for _ in range(int(count)):
            try:
                answer = session.get(url, timeout=120)
                seen.append({"user": answer.json().get("user", {}).get("username")})
            except requests.exceptions.RequestException as error:
                seen.append({"error": str(error)})
        print(json.dumps(seen))
        """

    private func run(_ fake: FakePortal, count: Int = 1, _ certificate: [String] = []) async throws -> [JSONValue] {
        let run = try await ForeignClient.python(
            Self.program, [fake.whoAmI, fake.authority, "\(count)"] + certificate)
        #expect(run.code == 0, "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output).array)
    }

    @Test(arguments: ["1.2", "1.3"]) func `is let in or refused by its certificate`(version: String) async throws {
        let fake = try FakePortal("pki", versions: [version])
        defer { fake.portal.stop() }
        let alice = try fake.files(of: "alice")
        let seen = try await run(fake, count: 2, [alice.chain, alice.key])
        #expect(seen.map { $0["user"]?.string } == ["alice", "alice"])
        let carol = try fake.files(of: "carol")
        let refused = try await run(fake, [carol.chain, carol.key])
        #expect(refused.first?["error"]?.string?.contains("UNKNOWN_CA") == true, "\(refused)")
        let nobody = try await run(fake)
        let word = version == "1.2" ? "HANDSHAKE_FAILURE" : "CERTIFICATE_REQUIRED"
        #expect(nobody.first?["error"]?.string?.contains(word) == true, "\(nobody)")
    }
}
