import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Signing in through a browser` {
    @Test(arguments: [
        OAuthCase(testDescription: "two sign-ins as they should be", code: nil) {
            for number in 1...2 {
                $0.authorize("state=of-page-\(number)&code_challenge=c\(number)&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: OAuthTexts.verifier + "\(number)")
            }
        },
        OAuthCase(testDescription: "a page that is loaded again", code: nil) {
            for _ in 1...2 { $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=S256") }
        },
        OAuthCase(testDescription: "a page that is loaded again after the sign-in", code: nil) {
            for number in 1...2 {
                $0.authorize("state=of-page-\(number)&code_challenge=c\(number)&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: OAuthTexts.verifier + "\(number)")
                $0.authorize("state=of-page-\(number)&code_challenge=c\(number)&code_challenge_method=S256")
            }
        },
        OAuthCase(testDescription: "a page that is loaded again beside another one", code: nil) {
            for number in [1, 2, 1] {
                $0.authorize("state=of-page-\(number)&code_challenge=c\(number)&code_challenge_method=S256")
                if number == 2 { $0.trade("code-2", verifier: OAuthTexts.verifier + "2") }
            }
            $0.trade("code-1", verifier: OAuthTexts.verifier + "1")
        },
        OAuthCase(testDescription: "two sign-ins with one request", code: "oauth.state-repeated") {
            for number in 1...2 {
                $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: OAuthTexts.verifier + "\(number)")
            }
        },
        OAuthCase(
            testDescription: "two sign-ins with one request and a proof, of another client",
            code: "oauth.state-repeated", client: .foreign, kind: .passedNonStrictly
        ) {
            for number in 1...2 {
                $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: OAuthTexts.verifier + "\(number)")
            }
        },
        OAuthCase(testDescription: "out of band without a state", code: nil) {
            $0.authorize(
                "code_challenge=c&code_challenge_method=S256", redirect: "urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob")
        },
        OAuthCase(testDescription: "no proof", code: "oauth.no-pkce") { $0.authorize("state=of-a-page") },
        OAuthCase(testDescription: "an empty proof", code: "oauth.no-pkce", client: .foreign) {
            $0.authorize("state=of-a-page&code_challenge=&code_challenge_method=S256")
        },
        OAuthCase(
            testDescription: "no proof where a secret stands in for it", code: "oauth.no-pkce", client: .foreign,
            kind: .passedNonStrictly
        ) {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: OAuthTexts.secret)
        },
        OAuthCase(testDescription: "no proof where our secret stands in for it", code: "oauth.no-pkce") {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: OAuthTexts.secret)
        },
        OAuthCase(testDescription: "no proof and a secret that is refused", code: "oauth.no-pkce", client: .foreign) {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: "wrong", code: 400)
        },
        OAuthCase(
            testDescription: "a wrong password that is typed again", code: "credential.repeated", client: .foreign
        ) {
            for _ in 1...2 { $0.type("wrong") }
        },
        OAuthCase(testDescription: "a wrong password that a scripted browser types again", code: nil) {
            for _ in 1...2 { $0.type("wrong") }
        },
        OAuthCase(testDescription: "another password after a wrong one", code: nil, client: .foreign) {
            for number in 1...2 { $0.type("wrong-\(number)") }
        },
        OAuthCase(testDescription: "a plain proof", code: "oauth.plain-pkce") {
            $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=plain")
        },
        OAuthCase(testDescription: "a proof without a method, which is plain", code: "oauth.plain-pkce") {
            $0.authorize("state=of-a-page&code_challenge=c")
        },
        OAuthCase(testDescription: "no state", code: "oauth.no-state") {
            $0.authorize("code_challenge=c&code_challenge_method=S256")
        },
        OAuthCase(
            testDescription: "a proof and no state, of anybody's", code: "oauth.no-state", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.authorize("code_challenge=c&code_challenge_method=S256") },
        OAuthCase(testDescription: "neither proof nor state where a proxy sends everybody", code: nil, client: .foreign)
        {
            $0.request("GET", "identity/authorize", target: "/mockportal/oauth2/v2.0/authorize?response_type=code")
        },
        OAuthCase(testDescription: "a state that is always the same", code: "oauth.state-repeated") {
            for number in 1...2 { $0.authorize("state=of-a-page&code_challenge=c\(number)&code_challenge_method=S256") }
        },
        OAuthCase(
            testDescription: "a proof and one state for all, of another client", code: "oauth.state-repeated",
            client: .foreign, kind: .passedNonStrictly
        ) {
            for number in 1...2 { $0.authorize("state=of-a-page&code_challenge=c\(number)&code_challenge_method=S256") }
        },
        OAuthCase(testDescription: "a challenge that is always the same", code: "oauth.verifier-repeated") {
            for number in 1...2 { $0.authorize("state=of-page-\(number)&code_challenge=c&code_challenge_method=S256") }
        },
        OAuthCase(testDescription: "a token without a code, of ours", code: "oauth.implicit") {
            $0.authorize("state=of-a-page", type: "token")
        },
        OAuthCase(
            testDescription: "a token without a code, of anybody's", code: "oauth.implicit", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.authorize("state=of-a-page", type: "token") },
        OAuthCase(testDescription: "a code that is sent twice", code: "oauth.code-repeated", client: .foreign) {
            for code in [400, 200] { $0.trade("code-1", verifier: OAuthTexts.verifier, code: code) }
        },
        OAuthCase(
            testDescription: "a code sent again blindly, which is no code used twice", code: "request.blind-repeat"
        ) {
            $0.trade("code-1", verifier: OAuthTexts.verifier)
            $0.evidence.journal.requests[0].fault = "reset"
            $0.trade("code-1", verifier: OAuthTexts.verifier)
        },
        OAuthCase(testDescription: "no code, twice", code: nil, client: .foreign) {
            for _ in 1...2 { $0.trade("", verifier: OAuthTexts.verifier, code: 400) }
            $0.trade("code-1", verifier: OAuthTexts.verifier)
        },
        OAuthCase(testDescription: "a verifier that is used twice", code: "oauth.verifier-repeated") {
            for number in 1...2 { $0.trade("code-\(number)", verifier: OAuthTexts.verifier) }
        },
        OAuthCase(testDescription: "a verifier of 42 bytes", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(OAuthTexts.verifier.dropLast()))
        },
        OAuthCase(testDescription: "a verifier of 129 bytes", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(repeating: "v", count: 129))
        },
        OAuthCase(testDescription: "a verifier of six digits behind zeros", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(repeating: "0", count: 37) + "271828")
        },
        OAuthCase(testDescription: "the shortest verifier of decimal digits", code: nil) {
            $0.trade("code-1", verifier: "3141592653589793238462643383279502884197169")
        },
        OAuthCase(testDescription: "a verifier of hexadecimal digits", code: nil) {
            $0.trade("code-1", verifier: "00ff04b1a7c39e5d8862f0e1d2c3b4a5968778695a4b3c2d1e0f00112233aa55")
        },
        OAuthCase(testDescription: "a state of seven characters", code: "oauth.weak-state") {
            $0.authorize("state=1234567&code_challenge=c&code_challenge_method=S256")
        },
        OAuthCase(
            testDescription: "a proof and a state of two characters, of another client", code: "oauth.weak-state",
            client: .foreign, kind: .passedNonStrictly
        ) { $0.authorize("state=a7&code_challenge=c&code_challenge_method=S256") },
        OAuthCase(testDescription: "a verifier with other characters", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: OAuthTexts.verifier + "%2F")
        },
        OAuthCase(testDescription: "a refused refresh token that is sent again", code: "oauth.refresh-repeated") {
            for _ in 1...2 { $0.refresh(code: 498) }
        },
        OAuthCase(testDescription: "two renewals at once", code: "oauth.renewal-repeated") {
            $0.evidence.isConcurrent = true
            for number in 2...3 { $0.refresh(issued: "token#\(number)") }
        },
        OAuthCase(
            testDescription: "two renewals at once, of anybody's", code: "oauth.renewal-repeated", client: .foreign,
            kind: .passedNonStrictly
        ) {
            $0.evidence.isConcurrent = true
            for number in 2...3 { $0.refresh(issued: "token#\(number)") }
        },
        OAuthCase(
            testDescription: "a refused refresh token that anybody sends again", code: "oauth.refresh-repeated",
            client: .foreign
        ) {
            for _ in 1...2 { $0.refresh(code: 498) }
        },
        OAuthCase(testDescription: "a refresh token that another application was refused", code: nil) {
            $0.refresh(code: 400, client: "other")
            $0.refresh()
        },
        OAuthCase(testDescription: "a refresh token that comes again with a secret", code: nil) {
            $0.refresh(code: 400)
            $0.refresh(client: "app&client_secret=\(OAuthTexts.secret)")
        },
        OAuthCase(testDescription: "a renewal after the new token was refused", code: nil) {
            $0.refresh(issued: "token#2")
            $0.request("GET", "Traffic", token: "token#2", code: 498)
            $0.refresh(issued: "token#3")
        },
        OAuthCase(testDescription: "a renewal half an hour later", code: nil) {
            $0.refresh(issued: "token#2")
            $0.refresh(issued: "token#3")
            $0.evidence.journal.requests[1].portalTime = 30 * 60_000
            $0.evidence.journal.requests[1].advanced = 30 * 60_000
            $0.evidence.journal.requests[0].advanced = 0
        },
    ])
    func `is judged for every client`(_ row: OAuthCase) {
        row.check()
    }

    @Test func `one state for all fails another client that sends no proof`() {
        let row = OAuthCase(testDescription: "", code: nil, client: .foreign) {
            for number in 1...2 { $0.authorize("state=of-a-page&expiration=\(number)") }
        }
        let verdict = row.verdict
        #expect(verdict.kind == .failed && verdict.findings.contains { $0.code == "oauth.state-repeated" })
    }

    @Test func `two sign-ins with one request fail another client that sends no proof`() {
        let row = OAuthCase(testDescription: "", code: nil, client: .foreign) {
            for number in 1...2 {
                $0.authorize("state=of-a-page")
                $0.request(
                    "POST", "oauth2/token", issued: "token#1",
                    body: "grant_type=authorization_code&client_id=app&code=code-\(number)"
                        + "&client_secret=\(OAuthTexts.secret)",
                    target: "/portal/sharing/rest/oauth2/token")
            }
        }
        let verdict = row.verdict
        #expect(verdict.kind == .failed && verdict.findings.contains { $0.code == "oauth.state-repeated" })
    }

    @Test func `two sign-ins with one request are not told where the journal dropped what may be the second's page`() {
        let row = OAuthCase(testDescription: "", code: nil) {
            $0.evidence.journal.dropped = 1
            for number in 1...2 {
                $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: OAuthTexts.verifier + "\(number)")
            }
        }
        let verdict = row.verdict
        #expect(verdict.kind == .notJudged && verdict.findings.isEmpty, "\(verdict)")
    }

    @Test func `say that the method of a challenge is missing where it is`() {
        func problem(_ method: String) -> String? {
            var builder = EvidenceBuilder(.foreign)
            builder.authorize("state=s&code_challenge=c" + method)
            return Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.first?.problem
        }
        #expect(problem("") == "a code was asked for without a code_challenge_method, which means plain")
        #expect(problem("&code_challenge_method=plain") == "a code was asked for with its verifier in the open")
    }

}
