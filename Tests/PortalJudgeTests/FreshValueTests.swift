import PortalJudge
import Testing

@Suite struct `Values that a client makes up` {
    private static let page = "/portal/sharing/rest/oauth2/authorize"

    @Test func `are read from sign-in pages, token requests and Digest answers, each once`() {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "oauth2/authorize", target: "\(Self.page)?state=s1&code_challenge=c1")
        builder.request("GET", "oauth2/authorize", target: "\(Self.page)?state=s1&code_challenge=c2")
        builder.request(
            "POST", "oauth2/token", body: "grant_type=authorization_code&code_verifier=v1",
            target: "/portal/sharing/rest/oauth2/token")
        builder.digest(cnonce: "n1")
        builder.digest("nonce#2", cnonce: "n1")
        #expect(
            builder.evidence.freshValues == [
                FreshValue(kind: .state, text: "s1", request: 1),
                FreshValue(kind: .verifier, text: "c1", request: 1),
                FreshValue(kind: .verifier, text: "c2", request: 2),
                FreshValue(kind: .verifier, text: "v1", request: 3),
                FreshValue(kind: .cnonce, text: "n1", request: 4),
            ])
    }

    @Test func `are not what is empty, absent or not a client's`() {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "oauth2/authorize", target: "\(Self.page)?state=")
        builder.request("GET", "identity/authorize", target: "/mockportal/oauth2/v2.0/authorize?client_id=iap")
        builder.digest(cnonce: nil)
        builder.basic()
        #expect(builder.evidence.freshValues.isEmpty)
    }
}
