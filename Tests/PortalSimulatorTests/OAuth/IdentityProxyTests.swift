import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// A front that wants an ID token before anything else.
@Suite struct `The identity-aware proxy` {
    private static let login = "https://127.0.0.2:9443"
    private static let redirect = "http://127.0.0.1:49152/callback"

    /// The preset, with its host at the address that the probe knows.
    private func probes(_ overlay: JSONValue = [:]) throws -> (portal: SiteProbe, login: SiteProbe) {
        let own: JSONValue = ["hosts": ["other": ["serves": "identity"]], "identityProxy": ["authority": "other"]]
        let portal = try SiteProbe("iap", Blueprint.merge(own, overlay))
        var login = portal
        login.listener = ListenerFacts(name: "other", origin: SiteProbe.origin(Self.login))
        return (portal, login)
    }

    private func authorize(_ login: SiteProbe, _ more: String = "", headers: [(String, String)] = [])
        -> SiteProbe.Outcome
    {
        let parameters: OAuthProbe.Parameters = [
            ("client_id", "mockportal-iap"), ("response_type", "code"), ("scope", "openid"),
            ("redirect_uri", Self.redirect), ("state", "s"), ("code_challenge", OAuthProbe.challenge),
            ("code_challenge_method", "S256"),
        ]
        return login.send(
            "GET", "/mockportal/oauth2/v2.0/authorize?\(OAuthProbe.form(parameters))\(more)", headers: headers)
    }

    private func signIn(_ login: SiteProbe, _ page: SiteProbe.Outcome, password: String? = nil) -> SiteProbe.Outcome {
        let state = OAuthProbe.information(page)["oauth_state"]?.string
        let form: OAuthProbe.Parameters = [
            ("oauth_state", state), ("username", "alice"), ("password", password ?? login.password(of: "alice")),
        ]
        return login.send("POST", "/mockportal/oauth2/v2.0/signin", form: OAuthProbe.form(form))
    }

    private func redeem(_ login: SiteProbe, _ code: String, verifier: String? = OAuthProbe.verifier)
        -> SiteProbe.Outcome
    {
        let form: OAuthProbe.Parameters = [
            ("client_id", "mockportal-iap"), ("grant_type", "authorization_code"), ("code", code),
            ("redirect_uri", Self.redirect), ("code_verifier", verifier),
        ]
        return login.send("POST", "/mockportal/oauth2/v2.0/token", form: OAuthProbe.form(form))
    }

    private func code(_ login: SiteProbe) -> String {
        OAuthProbe.parameter("code", of: signIn(login, authorize(login)).header("Location") ?? "") ?? "no code"
    }

    private func info(_ portal: SiteProbe, _ token: String?) -> SiteProbe.Outcome {
        portal.get("info", headers: token.map { [("Authorization", "Bearer \($0)")] } ?? [])
    }

