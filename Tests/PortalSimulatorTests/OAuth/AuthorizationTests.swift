import JSONValues
import Testing

@testable import PortalSimulator

/// What `oauth2/authorize` makes of what it is asked.
@Suite struct `Authorizations` {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let parameters: [(String, String?)]
        let answer: String
        var testDescription: String { name }

        init(_ name: String, _ parameters: [(String, String?)], _ answer: String) {
            self.name = name
            self.parameters = parameters
            self.answer = answer
        }
    }

    /// What a page tells, for what no redirect may tell.
    @Test(arguments: [
        Row("an unknown application", [("client_id", "nobody")], "Error: Invalid client_id"),
        Row("no application", [("client_id", nil)], "Error: Invalid client_id"),
        Row("two applications", [("client_id", "mockportal-app"), ("client_id", "x")], "Error: Invalid client_id"),
        Row("no redirect URI", [("redirect_uri", nil)], "Error: Invalid redirect_uri"),
        Row(
            "one that only begins right", [("redirect_uri", "https://app.test/auth.evil")],
            "Error: Invalid redirect_uri"),
        Row("another host", [("redirect_uri", "https://evil.test/auth")], "Error: Invalid redirect_uri"),
        Row(
            "two of them", [("redirect_uri", "https://app.test/auth"), ("redirect_uri", "https://evil.test/")],
            "Error: Invalid redirect_uri"),
        Row(
            "a state that no redirect has room for", [("state", String(repeating: "s", count: 8_193))],
            "Error: Invalid state: it has more than 8192 bytes: 8193"),
        Row(
            "an address that is too long",
            [("redirect_uri", "https://app.test/auth?" + String(repeating: "q", count: 4_096))],
            "Error: Invalid redirect_uri: it has more than 4096 bytes: 4118"),
    ])
    func `that cannot be trusted are told on a page`(row: Row) throws {
        let page = try OAuthProbe().authorize(row.parameters)
        #expect(page.status == 200 && page.code == 400)
        #expect(page.header("Location") == nil)
        #expect(page.text.contains(row.answer), "\(page.text)")
        let strict = try OAuthProbe("oauth", ["strictStatus": true]).authorize(row.parameters)
        #expect(strict.status == 400)
        let json = try OAuthProbe().authorize(row.parameters + [("f", "json")])
        #expect(
            json.error?["error_description"]?.string?.hasPrefix(String(row.answer.dropFirst(7))) == true, "\(json.text)"
        )
    }

    /// What the application is told, once it is known whose address it is.
    @Test(arguments: [
        Row("no response type", [("response_type", nil)], "invalid_request"),
        Row("another response type", [("response_type", "id_token")], "unsupported_response_type"),
        Row("two response types", [("response_type", "code"), ("response_type", "token")], "invalid_request"),
        Row("two states", [("state", "a"), ("state", "b")], "invalid_request"),
        Row(
            "a name that is too long", [("prepopulatedusername", String(repeating: "u", count: 1_025))],
            "invalid_request"),
        Row("the method plain", [("code_challenge_method", "plain")], "invalid_request"),
        Row("no method, which is plain", [("code_challenge_method", nil)], "invalid_request"),
        Row("another method", [("code_challenge_method", "S512")], "invalid_request"),
        Row("a method without a challenge", [("code_challenge", nil)], "invalid_request"),
        Row("a method with an empty challenge", [("code_challenge", "")], "invalid_request"),
        Row("a challenge that is too short", [("code_challenge", "short")], "invalid_request"),
        Row(
            "a challenge of other characters", [("code_challenge", String(repeating: "+", count: 43))],
            "invalid_request"),
    ])
    func `that are wrong are told to the application`(row: Row) throws {
        let answer = try OAuthProbe().authorize(row.parameters)
        let location = try #require(answer.header("Location"), "\(answer.text)")
        #expect(location.hasPrefix("https://app.test/auth?"))
        #expect(OAuthProbe.parameter("error", of: location) == row.answer)
        let state = row.name == "two states" ? nil : "S 1"
        #expect(OAuthProbe.parameter("state", of: location) == state)
    }

    @Test func `need no challenge unless the portal says so, and take plain where it does`() throws {
        let none: OAuthProbe.Parameters = [("code_challenge", nil), ("code_challenge_method", nil)]
        #expect(try OAuthProbe().authorize(none).status == 200)
        let required = try OAuthProbe("oauth", ["oauth": ["pkce": "required"]]).authorize(none)
        #expect(OAuthProbe.parameter("error", of: required.header("Location") ?? "") == "invalid_request")
        let plain = try OAuthProbe("oauth", ["oauth": ["plainPKCE": "accepted"]])
        let code = plain.code([("code_challenge_method", "plain"), ("code_challenge", OAuthProbe.verifier)])
        #expect(plain.redeem(code).json["username"] == "alice")
    }

    @Test(arguments: [
        "S", "a b+c&d=e%41#é€", #"{"id":"1","originalUrl":"https://app.test/?a=b&c=d"}"#,
        "</script><script>alert(1)</script>",
        "\r\nSet-Cookie: x=1", String(repeating: "s", count: 3000),
    ])
    func `bring the state back byte for byte`(state: String) throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize([("state", state)])
        #expect(!page.text.contains(state) || state == "S", "the page needs no state")
        let location = try #require(oauth.signIn(page).header("Location"))
        #expect(OAuthProbe.parameter("state", of: location)?.utf8.elementsEqual(state.utf8) == true)
        #expect(location.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test func `refuse a state that is no text rather than change it`() throws {
        let oauth = try OAuthProbe()
        let target =
            "/portal/sharing/rest/oauth2/authorize?client_id=mockportal-app&response_type=code"
            + "&redirect_uri=https%3A%2F%2Fapp.test%2Fauth&state=%FF"
        let location = try #require(oauth.probe.send("GET", target).header("Location"))
        #expect(OAuthProbe.parameter("error", of: location) == "invalid_request")
        #expect(OAuthProbe.parameter("state", of: location) == nil)
    }

    @Test func `give a token at once where they ask for one`() throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize([("response_type", "token"), ("expiration", "60")])
        let location = try #require(oauth.signIn(page).header("Location"))
        #expect(location.hasPrefix("https://app.test/auth#access_token="))
        #expect(OAuthProbe.parameter("expires_in", of: location) == "3600")
        #expect(OAuthProbe.parameter("username", of: location) == "alice")
        #expect(OAuthProbe.parameter("state", of: location) == "S 1")
        let token = OAuthProbe.parameter("access_token", of: location) ?? ""
        #expect(oauth.user(of: token) == "alice")
        #expect(oauth.revoke(token).json == ["success": true])
        #expect(oauth.user(of: token) == nil)
    }

    @Test func `may be refused, and lose or change their state, where the blueprint says so`() throws {
        let refusing = try OAuthProbe("oauth", ["oauth": ["authorize": "refuses"]]).authorize()
        #expect(OAuthProbe.parameter("error", of: refusing.header("Location") ?? "") == "access_denied")
        for (word, state) in [("altered", "S 10"), ("dropped", nil)] {
            let oauth = try OAuthProbe("oauth", ["oauth": ["state": .string(word)]])
            let location = oauth.signIn(oauth.authorize()).header("Location") ?? ""
            #expect(OAuthProbe.parameter("state", of: location) == state)
        }
    }

    @Test func `are taken over HTTPS only`() throws {
        var oauth = try OAuthProbe("oauth", ["http": "serve"])
        oauth.probe.listener = .init(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        #expect(oauth.authorize([("f", "json")]).error?["subcode"]?.integer == 4)
        #expect(oauth.token([("grant_type", "refresh_token")]).error?["subcode"]?.integer == 4)
    }
}
