import HTTPSemantics
import PortalJudge
import Testing

/// What a client does while it signs in through a browser, and what is found.
struct OAuthCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The finding; nil where there must be none.
    let code: String?
    var client = Evidence.Client.builtIn
    var kind = Verdict.Kind.failed
    let plant: @Sendable (inout EvidenceBuilder) -> Void

    /// What is judged of it.
    var verdict: Verdict {
        var builder = EvidenceBuilder(client)
        builder.evidence.canaries += OAuthTexts.canaries
        plant(&builder)
        return Judge.verdict(on: builder.evidence, expecting: Expectation())
    }

    /// Expects the finding, and no other one.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let verdict = verdict
        #expect(verdict.findings.map(\.code) == (code.map { [$0] } ?? []), sourceLocation: sourceLocation)
        #expect(verdict.kind == (code == nil ? .passed : kind), sourceLocation: sourceLocation)
    }
}

/// The secrets of an OAuth sign-in.
enum OAuthTexts {
    /// RFC 7636, appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let code = "canary-code-00000001"
    static let refresh = "canary-refresh-00000001"
    static let secret = "canary-secret-00000001"
    static let key = "AAPKcanary-key-00000001"
    static let identity = "canary-identity-00000001"

    static var canaries: [Canary] {
        let rows: [(String, Canary.Kind, String)] = [
            ("code#1", .authorizationCode, code), ("refresh#1", .refreshToken, refresh),
            ("secret:app", .clientSecret, secret), ("key:weather", .apiKey, key),
            ("idtoken#1", .identityToken, identity),
        ]
        return rows.map { Canary(name: $0.0, kind: $0.1, value: $0.2, origins: [EvidenceBuilder.origin]) }
    }
}

extension EvidenceBuilder {
    mutating func authorize(
        _ query: String, type: String = "code", redirect: String = "https%3A%2F%2Fapp.test"
    ) {
        request(
            "GET", "oauth2/authorize",
            target: "/portal/sharing/rest/oauth2/authorize?client_id=app&response_type=\(type)"
                + "&redirect_uri=\(redirect)&\(query)")
    }

    mutating func trade(_ code: String, verifier: String, code answer: Int = 200) {
        request(
            "POST", "oauth2/token", code: answer, issued: answer == 200 ? "token#1" : nil,
            body: "grant_type=authorization_code&client_id=app&code=\(code)&code_verifier=\(verifier)",
            target: "/portal/sharing/rest/oauth2/token")
    }

    mutating func redeem(secret: String, code answer: Int = 200) {
        request(
            "POST", "oauth2/token", code: answer, issued: answer == 200 ? "token#1" : nil,
            body: "grant_type=authorization_code&client_id=app&code=code-1&client_secret=\(secret)",
            target: "/portal/sharing/rest/oauth2/token")
    }

    /// A wrong password on the sign-in page, which comes back with a message.
    mutating func type(_ password: String) {
        request(
            "POST", "oauth2/signin", body: "oauth_state=x&username=alice&password=\(password)",
            target: "/portal/sharing/rest/oauth2/signin")
        let last = evidence.journal.requests.count - 1
        evidence.journal.requests[last].decisions = [.init(gate: "password", passed: false, reason: "wrong")]
    }

    mutating func refresh(code: Int = 200, issued: String? = nil, client: String = "app") {
        request(
            "POST", "oauth2/token", code: code, issued: issued,
            body: "grant_type=refresh_token&client_id=\(client)&refresh_token=\(OAuthTexts.refresh)",
            target: "/portal/sharing/rest/oauth2/token")
    }
}
