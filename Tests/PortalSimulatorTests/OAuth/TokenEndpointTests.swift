import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// What `oauth2/token` refuses, and what ends what.
@Suite struct `The token endpoint` {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let changes: [(String, String?)]
        let refusal: String
        var testDescription: String { name }

        init(_ name: String, _ changes: [(String, String?)], _ refusal: String) {
            self.name = name
            self.changes = changes
            self.refusal = refusal
        }
    }

    private static let rows = [
        Row("an unknown application", [("client_id", "nobody")], "invalid_client_id: Invalid client_id"),
        Row("another application", [("client_id", "pythonapi")], "invalid_grant: Invalid code"),
        Row("no grant type", [("grant_type", nil)], "invalid_request: grant_type not specified"),
        Row("another grant type", [("grant_type", "password")], "unsupported_grant_type: Unsupported grant_type"),
        Row("no code", [("code", nil)], "invalid_request: code not specified"),
        Row("another code", [("code", "guess")], "invalid_grant: Invalid code"),
        Row("no redirect URI", [("redirect_uri", nil)], "invalid_request: redirect_uri not specified"),
        Row(
            "another registered redirect URI", [("redirect_uri", "my-ags-app://auth")],
            "invalid_request: Invalid redirect_uri"),
        Row(
            "the redirect URI with a query", [("redirect_uri", OAuthProbe.redirect + "?x")],
            "invalid_request: Invalid redirect_uri"),
        Row("no verifier", [("code_verifier", nil)], "invalid_grant: code_verifier not specified"),
        Row(
            "another verifier", [("code_verifier", String(repeating: "v", count: 43))],
            "invalid_grant: Invalid code_verifier"),
        Row(
            "the challenge as verifier", [("code_verifier", OAuthProbe.challenge)],
            "invalid_grant: Invalid code_verifier"),
        Row(
            "a secret that the application does not have", [("client_secret", "guess")],
            "invalid_client: Invalid client_secret"),
        Row("two codes", [("code", "a"), ("code", "b")], "invalid_request: code was sent more than once"),
    ]

    @Test(arguments: rows) func `refuses, and leaves the code as it was`(row: Row) throws {
        let oauth = try OAuthProbe()
        let code = oauth.code()
        let answer = oauth.redeem(code, row.changes)
        #expect(answer.refusal == row.refusal, "\(answer.text)")
        #expect(answer.status == 200 && answer.code == 400)
        #expect(answer.error?["message"] == answer.error?["error_description"] && answer.error?["details"] == [])
        #expect(answer.header("Content-Type") == "application/json;charset=utf-8")
        #expect(oauth.redeem(code).json["username"] == "alice")
    }

    @Test func `wants no verifier where no challenge was sent`() throws {
        let oauth = try OAuthProbe()
        let code = oauth.code([("code_challenge", nil), ("code_challenge_method", nil)])
        #expect(oauth.redeem(code).refusal == "invalid_grant: Invalid code_verifier")
        #expect(oauth.redeem(code, [("code_verifier", nil)]).json["username"] == "alice")
    }

    @Test func `refuses a code that was used, and ends everything that it gave`() throws {
        let oauth = try OAuthProbe()
        let code = oauth.code()
        let first = oauth.redeem(code)
        let second = oauth.refresh(first.refreshToken)
        let exchanged = oauth.refresh(first.refreshToken, grant: "exchange_refresh_token")
        let other = oauth.redeem(oauth.code())
        #expect(oauth.redeem(code).refusal == "invalid_grant: Invalid code")
        for token in [first.accessToken, second.accessToken, exchanged.accessToken] {
            #expect(oauth.user(of: token) == nil)
        }
        #expect(oauth.refresh(exchanged.refreshToken).refusal == "invalid_grant: Invalid refresh_token")
        #expect(oauth.user(of: other.accessToken) == "alice", "another sign-in lives on")
    }

    @Test func `lets codes, access tokens and refresh tokens end in portal time`() throws {
        var oauth = try OAuthProbe()
        let late = oauth.code()
        let answer = oauth.redeem(oauth.code())
        oauth.probe.time += 5 * 60_000
        #expect(oauth.redeem(late).refusal == "invalid_grant: Invalid code: it has expired")
        oauth.probe.time += 24 * 60_000 + 59_000
        #expect(oauth.user(of: answer.accessToken) == "alice")
        oauth.probe.time += 1000
        #expect(oauth.probe.get("community/self", token: answer.accessToken).code == 498)
        oauth.probe.time += 14 * 86_400_000
        let refused = oauth.refresh(answer.refreshToken)
        #expect(refused.code == 498 && refused.refusal == "invalid_request: refresh_token expired")
    }

    @Test(
        arguments: [
            (nil, 1_209_600), ("0", 1_209_600), ("-1", 7_776_000), ("60", 3600), ("999999999", 7_776_000),
            ("much", 1_209_600),
        ] as [(String?, Int64)])
    func `gives refresh tokens the life that was asked for`(expiration: String?, seconds: Int64) throws {
        let oauth = try OAuthProbe()
        let answer = oauth.redeem(oauth.code([("expiration", expiration)]))
        #expect(answer.json["refresh_token_expires_in"]?.integer == seconds)
        #expect(answer.json["expires_in"]?.integer == 1800, "an access token's is fixed")
    }

    @Test func `ends what a code gave once that is used twice, though the refresh token has expired`() throws {
        let oauth = try OAuthProbe()
        let code = oauth.code()
        let answer = oauth.redeem(code)
        try oauth.probe.site.perform(.expire("refresh#1"))
        #expect(oauth.user(of: answer.accessToken) == "alice", "one that expires leaves what it gave")
        let again = oauth.redeem(code)
        #expect(again.refusal == "invalid_grant: Invalid code")
        #expect(again.answer.notes.decisions.contains { $0.reason == "code#1 was used before; token#1 revoked" })
        #expect(oauth.user(of: answer.accessToken) == nil)
    }

    @Test func `exchanges refresh tokens only for a registered redirect URI, and both may live on`() throws {
        let oauth = try OAuthProbe("oauth", ["oauth": ["rotates": false]])
        let answer = oauth.redeem(oauth.code())
        let form: OAuthProbe.Parameters = [
            ("grant_type", "exchange_refresh_token"), ("refresh_token", answer.refreshToken),
        ]
        #expect(oauth.token(form).refusal == "invalid_request: redirect_uri not specified")
        let evil = oauth.token(form + [("redirect_uri", "https://evil.test/")])
        #expect(evil.refusal == "invalid_request: Invalid redirect_uri")
        let exchanged = oauth.token(form + [("redirect_uri", OAuthProbe.redirect)])
        #expect(exchanged.refreshToken != answer.refreshToken)
        #expect(oauth.refresh(answer.refreshToken).json["username"] == "alice")
    }

    @Test func `ends refresh tokens with a new password`() throws {
        let oauth = try OAuthProbe()
        let alice = oauth.redeem(oauth.code())
        let carol = oauth.redeem(oauth.code(as: "carol"))
        try oauth.probe.site.perform(.password(["alice": Secret("a-new-password")]))
        #expect(oauth.refresh(alice.refreshToken).refusal == "invalid_grant: Invalid refresh_token")
        #expect(oauth.user(of: alice.accessToken) == "alice", "an access token lives on until it expires")
        #expect(oauth.refresh(carol.refreshToken).json["username"] == "carol")
    }

    @Test func `is told to end tokens by their names`() throws {
        let oauth = try OAuthProbe()
        let one = oauth.redeem(oauth.code())
        try oauth.probe.site.perform(.expire("refresh#1"))
        #expect(oauth.refresh(one.refreshToken).code == 498)
        #expect(oauth.user(of: one.accessToken) == "alice")
        let two = oauth.redeem(oauth.code())
        try oauth.probe.site.perform(.revoke("refresh#2"))
        #expect(oauth.refresh(two.refreshToken).refusal == "invalid_grant: Invalid refresh_token")
        #expect(oauth.user(of: two.accessToken) == nil)
        let three = oauth.redeem(oauth.code())
        try oauth.probe.site.perform(.revoke("all"))
        #expect(oauth.user(of: three.accessToken) == nil)
        #expect(oauth.refresh(three.refreshToken).json["username"] == "alice")
        #expect(throws: BlueprintError.self) { try oauth.probe.site.perform(.revoke("refresh#9")) }
    }

    @Test(arguments: ["client_secret", "refresh_token", "code_verifier"])
    func `takes no secret from a URL`(name: String) throws {
        let oauth = try OAuthProbe()
        let path = "/portal/sharing/oauth2/token/?\(name)=guess"
        for method in ["GET", "POST"] {
            let answer = oauth.probe.send(method, path, form: "client_id=mockportal-app&grant_type=refresh_token")
            #expect(answer.refusal == "invalid_request: POST request should not contain \(name) in the query string")
        }
        #expect(oauth.probe.send("GET", "/portal/sharing/oauth2/token/").error?["code"]?.integer == 405)
    }

    @Test func `gives an application with the right secret a token of its own`() throws {
        let oauth = try OAuthProbe("oauth-app")
        let secret = try #require(oauth.probe.site.oauthApplications.first { $0.clientID == "mockportal-app" }?.secret)
        func ask(_ secret: String?, _ more: OAuthProbe.Parameters = []) -> SiteProbe.Outcome {
            oauth.token([("grant_type", "client_credentials"), ("client_secret", secret)] + more)
        }
        let answer = ask(secret.reveal { $0 })
        #expect(answer.json["expires_in"]?.integer == 7200)
        #expect(answer.json["username"] == nil && answer.json["refresh_token"] == nil)
        let own = oauth.probe.get("portals/self", token: answer.accessToken).json
        #expect(own["user"] == nil && own["appInfo"]?["appId"]?.string == "mockportal-app", "\(own)")
        #expect(
            oauth.probe.get("community/self", token: answer.accessToken).error?["messageCode"]?.string == "COM_0019")
        #expect(oauth.probe.server("rest/services/Traffic/MapServer", token: answer.accessToken).code == 200)
        #expect(ask(secret.reveal { $0 }, [("expiration", "7200")]).json["expires_in"]?.integer == 432_000)
        #expect(ask(nil).refusal == "invalid_request: client_secret not specified")
        #expect(ask("guess").refusal == "invalid_client: Invalid client_secret")
        #expect(oauth.revoke(answer.accessToken).json == ["success": true])
        #expect(oauth.probe.get("portals/self", token: answer.accessToken).code == 200, "it cannot be revoked so")
    }

    @Test func `revokes only what was issued to who asks, and always says yes`() throws {
        let oauth = try OAuthProbe()
        let answer = oauth.redeem(oauth.code())
        #expect(oauth.revoke(answer.refreshToken, client: "pythonapi").json == ["success": true])
        #expect(oauth.refresh(answer.refreshToken).json["username"] == "alice")
        #expect(oauth.revoke("guess").json == ["success": true])
        #expect(oauth.revoke("guess", client: "nobody").error?["message"] == "Invalid client_id")
        let inURL = oauth.probe.send(
            "POST", "/portal/sharing/rest/oauth2/revokeToken?f=json&auth_token=x", form: "client_id=mockportal-app")
        #expect(inURL.refusal.hasPrefix("invalid_request: POST request should not contain auth_token"))
        #expect(oauth.revoke(answer.refreshToken).json == ["success": true])
        #expect(oauth.refresh(answer.refreshToken).refusal == "invalid_grant: Invalid refresh_token")
    }

    @Test func `refuses what is right where the blueprint says so`() throws {
        func refusal(_ rules: JSONValue) throws -> String {
            let oauth = try OAuthProbe("oauth")
            let answer = oauth.redeem(oauth.code())
            let code = oauth.code()
            try oauth.probe.site.perform(.set(["oauth": rules]))
            return [oauth.redeem(code).refusal, oauth.refresh(answer.refreshToken).refusal, oauth.revoke("x").text]
                .joined(separator: " | ")
        }
        let yes = #"{"success":true}"#
        #expect(try refusal(["token": "refusesCodes"]) == "invalid_grant: Invalid code | -: - | \(yes)")
        #expect(
            try refusal(["token": "refusesRefresh"]) == "-: - | invalid_request: refresh_token expired | \(yes)")
        #expect(
            try refusal(["token": "refusesRedirects"]) == "invalid_request: Invalid redirect_uri | -: - | \(yes)")
        #expect(try refusal(["revoke": "refuses"]) == #"-: - | -: - | {"success":false}"#)
        #expect(try refusal(["revoke": "fails"]).contains("Could not access any portal machine."))
    }

    @Test func `names every secret and where it belongs`() throws {
        let oauth = try OAuthProbe("oauth-app", ["apiKeys": ["weather": [:]]])
        _ = oauth.redeem(oauth.code())
        let canaries = oauth.probe.site.canaries()
        let named = Dictionary(uniqueKeysWithValues: canaries.map { ($0.name, $0) })
        let portal = "https://localhost:8443"
        #expect(named["code#1"]?.origins == [portal, "https://app.test"])
        for name in ["refresh#1", "session#1", "secret:mockportal-app", "key:weather", "token#1"] {
            #expect(named[name]?.origins == [portal], "\(name)")
        }
        #expect(named["key:weather"]?.kind == .apiKey && named["secret:mockportal-app"]?.kind == .clientSecret)
    }
}
