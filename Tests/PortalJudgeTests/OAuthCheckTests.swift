import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Signing in through a browser` {
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The finding; nil where there must be none.
        let code: String?
        var client = Evidence.Client.builtIn
        var kind = Verdict.Kind.failed
        let plant: @Sendable (inout EvidenceBuilder) -> Void
    }

    private func verdict(_ row: Case) -> Verdict {
        var builder = EvidenceBuilder(row.client)
        builder.evidence.canaries += OAuthTexts.canaries
        row.plant(&builder)
        return Judge.verdict(on: builder.evidence, expecting: Expectation())
    }

    @Test(arguments: [
        Case(testDescription: "two sign-ins as they should be", code: nil) {
            for number in 1...2 {
                $0.authorize("state=of-page-\(number)&code_challenge=c\(number)&code_challenge_method=S256")
                $0.trade("code-\(number)", verifier: verifier + "\(number)")
            }
        },
        Case(testDescription: "a page that is loaded again", code: nil) {
            for _ in 1...2 { $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=S256") }
        },
        Case(testDescription: "out of band without a state", code: nil) {
            $0.authorize(
                "code_challenge=c&code_challenge_method=S256", redirect: "urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob")
        },
        Case(testDescription: "no proof", code: "oauth.no-pkce") { $0.authorize("state=of-a-page") },
        Case(testDescription: "an empty proof", code: "oauth.no-pkce", client: .foreign) {
            $0.authorize("state=of-a-page&code_challenge=&code_challenge_method=S256")
        },
        Case(
            testDescription: "no proof where a secret stands in for it", code: "oauth.no-pkce", client: .foreign,
            kind: .passedNonStrictly
        ) {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: OAuthTexts.secret)
        },
        Case(testDescription: "no proof where our secret stands in for it", code: "oauth.no-pkce") {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: OAuthTexts.secret)
        },
        Case(testDescription: "no proof and a secret that is refused", code: "oauth.no-pkce", client: .foreign) {
            $0.authorize("state=of-a-page")
            $0.redeem(secret: "wrong", code: 400)
        },
        Case(testDescription: "a wrong password that is typed again", code: "credential.repeated", client: .foreign) {
            for _ in 1...2 { $0.type("wrong") }
        },
        Case(testDescription: "a wrong password that a scripted browser types again", code: nil) {
            for _ in 1...2 { $0.type("wrong") }
        },
        Case(testDescription: "another password after a wrong one", code: nil, client: .foreign) {
            for number in 1...2 { $0.type("wrong-\(number)") }
        },
        Case(testDescription: "a plain proof", code: "oauth.plain-pkce") {
            $0.authorize("state=of-a-page&code_challenge=c&code_challenge_method=plain")
        },
        Case(testDescription: "a proof without a method, which is plain", code: "oauth.plain-pkce") {
            $0.authorize("state=of-a-page&code_challenge=c")
        },
        Case(testDescription: "no state", code: "oauth.no-state") {
            $0.authorize("code_challenge=c&code_challenge_method=S256")
        },
        Case(
            testDescription: "a proof and no state, of anybody's", code: "oauth.no-state", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.authorize("code_challenge=c&code_challenge_method=S256") },
        Case(testDescription: "neither proof nor state where a proxy sends everybody", code: nil, client: .foreign) {
            $0.request("GET", "identity/authorize", target: "/mockportal/oauth2/v2.0/authorize?response_type=code")
        },
        Case(testDescription: "a state that is always the same", code: "oauth.state-repeated") {
            for number in 1...2 { $0.authorize("state=of-a-page&code_challenge=c\(number)&code_challenge_method=S256") }
        },
        Case(
            testDescription: "a proof and one state for all, of another client", code: "oauth.state-repeated",
            client: .foreign, kind: .passedNonStrictly
        ) {
            for number in 1...2 { $0.authorize("state=of-a-page&code_challenge=c\(number)&code_challenge_method=S256") }
        },
        Case(testDescription: "a challenge that is always the same", code: "oauth.verifier-repeated") {
            for number in 1...2 { $0.authorize("state=of-page-\(number)&code_challenge=c&code_challenge_method=S256") }
        },
        Case(testDescription: "a token without a code, of ours", code: "oauth.implicit") {
            $0.authorize("state=of-a-page", type: "token")
        },
        Case(
            testDescription: "a token without a code, of anybody's", code: "oauth.implicit", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.authorize("state=of-a-page", type: "token") },
        Case(testDescription: "a code that is sent twice", code: "oauth.code-repeated", client: .foreign) {
            for code in [400, 200] { $0.trade("code-1", verifier: verifier, code: code) }
        },
        Case(testDescription: "a code sent again blindly, which is no code used twice", code: "request.blind-repeat") {
            $0.trade("code-1", verifier: verifier)
            $0.evidence.journal.requests[0].fault = "reset"
            $0.trade("code-1", verifier: verifier)
        },
        Case(testDescription: "no code, twice", code: nil, client: .foreign) {
            for _ in 1...2 { $0.trade("", verifier: verifier, code: 400) }
            $0.trade("code-1", verifier: verifier)
        },
        Case(testDescription: "a verifier that is used twice", code: "oauth.verifier-repeated") {
            for number in 1...2 { $0.trade("code-\(number)", verifier: verifier) }
        },
        Case(testDescription: "a verifier of 42 bytes", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(verifier.dropLast()))
        },
        Case(testDescription: "a verifier of 129 bytes", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(repeating: "v", count: 129))
        },
        Case(testDescription: "a verifier of six digits behind zeros", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: String(repeating: "0", count: 37) + "271828")
        },
        Case(testDescription: "the shortest verifier of decimal digits", code: nil) {
            $0.trade("code-1", verifier: "3141592653589793238462643383279502884197169")
        },
        Case(testDescription: "a verifier of hexadecimal digits", code: nil) {
            $0.trade("code-1", verifier: "00ff04b1a7c39e5d8862f0e1d2c3b4a5968778695a4b3c2d1e0f00112233aa55")
        },
        Case(testDescription: "a state of seven characters", code: "oauth.weak-state") {
            $0.authorize("state=1234567&code_challenge=c&code_challenge_method=S256")
        },
        Case(
            testDescription: "a proof and a state of two characters, of another client", code: "oauth.weak-state",
            client: .foreign, kind: .passedNonStrictly
        ) { $0.authorize("state=a7&code_challenge=c&code_challenge_method=S256") },
        Case(testDescription: "a verifier with other characters", code: "oauth.weak-verifier") {
            $0.trade("code-1", verifier: verifier + "%2F")
        },
        Case(testDescription: "a refused refresh token that is sent again", code: "oauth.refresh-repeated") {
            for _ in 1...2 { $0.refresh(code: 498) }
        },
        Case(testDescription: "two renewals at once", code: "oauth.renewal-repeated") {
            $0.evidence.isConcurrent = true
            for number in 2...3 { $0.refresh(issued: "token#\(number)") }
        },
        Case(
            testDescription: "two renewals at once, of anybody's", code: "oauth.renewal-repeated", client: .foreign,
            kind: .passedNonStrictly
        ) {
            $0.evidence.isConcurrent = true
            for number in 2...3 { $0.refresh(issued: "token#\(number)") }
        },
        Case(
            testDescription: "a refused refresh token that anybody sends again", code: "oauth.refresh-repeated",
            client: .foreign
        ) {
            for _ in 1...2 { $0.refresh(code: 498) }
        },
        Case(testDescription: "a refresh token that another application was refused", code: nil) {
            $0.refresh(code: 400, client: "other")
            $0.refresh()
        },
        Case(testDescription: "a refresh token that comes again with a secret", code: nil) {
            $0.refresh(code: 400)
            $0.refresh(client: "app&client_secret=\(OAuthTexts.secret)")
        },
        Case(testDescription: "a renewal after the new token was refused", code: nil) {
            $0.refresh(issued: "token#2")
            $0.request("GET", "Traffic", token: "token#2", code: 498)
            $0.refresh(issued: "token#3")
        },
        Case(testDescription: "a renewal half an hour later", code: nil) {
            $0.refresh(issued: "token#2")
            $0.refresh(issued: "token#3")
            $0.evidence.journal.requests[1].portalTime = 30 * 60_000
            $0.evidence.journal.requests[1].advanced = 30 * 60_000
            $0.evidence.journal.requests[0].advanced = 0
        },
    ])
    func `is judged for every client`(_ row: Case) {
        let verdict = verdict(row)
        #expect(verdict.findings.map(\.code) == (row.code.map { [$0] } ?? []))
        #expect(verdict.kind == (row.code == nil ? .passed : row.kind))
    }

    @Test func `one state for all fails another client that sends no proof`() {
        let row = Case(testDescription: "", code: nil, client: .foreign) {
            for number in 1...2 { $0.authorize("state=of-a-page&expiration=\(number)") }
        }
        let verdict = verdict(row)
        #expect(verdict.kind == .failed && verdict.findings.contains { $0.code == "oauth.state-repeated" })
    }

    @Test(arguments: [
        Case(testDescription: "code in a URL", code: "secret.in-url") {
            $0.request("GET", "info", target: "/x?code=\(OAuthTexts.code)")
        },
        Case(testDescription: "code on the page that the portal shows it on", code: nil) {
            $0.request("GET", "oauth2/approval", target: "/portal/sharing/rest/oauth2/approval?code=\(OAuthTexts.code)")
        },
        Case(testDescription: "code where the answer was to go", code: nil, client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/app?code=\(OAuthTexts.code)&state=of-a-page")
        },
        Case(testDescription: "code beside where the answer was to go", code: "secret.in-url", client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/apple?code=\(OAuthTexts.code)&state=of-a-page")
        },
        Case(testDescription: "code as a state", code: "secret.in-url", client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/app?code=x&state=\(OAuthTexts.code)")
        },
        Case(testDescription: "code to a service", code: "secret.in-body") {
            $0.request("POST", "Traffic", body: "code=\(OAuthTexts.code)")
        },
        Case(testDescription: "refresh token in a header", code: "secret.in-header") {
            $0.request("GET", "info", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.refresh)")])
        },
        Case(testDescription: "refresh token to the service of passwords", code: "secret.in-body") {
            $0.request("POST", "generateToken", body: "token=\(OAuthTexts.refresh)")
        },
        Case(testDescription: "refresh token to be revoked", code: nil) {
            $0.request("POST", "oauth2/revokeToken", body: "auth_token=\(OAuthTexts.refresh)&client_id=app")
        },
        Case(testDescription: "refresh token elsewhere", code: "secret.foreign-origin") {
            $0.connection(listener: "other", origin: "https://127.0.0.2:9443")
            $0.request(
                "POST", "oauth2/token", body: "refresh_token=\(OAuthTexts.refresh)", connection: 2, listener: "other",
                origin: "https://127.0.0.2:9443")
        },
        Case(testDescription: "client secret in a URL", code: "secret.in-url") {
            $0.request("POST", "oauth2/token", target: "/x?client_secret=\(OAuthTexts.secret)")
        },
        Case(testDescription: "client secret in a token request", code: nil) {
            $0.request("POST", "oauth2/token", body: "client_secret=\(OAuthTexts.secret)&client_id=app")
        },
        Case(testDescription: "verifier in the address of the page", code: "secret.in-url") {
            $0.authorize("state=of-a-page&code_challenge=\(verifier)&code_challenge_method=S256")
            $0.trade("code-1", verifier: verifier)
        },
        Case(testDescription: "verifier in a log", code: "secret.in-output") {
            $0.trade("code-1", verifier: verifier)
            $0.evidence.output = [ClientOutput(place: "log", text: "POST …code_verifier=\(verifier)")]
        },
        Case(testDescription: "refresh token in a file", code: "secret.in-file") {
            $0.evidence.output = [ClientOutput(place: "file arcgis.store", text: "\u{1}\(OAuthTexts.refresh)")]
        },
        Case(testDescription: "API key as a token", code: nil) {
            $0.request("GET", "Traffic", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.key)")])
        },
        Case(testDescription: "API key in the query, of ours", code: "secret.in-url") {
            $0.request("GET", "Traffic", target: "/x?token=\(OAuthTexts.key)")
        },
        Case(
            testDescription: "API key in the query, of anybody's", code: "secret.in-url", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.request("GET", "Traffic", target: "/x?token=\(OAuthTexts.key)") },
        Case(testDescription: "ID token where it is meant to be", code: nil) {
            $0.request("GET", "info", headers: [.init("Authorization", "Bearer \(OAuthTexts.identity)")])
        },
        Case(testDescription: "ID token of the session that is to end", code: nil) {
            $0.request("POST", "identity/logout", body: "id_token_hint=\(OAuthTexts.identity)")
        },
        Case(testDescription: "ID token in a form", code: "secret.in-body") {
            $0.request("POST", "Traffic", body: "token=\(OAuthTexts.identity)")
        },
        Case(testDescription: "ID token in the portal's header", code: "secret.in-header") {
            $0.request("GET", "info", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.identity)")])
        },
        Case(testDescription: "password in the form of the page", code: nil) {
            $0.request("POST", "oauth2/signin", body: "username=alice&password=\(EvidenceBuilder.password)")
        },
        Case(testDescription: "password in a token request of OAuth", code: "secret.in-body") {
            $0.request("POST", "oauth2/token", body: "grant_type=password&password=\(EvidenceBuilder.password)")
        },
    ])
    func `keeps each secret where it belongs`(_ row: Case) {
        let verdict = verdict(row)
        #expect(verdict.findings.map(\.code) == (row.code.map { [$0] } ?? []))
        #expect(verdict.kind == (row.code == nil ? .passed : row.kind))
    }

    @Test func `is judged alike once the secrets are taken out`() {
        var builder = EvidenceBuilder()
        builder.evidence.canaries += OAuthTexts.canaries
        builder.trade(OAuthTexts.code, verifier: Self.verifier)
        builder.trade(OAuthTexts.code, verifier: String(repeating: "w", count: 42))
        builder.trade("another", verifier: String(repeating: "w", count: 37) + "271828")
        builder.refresh(code: 498)
        builder.refresh(code: 498)
        let fresh = Judge.verdict(on: builder.evidence, expecting: Expectation())
        let stored = builder.evidence.redacted()
        #expect(
            fresh.findings.map(\.code) == [
                "oauth.code-repeated", "oauth.weak-verifier", "oauth.weak-verifier", "oauth.refresh-repeated",
            ])
        #expect(Judge.verdict(on: stored, expecting: Expectation()).findings == fresh.findings)
        for request in stored.journal.requests {
            let text = String(decoding: request.body, as: UTF8.self)
            for secret in [OAuthTexts.code, OAuthTexts.refresh, Self.verifier, "wwww"] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test(arguments: ["%2F", "%2B"])
    func `judge the characters of a verifier alike from what is stored`(_ character: String) {
        var builder = EvidenceBuilder(.foreign)
        builder.trade("code-1", verifier: String(repeating: "w", count: 49) + character)
        let stored = builder.evidence.redacted()
        #expect(!String(decoding: stored.journal.requests[0].body, as: UTF8.self).contains("www"))
        let finding = Judge.verdict(on: stored, expecting: Expectation()).findings.first
        #expect(finding?.code == "oauth.weak-verifier")
        #expect(
            finding?.nearest?.hasSuffix("50 bytes, with other characters") == true, "\(String(describing: finding))")
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

    @Test(arguments: [
        ("POST oauth2/token form.grant_type=authorization_code code=code#1 verifier=new -> token#1,refresh#1", 0),
        ("POST oauth2/token code=code#1 -> refresh#1", 0), ("POST oauth2/token code=code#2", 1),
        ("POST oauth2/token refresh=refresh#1", 1), ("POST oauth2/token -> token#2", 1),
        ("POST oauth2/token -> token#1,refresh#2", 1), ("POST oauth2/token secret=right", 1),
        ("POST oauth2/token state=new", 1),
    ])
    func `has words for lines`(_ line: String, differences: Int) throws {
        var builder = EvidenceBuilder()
        builder.evidence.canaries += OAuthTexts.canaries
        builder.trade(OAuthTexts.code, verifier: Self.verifier)
        builder.evidence.journal.requests[0].answer?.alsoIssued = ["refresh#1"]
        let found = Judge.verdict(on: builder.evidence, expecting: try .wire(line)).findings
        #expect(found.map(\.code) == Array(repeating: "wire.order", count: differences))
    }

    @Test func `reads what a sign-in page is asked with in a form too`() throws {
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
    func `refuses words that mean nothing`(_ line: String) {
        #expect(throws: WireLineError.self) { try WireLine(parsing: line) }
    }
}

/// The secrets of an OAuth sign-in.
private enum OAuthTexts {
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
    fileprivate mutating func authorize(
        _ query: String, type: String = "code", redirect: String = "https%3A%2F%2Fapp.test"
    ) {
        request(
            "GET", "oauth2/authorize",
            target: "/portal/sharing/rest/oauth2/authorize?client_id=app&response_type=\(type)"
                + "&redirect_uri=\(redirect)&\(query)")
    }

    fileprivate mutating func trade(_ code: String, verifier: String, code answer: Int = 200) {
        request(
            "POST", "oauth2/token", code: answer, issued: answer == 200 ? "token#1" : nil,
            body: "grant_type=authorization_code&client_id=app&code=\(code)&code_verifier=\(verifier)",
            target: "/portal/sharing/rest/oauth2/token")
    }

    fileprivate mutating func redeem(secret: String, code answer: Int = 200) {
        request(
            "POST", "oauth2/token", code: answer, issued: answer == 200 ? "token#1" : nil,
            body: "grant_type=authorization_code&client_id=app&code=code-1&client_secret=\(secret)",
            target: "/portal/sharing/rest/oauth2/token")
    }

    /// A wrong password on the sign-in page, which comes back with a message.
    fileprivate mutating func type(_ password: String) {
        request(
            "POST", "oauth2/signin", body: "oauth_state=x&username=alice&password=\(password)",
            target: "/portal/sharing/rest/oauth2/signin")
        let last = evidence.journal.requests.count - 1
        evidence.journal.requests[last].decisions = [.init(gate: "password", passed: false, reason: "wrong")]
    }

    fileprivate mutating func refresh(code: Int = 200, issued: String? = nil, client: String = "app") {
        request(
            "POST", "oauth2/token", code: code, issued: issued,
            body: "grant_type=refresh_token&client_id=\(client)&refresh_token=\(OAuthTexts.refresh)",
            target: "/portal/sharing/rest/oauth2/token")
    }
}
