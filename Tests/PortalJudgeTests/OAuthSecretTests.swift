import HTTPSemantics
import PortalJudge
import Testing

/// Where the secrets of a sign-in may go, and what is judged once they are taken out.
@Suite struct `Secrets of a sign-in through a browser` {
    @Test(arguments: [
        OAuthCase(testDescription: "code in a URL", code: "secret.in-url") {
            $0.request("GET", "info", target: "/x?code=\(OAuthTexts.code)")
        },
        OAuthCase(testDescription: "code on the page that the portal shows it on", code: nil) {
            $0.request("GET", "oauth2/approval", target: "/portal/sharing/rest/oauth2/approval?code=\(OAuthTexts.code)")
        },
        OAuthCase(testDescription: "code where the answer was to go", code: nil, client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/app?code=\(OAuthTexts.code)&state=of-a-page")
        },
        OAuthCase(testDescription: "code beside where the answer was to go", code: "secret.in-url", client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/apple?code=\(OAuthTexts.code)&state=of-a-page")
        },
        OAuthCase(testDescription: "code as a state", code: "secret.in-url", client: .foreign) {
            $0.authorize(
                "state=of-a-page&code_challenge=c&code_challenge_method=S256",
                redirect: "https%3A%2F%2Flocalhost%3A8443%2Fapp")
            $0.request("GET", "none", target: "/app?code=x&state=\(OAuthTexts.code)")
        },
        OAuthCase(testDescription: "code to a service", code: "secret.in-body") {
            $0.request("POST", "Traffic", body: "code=\(OAuthTexts.code)")
        },
        OAuthCase(testDescription: "refresh token in a header", code: "secret.in-header") {
            $0.request("GET", "info", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.refresh)")])
        },
        OAuthCase(testDescription: "refresh token to the service of passwords", code: "secret.in-body") {
            $0.request("POST", "generateToken", body: "token=\(OAuthTexts.refresh)")
        },
        OAuthCase(testDescription: "refresh token to be revoked", code: nil) {
            $0.request("POST", "oauth2/revokeToken", body: "auth_token=\(OAuthTexts.refresh)&client_id=app")
        },
        OAuthCase(testDescription: "refresh token elsewhere", code: "secret.foreign-origin") {
            $0.connection(listener: "other", origin: "https://127.0.0.2:9443")
            $0.request(
                "POST", "oauth2/token", body: "refresh_token=\(OAuthTexts.refresh)", connection: 2, listener: "other",
                origin: "https://127.0.0.2:9443")
        },
        OAuthCase(testDescription: "client secret in a URL", code: "secret.in-url") {
            $0.request("POST", "oauth2/token", target: "/x?client_secret=\(OAuthTexts.secret)")
        },
        OAuthCase(testDescription: "client secret in a token request", code: nil) {
            $0.request("POST", "oauth2/token", body: "client_secret=\(OAuthTexts.secret)&client_id=app")
        },
        OAuthCase(testDescription: "verifier in the address of the page", code: "secret.in-url") {
            $0.authorize("state=of-a-page&code_challenge=\(OAuthTexts.verifier)&code_challenge_method=S256")
            $0.trade("code-1", verifier: OAuthTexts.verifier)
        },
        OAuthCase(testDescription: "verifier in a log", code: "secret.in-output") {
            $0.trade("code-1", verifier: OAuthTexts.verifier)
            $0.evidence.output = [ClientOutput(place: "log", text: "POST …code_verifier=\(OAuthTexts.verifier)")]
        },
        OAuthCase(testDescription: "refresh token in a file", code: "secret.in-file") {
            $0.evidence.output = [ClientOutput(place: "file arcgis.store", text: "\u{1}\(OAuthTexts.refresh)")]
        },
        OAuthCase(testDescription: "API key as a token", code: nil) {
            $0.request("GET", "Traffic", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.key)")])
        },
        OAuthCase(testDescription: "API key in the query, of ours", code: "secret.in-url") {
            $0.request("GET", "Traffic", target: "/x?token=\(OAuthTexts.key)")
        },
        OAuthCase(
            testDescription: "API key in the query, of anybody's", code: "secret.in-url", client: .foreign,
            kind: .passedNonStrictly
        ) { $0.request("GET", "Traffic", target: "/x?token=\(OAuthTexts.key)") },
        OAuthCase(testDescription: "ID token where it is meant to be", code: nil) {
            $0.request("GET", "info", headers: [.init("Authorization", "Bearer \(OAuthTexts.identity)")])
        },
        OAuthCase(testDescription: "ID token of the session that is to end", code: nil) {
            $0.request("POST", "identity/logout", body: "id_token_hint=\(OAuthTexts.identity)")
        },
        OAuthCase(testDescription: "ID token in a form", code: "secret.in-body") {
            $0.request("POST", "Traffic", body: "token=\(OAuthTexts.identity)")
        },
        OAuthCase(testDescription: "ID token in the portal's header", code: "secret.in-header") {
            $0.request("GET", "info", headers: [.init("X-Esri-Authorization", "Bearer \(OAuthTexts.identity)")])
        },
        OAuthCase(testDescription: "password in the form of the page", code: nil) {
            $0.request("POST", "oauth2/signin", body: "username=alice&password=\(EvidenceBuilder.password)")
        },
        OAuthCase(testDescription: "password in a token request of OAuth", code: "secret.in-body") {
            $0.request("POST", "oauth2/token", body: "grant_type=password&password=\(EvidenceBuilder.password)")
        },
    ])
    func `are kept where they belong`(_ row: OAuthCase) {
        row.check()
    }

    @Test func `change no verdict once they are taken out`() {
        var builder = EvidenceBuilder()
        builder.evidence.canaries += OAuthTexts.canaries
        builder.trade(OAuthTexts.code, verifier: OAuthTexts.verifier)
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
            for secret in [OAuthTexts.code, OAuthTexts.refresh, OAuthTexts.verifier, "wwww"] {
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
}
