import JSONValues
import Testing

@testable import PortalSimulator

/// What blueprints may say of signing in, and what they are told where they may not.
@Suite struct `Blueprints of signing in` {
    @Test(
        arguments: [
            (["oauth": ["applications": ["a b": [:]]]], "oauth.applications", #""a b" cannot be a client id"#),
            (
                ["oauth": ["applications": ["a": ["redirectURI": "x"]]]], "oauth.applications.a.redirectURI",
                "is not a known key"
            ),
            (
                ["oauth": ["applications": ["a": ["redirectURIs": ["https://x", "javascript:x"]]]]],
                "oauth.applications.a.redirectURIs[1]", "runs or shows"
            ),
            (
                ["oauth": ["applications": ["a": ["secret": "short"]]]], "oauth.applications.a.secret",
                "at least 8 visible"
            ),
            (
                ["oauth": ["applications": ["a": ["scope": ["Trafic"]]]]], "oauth.applications.a.scope[0]",
                "no service and no item"
            ),
            (
                ["oauth": ["applications": ["a": ["owner": "nobody"]]]], "oauth.applications.a.owner",
                "no user of this world"
            ),
            (["oauth": ["codeLifetime": "5"]], "oauth.codeLifetime", "is not a duration"),
            (
                ["oauth": ["maximumRefreshLifetime": "9223372036854775807ms"]], "oauth.maximumRefreshLifetime",
                "at most 1000 years"
            ),
            (["apiKeys": ["k": ["lifetime": "9223372036854775807ms"]]], "apiKeys.k.lifetime", "at most 1000 years"),
            (["lockout": ["duration": "9223372036854775807ms"]], "lockout.duration", "at most 1000 years"),
            (["oauth": ["token": "refuse"]], "oauth.token", "not a known value"),
            (["apiKeys": ["k": ["prefix": "AAXX"]]], "apiKeys.k.prefix", "not a known value"),
            (["apiKeys": ["k": ["text": 7]]], "apiKeys.k.text", "visible"),
            (["identityProxy": [:]], "identityProxy.authority", "no host over HTTPS that serves identity"),
            (
                [
                    "hosts": ["login": ["serves": "identity"]],
                    "identityProxy": ["authority": "login", "hosts": ["login"]],
                ],
                "identityProxy.hosts[0]", "no listener"
            ),
            (
                [
                    "hosts": ["login": ["serves": "identity"]],
                    "identityProxy": ["authority": "login", "users": ["nobody"]],
                ],
                "identityProxy.users[0]", "no account"
            ),
        ] as [(JSONValue, String, String)])
    func `are told where they are wrong`(overlay: JSONValue, path: String, problem: String) throws {
        let error = #expect(throws: BlueprintError.self) { try SiteProbe("token", overlay) }
        #expect(error?.keyPath == path)
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("short") != true, "a secret is not shown")
    }

    @Test func `change while the portal runs`() throws {
        let oauth = try OAuthProbe("oauth-app")
        let before = oauth.probe.site.oauthApplications.map(\.secret)
        let waiting = oauth.redeem(oauth.code())
        try oauth.probe.site.perform(.set(["oauth": ["applications": ["second": ["redirectURIs": ["app://x"]]]]]))
        #expect(oauth.probe.site.oauthApplications.map(\.clientID) == ["mockportal-app", "pythonapi", "second"])
        #expect(oauth.probe.site.oauthApplications.prefix(2).map(\.secret) == before)
        #expect(oauth.authorize([("client_id", "second"), ("redirect_uri", "app://x")]).code == 200)
        try oauth.probe.site.perform(.set(["oauth": ["applications": ["mockportal-app": nil]]]))
        #expect(oauth.authorize().text.contains("Invalid client_id"))
        #expect(oauth.refresh(waiting.refreshToken).refusal == "invalid_client_id: Invalid client_id")
        try oauth.probe.site.perform(.set(["oauth": nil]))
        #expect(oauth.probe.site.oauthApplications.isEmpty)
        #expect(oauth.probe.get("portals/self").json["supportsOAuth"] == false)
    }

    @Test func `fill addresses into redirect URIs`() throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize([("client_id", "pythonapi"), ("redirect_uri", "https://localhost:8443")])
        #expect(OAuthProbe.information(page)["client_id"] == "pythonapi")
    }

    @Test func `make no difference to who has no OAuth`() throws {
        let probe = try SiteProbe("token")
        let page = probe.send("GET", "/portal/sharing/rest/oauth2/authorize?client_id=arcgisonline")
        #expect(page.text.contains("Error: Invalid client_id"))
    }

    /// `GIS(url, user, password)` of Esri's Python package `arcgis`, whose client id every portal knows.
    @Test func `are not needed by Esri's Python package`() throws {
        let oauth = try OAuthProbe("token")
        let changes: OAuthProbe.Parameters = [
            ("client_id", "pythonapi"), ("redirect_uri", "urn:ietf:wg:oauth:2.0:oob"), ("code_challenge", nil),
            ("code_challenge_method", nil), ("expiration", "20160"),
        ]
        let page = oauth.signIn(oauth.authorize(changes))
        let code = try #require(OAuthProbe.parameter("code", of: page.header("Location") ?? ""), "\(page.text)")
        let answer = oauth.redeem(
            code,
            [("client_id", "pythonapi"), ("redirect_uri", "urn:ietf:wg:oauth:2.0:oob"), ("code_verifier", nil)])
        #expect(oauth.user(of: answer.accessToken) == "alice", "\(answer.text)")
        #expect(oauth.probe.site.oauthApplications.isEmpty)
        #expect(oauth.probe.get("portals/self").json["supportsOAuth"] == false)
    }

    @Test func `answer what Esri's own apps ask first`() throws {
        let oauth = try OAuthProbe()
        let token = oauth.redeem(oauth.code()).accessToken
        let path = "oauth2/validateAppAccess?client_id="
        #expect(
            oauth.probe.get(path + "mockportal-app", token: token).json == [
                "valid": true, "viewOnlyUserTypeApp": false,
            ])
        #expect(oauth.probe.get(path + "nobody", token: token).error?["messageCode"] == "GWM_0007")
        #expect(oauth.probe.get(path + "mockportal-app", token: "guess").code == 498)
        let uri = "oauth2/validateRedirectUri?client_id=mockportal-app&redirect_uri="
        #expect(oauth.probe.get(uri + "https%3A%2F%2Fapp.test%2Fauth").json == ["valid": true, "urlKey": "city"])
        #expect(oauth.probe.get(uri + "https%3A%2F%2Fevil.test%2F").json == ["valid": false])
    }
}
