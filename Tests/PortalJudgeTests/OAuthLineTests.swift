import HTTPSemantics
import PortalJudge
import Testing

/// Wire lines of sign-ins with OAuth.
@Suite struct `Lines of a sign-in through a browser` {
    @Test(arguments: [
        ("POST oauth2/token form.grant_type=authorization_code code=code#1 verifier=new -> token#1,refresh#1", 0),
        ("POST oauth2/token code=code#1 -> refresh#1", 0), ("POST oauth2/token code=code#2", 1),
        ("POST oauth2/token refresh=refresh#1", 1), ("POST oauth2/token -> token#2", 1),
        ("POST oauth2/token -> token#1,refresh#2", 1), ("POST oauth2/token secret=right", 1),
        ("POST oauth2/token state=new", 1),
    ])
    func `have words for what is sent and handed out`(_ line: String, differences: Int) throws {
        var builder = EvidenceBuilder()
        builder.evidence.canaries += OAuthTexts.canaries
        builder.trade(OAuthTexts.code, verifier: OAuthTexts.verifier)
        builder.evidence.journal.requests[0].answer?.alsoIssued = ["refresh#1"]
        let found = Judge.verdict(on: builder.evidence, expecting: try .wire(line)).findings
        #expect(found.map(\.code) == Array(repeating: "wire.order", count: differences))
    }

    @Test func `read what a sign-in page is asked with in a form too`() throws {
        var builder = EvidenceBuilder()
        builder.request(
            "POST", "oauth2/authorize", body: "state=of-a-page&code_challenge=c&code_challenge_method=S256",
            target: "/portal/sharing/rest/oauth2/authorize")
        let line = "* oauth2/authorize challenge=new state=new"
        #expect(Judge.verdict(on: builder.evidence, expecting: try .wire(line)).findings.isEmpty)
    }

    @Test(arguments: [
        "POST oauth2/token verifier=old", "POST oauth2/token secret=maybe", "POST oauth2/token -> refresh",
    ])
    func `refuse words that mean nothing`(_ line: String) {
        #expect(throws: WireLineError.self) { try WireLine(parsing: line) }
    }
}
