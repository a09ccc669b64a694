import HTTPSemantics
import PortalJudge
import Testing

/// The finding that stands first names the cause.
@Suite struct `Order of causes` {
    private func verdict(_ builder: EvidenceBuilder, _ expectation: Expectation) -> Verdict {
        Judge.verdict(on: builder.evidence, expecting: expectation)
    }

    private func asked(_ lines: String...) throws -> Expectation {
        var expectation = Expectation()
        expectation.task = TaskWire(
            patterns: try lines.map { .line(try WireLine(parsing: $0), count: 1) }, reads: ["portals/self"])
        return expectation
    }

    @Test(arguments: [(stopped: true, code: nil), (stopped: false, code: "credential.repeated")] as [(Bool, String?)])
    func `a form that the web tier stopped was not refused`(_ stopped: Bool, _ code: String?) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.login(code: 401)
        builder.refuse(
            stopped ? "webTier" : "password", "no", stopped ? .credentialsMissing : .passwordWrong)
        builder.request(
            "POST", "generateToken", issued: "token#1",
            body: "username=alice&password=\(EvidenceBuilder.password)&f=json",
            target: "/portal/sharing/rest/generateToken",
            headers: [HeaderField("Authorization", EvidenceBuilder.basicPair)],
            authorization: Journal.Authorization(scheme: "basic", username: "alice", verdict: .right))
        let expectation = try asked("POST generateToken basic=alice user=alice -> token#1")
        let found = verdict(builder, expectation)
        #expect(found.findings.first { $0.code == "credential.repeated" }?.code == code)
        #expect(found.isPass == (code == nil), "\(found.findings)")
    }

    @Test func `a good certificate that was refused stands first, a bad one and one that is asked for do not`() throws {
        func first(_ certificate: String, asks: Bool = false) throws -> String? {
            var builder = EvidenceBuilder(.foreign)
            builder.evidence.journal.connections = []
            builder.connection(
                certificate: certificate, listener: "gis", origin: "https://127.0.0.2:1", requestBytes: 0,
                asksIdentity: asks, outcome: .refusedByClient)
            return verdict(builder, try asked("GET Traffic @gis -> 200")).findings.first?.code
        }
        #expect(try first("good") == "trust.good-refused")
        #expect(try first("expired") == "wire.missing")
        #expect(try first("good", asks: true) == "wire.missing")
    }

    @Test func `a request that arrived elsewhere is the nearest, with both addresses`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.connection(listener: "plain", origin: "http://127.0.0.2:80")
        builder.request("GET", "portals/self", token: "token#1")
        let found = verdict(builder, try asked("GET portals/self bare @plain -> 401"))
        let finding = try #require(found.findings.first { $0.code == "wire.missing" })
        #expect(finding.nearest?.hasPrefix("request 1   GET portals/self") == true)
        #expect(
            finding.difference?.hasPrefix(
                "arrived at https://localhost:8443, expected at @plain = http://127.0.0.2:80") == true)
    }

    @Test(arguments: [true, false])
    func `a bare first try is no cause where the same was granted later with a token`(_ recovered: Bool) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "Traffic", code: 499)
        builder.refuse("token", "no token came", .tokenMissing)
        if recovered { builder.request("GET", "Traffic", token: "token#1") }
        let expectation = try asked("GET Traffic +token#1 -> 200", "GET Roads +token#1 -> 200")
        let codes = verdict(builder, expectation).findings.map(\.code)
        #expect(codes.contains("refused.token-missing") == !recovered, "\(codes)")
        #expect(codes.contains("wire.missing"))
    }

    @Test func `a token that must not go somewhere stands before what is missing, once`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "unknown", token: "token#1")
        var expectation = try asked("GET unknown bare -> 200")
        let line = try WireLine(parsing: "* unknown +any", isNever: true)
        expectation.never = [line, line, try WireLine(parsing: "* unknown", isNever: true)]
        let codes = verdict(builder, expectation).findings.map(\.code)
        #expect(codes.first == "wire.never" && codes.last == "wire.never", "\(codes)")
        #expect(codes.count { $0 == "wire.never" } == 2)
    }

    @Test(arguments: [
        ("cert-expired", "did you mean certificate-expired?"),
        ("certifcate-expired", "did you mean certificate-expired?"),
        ("zzz", "\"zzz\" is no reason, nor mapped by --reasons"),
        ("client-cert-required", "client-certificate-required?"),
    ])
    func `a reason outside of the vocabulary is shown, with the nearest one`(_ word: String, _ says: String) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self", code: 403)
        builder.evidence.outcome = ClientOutcome(kind: .refused, ownReason: word)
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .refused, reason: .accessDenied)
        let finding = try #require(verdict(builder, expectation).findings.first { $0.code == "outcome.no-reason" })
        #expect(finding.problem.contains(says), "\(finding.problem)")
    }

    @Test(arguments: [
        ("oauth2/authorize", false), ("oauth2/signin", false), ("oauth2/approval", false), ("oauth2/signout", false),
        ("oauth2/saml/signin", false), ("oauth2/oidc/signin", false), ("identity/logout", false),
        ("portals/self", true), ("oauth2/token", true), ("oauth2/revokeToken", true),
    ])
    func `the portal's session cookie goes back to its sign-in pages, and is named elsewhere`(
        _ operation: String, _ isTold: Bool
    ) {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.canaries.append(
            Canary(name: "session#1", kind: .token, value: "canary-session-1", origins: [EvidenceBuilder.origin]))
        builder.request(
            "GET", operation, headers: [HeaderField("Cookie", "portal_session=canary-session-1")])
        let found = verdict(builder, Expectation()).findings.first { $0.code == "secret.in-cookie" }
        #expect((found != nil) == isTold)
        #expect(!isTold || found?.problem == "the portal's own session cookie was sent beyond its sign-in pages")
        builder.request("GET", operation, headers: [HeaderField("Cookie", "a=\(EvidenceBuilder.token)")])
        #expect(verdict(builder, Expectation()).findings.contains { $0.problem == "a token was sent in a cookie" })
    }

    @Test func `an opaque value that is lost is told where only the verdict on the password is asked`() throws {
        func first(_ verdict: Journal.Authorization.Verdict, _ cause: Journal.Cause, _ reason: String) throws
            -> Finding?
        {
            var builder = EvidenceBuilder(.foreign)
            builder.digest(verdict: verdict)
            builder.refuse("http", reason, cause)
            return self.verdict(
                builder, try .wire("GET portals/self digest=alice/wrong -> 401", "GET portals/self digest=alice -> 200")
            ).findings.first
        }
        let lost = try first(.malformed, .credentialsMalformed, "opaque is not repeated as it was sent")
        #expect(lost?.code == "refused.credentials-malformed")
        #expect(lost?.difference?.hasSuffix("opaque is not repeated as it was sent") == true)
        #expect(try first(.wrong, .credentialsWrong, "no")?.code == "wire.missing")
    }

    @Test func `a request that has one field too many came otherwise, and one for another thing never came`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "content/items/1", headers: [HeaderField("Referer", "https://app.test/")])
        let line = "GET content/items/* header.referer=- -> 200"
        #expect(
            verdict(builder, try asked(line)).findings.first?.problem
                == "an expected request came otherwise than it should")
        let other = "GET content/items/* +token#1 header.referer=- -> 200"
        #expect(verdict(builder, try asked(other)).findings.first?.problem == "an expected request never came")
    }

    @Test func `an exchange for a server of another portal stands before what its refusal left out`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request(
            "POST", "generateToken", token: "token#1", code: 400, body: "serverUrl=https%3A%2F%2Fgis.test&f=json")
        builder.refuse("federation", "not federated", .tokenExchange)
        var expectation = try asked("GET Traffic bare -> 499")
        expectation.outcome = ClientOutcome(kind: .refused)
        builder.evidence.outcome = ClientOutcome(kind: .refused)
        let first = verdict(builder, expectation).findings.first
        #expect(
            first?.code == "wire.unexpected" && first?.nearest?.contains("generateToken") == true,
            "\(String(describing: first))")
    }

    @Test func `a password for one host that was sent to another is a secret at a foreign origin`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.connection(listener: "other", origin: "https://127.0.0.2:1")
        builder.request(
            "GET", "portals/self", connection: 2, listener: "other", origin: "https://127.0.0.2:1",
            authorization: Journal.Authorization(scheme: "basic", username: "alice", verdict: .right))
        var expectation = Expectation()
        expectation.never = [try WireLine(parsing: "* * @other basic=alice", isNever: true)]
        #expect(verdict(builder, expectation).findings.map(\.code) == ["secret.foreign-origin"])
    }
}