    @Test func `sends a client without an ID token to sign in`() throws {
        let (portal, _) = try probes()
        for token in [nil, "guess"] {
            let answer = info(portal, token)
            #expect(answer.status == 302)
            #expect(
                answer.header("Location")?.hasPrefix(
                    "\(Self.login)/mockportal/oauth2/v2.0/authorize?client_id=mockportal-iap") == true)
            #expect(answer.answer.presented.map(\.alias) == (token == nil ? [] : ["unknown"]))
        }
    }

    @Test func `lets an ID token through, and the portal sees nothing of it`() throws {
        let (portal, login) = try probes()
        let page = authorize(login)
        #expect(page.text.contains("action=\"/mockportal/oauth2/v2.0/signin\""))
        let answer = redeem(login, code(login))
        #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"]?.integer == 3600, "\(answer.text)")
        #expect(answer.answer.notes.issued == "idtoken#1" && answer.answer.notes.alsoIssued == ["idrefresh#1"])
        let token = try #require(answer.json["id_token"]?.string)
        #expect(token.split(separator: ".").count == 3)
        let through = info(portal, token)
        #expect(through.code == 200)
        #expect(through.answer.presented.map(\.alias) == ["idtoken#1"])
        #expect(portal.get("community/self", headers: [("Authorization", "Bearer \(token)")]).code == 400, "no user")
        let signedIn = portal.generate(
            "username=alice&password=\(portal.password(of: "alice"))&f=json")
        #expect(signedIn.status == 302, "the token service stands behind it too")
        let canary = try #require(portal.site.canaries().first { $0.name == "idtoken#1" })
        #expect(canary.kind == .identityToken && canary.origins == ["https://localhost:8443", Self.login])
    }

    @Test func `ends ID tokens in portal time, by an action and by logging out`() throws {
        var (portal, login) = try probes()
        let tokens = (0..<2).map { _ in redeem(login, code(login)).json["id_token"]?.string ?? "" }
        try portal.site.perform(.revoke("idtoken#1"))
        #expect(tokens.map { info(portal, $0).status } == [302, 200])
        let out = login.send(
            "GET",
            "/mockportal/oauth2/v2.0/logout?id_token_hint=\(tokens[1])&post_logout_redirect_uri=https%3A%2F%2Fapp.test%2Fauth"
        )
        #expect(out.header("Location") == "https://app.test/auth")
        #expect(info(portal, tokens[1]).status == 302)
        #expect(
            login.send("GET", "/mockportal/oauth2/v2.0/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.test").header(
                "Location") == nil)
        let late = redeem(login, code(login)).json["id_token"]?.string
        portal.time += 3600_000
        login.time = portal.time
        #expect(info(portal, late).status == 302)
    }

    @Test func `refuses in the words of RFC 6749`() throws {
        let (_, login) = try probes()
        let code = code(login)
        for (answer, error) in [
            (redeem(login, "guess"), "invalid_grant"), (redeem(login, code, verifier: nil), "invalid_grant"),
            (redeem(login, code, verifier: OAuthProbe.challenge), "invalid_grant"),
            (login.send("POST", "/x/oauth2/v2.0/token", form: "client_id=x"), "invalid_client"),
            (login.send("GET", "/x/oauth2/v2.0/token"), "invalid_request"),
        ] {
            #expect(answer.status == 400)
            #expect(answer.json["error"]?.string == error, "\(answer.text)")
        }
        #expect(redeem(login, code).status == 200)
        #expect(redeem(login, code).json["error"] == "invalid_grant", "used twice")
        #expect(authorize(login, "&client_id=x").text.contains("Invalid client_id"))
        #expect(
            signIn(login, authorize(login), password: "wrong").text.contains("Your account or password is incorrect."))
        #expect(login.send("GET", "/portal/sharing/rest/info?f=json").status == 404, "it is no portal")
    }

    @Test func `ends what a code gave once that is used twice`() throws {
        let (portal, login) = try probes()
        let (code, other) = (code(login), code(login))
        let kept = redeem(login, other).json["id_token"]?.string
        let first = redeem(login, code)
        let renewed = login.send(
            "POST", "/mockportal/oauth2/v2.0/token",
            form:
                "client_id=mockportal-iap&grant_type=refresh_token&refresh_token=\(first.json["refresh_token"]?.string ?? "")"
        )
        let tokens = [first, renewed].map { $0.json["id_token"]?.string }
        #expect(tokens.map { info(portal, $0).status } == [200, 200])
        #expect(redeem(login, code).json["error"] == "invalid_grant")
        #expect(tokens.map { info(portal, $0).status } == [302, 302])
        let again = login.send(
            "POST", "/mockportal/oauth2/v2.0/token",
            form:
                "client_id=mockportal-iap&grant_type=refresh_token&refresh_token=\(renewed.json["refresh_token"]?.string ?? "")"
        )
        #expect(again.json["error"] == "invalid_grant")
        #expect(info(portal, kept).status == 200, "another sign-in lives on")
    }

    @Test func `lets only those through who are assigned`() throws {
        let (portal, login) = try probes(["identityProxy": ["users": ["carol"]]])
        let token = redeem(login, code(login)).json["id_token"]?.string
        #expect(info(portal, token).status == 403)
    }
}
