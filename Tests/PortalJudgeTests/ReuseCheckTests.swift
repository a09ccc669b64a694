import PortalJudge
import Testing

@Suite struct `Values that are the same in two processes` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: FreshValue.Kind
        var hasChallenge = false
        var client = Evidence.Client.foreign
        let code: String
        let verdict: Verdict.Kind
    }

    @Test(arguments: [
        Case(testDescription: "a state alone", kind: .state, code: "oauth.state-constant", verdict: .failed),
        Case(
            testDescription: "a state beside a challenge", kind: .state, hasChallenge: true,
            code: "oauth.state-constant",
            verdict: .passedNonStrictly),
        Case(
            testDescription: "our own state", kind: .state, hasChallenge: true, client: .builtIn,
            code: "oauth.state-constant", verdict: .failed),
        Case(
            testDescription: "a verifier", kind: .verifier, hasChallenge: true, code: "oauth.verifier-constant",
            verdict: .failed),
        Case(testDescription: "a cnonce", kind: .cnonce, code: "digest.cnonce-constant", verdict: .failed),
    ])
    func `are told with the other run`(_ row: Case) throws {
        var builder = EvidenceBuilder(row.client)
        let challenge = row.hasChallenge ? "&code_challenge=c&code_challenge_method=S256" : "&response_type=token"
        builder.request(
            "GET", "oauth2/authorize", target: "/portal/sharing/rest/oauth2/authorize?state=of-a-page\(challenge)")
        builder.evidence.reused = [Evidence.Reuse(kind: row.kind, request: 1, other: "oauth/other")]
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        let finding = try #require(verdict.findings.first { $0.code == row.code })
        #expect(finding.expected?.contains("oauth/other") == true)
        #expect(finding.nearest == "request 1   GET oauth2/authorize")
        // The implicit form is loose in itself, so that the constant alone decides.
        #expect(verdict.kind == row.verdict)
    }
}
