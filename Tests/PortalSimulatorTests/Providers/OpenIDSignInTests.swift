import HTTPSemantics
import JSONValues
import Platform
import PortalJudge
import TLSIdentity
import Testing

@testable import PortalSimulator

/// Members who sign in at a provider by OpenID Connect.
@Suite struct `Signing in by OpenID Connect` {
    @Test(arguments: ["rsa", "p256"])
    func `leads from the app over both hosts back to the app, with a code for the member`(key: String) throws {
        let probe = try ProviderProbe("oidc", provider: ["key": .string(key)])
        let view = probe.signIn()
        let code = try #require(OAuthProbe.parameter("code", of: view.address), "\(probe.refusals) \(view.page)")
        #expect(OAuthProbe.parameter("state", of: view.address) == "S 1")
        #expect(
            probe.visits == [
                "GET https://localhost:8443/portal/sharing/rest/oauth2/authorize",
                "GET https://localhost:8443/portal/sharing/rest/oauth2/oidc/authorize",
                "GET https://127.0.0.2:9443/oauth2/authorize", "POST https://127.0.0.2:9443/signin",
                "GET https://localhost:8443/portal/sharing/rest/oauth2/oidc/signin",
            ])
        #expect(probe.oauth.user(of: probe.oauth.redeem(code).accessToken) == "alice")
    }

    @Test(arguments: [
        ("otherAudience", "the ID token is for another audience"), ("otherIssuer", "the ID token is another issuer's"),
        ("otherRequest", "the ID token answers another request"), ("expired", "the ID token has expired"),
        ("notYetValid", "the ID token is not valid yet"), ("unsigned", "the ID token is not signed"),
        ("otherKey", "the signature of the ID token is not of the provider's key"),
        ("altered", "the signature of the ID token is not of the provider's key"),
        ("wrapped", "the ID token names a key that the provider does not have"),
        ("refused", "the provider answers access_denied"),
        ("unknownUser", "the provider has signed in a user who is no member"),
    ])
    func `is refused with its own words`(answer: String, reason: String) throws {
        let probe = try ProviderProbe("oidc", provider: ["answer": .string(answer)])
        let view = probe.signIn()
        #expect(view.outcome?.code == 403)
        #expect(view.page.contains("You are not signed in"))
        #expect(probe.refusals.last?.hasPrefix("oidc: \(reason)") == true, "\(probe.refusals)")
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
    }

    @Test func `takes a code once, with its state`() throws {
        let probe = try ProviderProbe("oidc")
        let page = probe.choose(probe.begin())
        let fields =
            ProviderProbe.fields(page.page) + [
                ("username", "alice@city.test"), ("password", probe.password(of: "alice")),
            ]
        let back = try #require(
            probe.send(ProviderProbe.origin + "/signin", form: fields).header("Location"), "\(probe.refusals)")
        let state = try #require(OAuthProbe.parameter("state", of: back))
        #expect(probe.open(back.replacing(state, with: "guess")).page.contains("This sign-in is over"))
        #expect(probe.open(back).address.hasPrefix(OAuthProbe.redirect))
        #expect(probe.open(back).page.contains("This sign-in is over"))
    }

    @Test(arguments: [("state", 8_192), ("nonce", 1_024)])
    func `begins with nothing that is too long to be kept`(name: String, most: Int) throws {
        let probe = try ProviderProbe("oidc")
        func begin(_ count: Int) -> SiteProbe.Outcome {
            let usual = [
                ("client_id", "arcgis-portal"), ("response_type", "code"), ("scope", "openid"),
                ("redirect_uri", "https://localhost:8443/portal/sharing/rest/oauth2/oidc/signin"),
                ("code_challenge", OAuthProbe.challenge), ("code_challenge_method", "S256"),
            ]
            return probe.send(
                ProviderProbe.origin + "/oauth2/authorize",
                form: usual + [(name, String(repeating: "x", count: count))])
        }
        #expect(begin(most).text.contains("name=\"password\""))
        let refused = begin(most + 1)
        #expect(refused.status == 400)
        #expect(
            refused.answer.notes.decisions.last?.reason == "\(name) has more than \(most) bytes: \(most + 1)")
    }

    @Test func `tells in its documents where everything is, and the keys verify`() throws {
        let probe = try ProviderProbe("oidc")
        let document = probe.send(ProviderProbe.origin + "/.well-known/openid-configuration").json
        #expect(document["issuer"]?.string == ProviderProbe.origin)
        for key in ["authorization_endpoint", "jwks_uri", "end_session_endpoint"] {
            #expect(document[key]?.string?.hasPrefix(ProviderProbe.origin) == true)
        }
        let keys = probe.send(document["jwks_uri"]?.string ?? "").json["keys"]?.array
        #expect(keys?.first?["kty"] == "EC" && keys?.first?["crv"] == "P-256" && keys?.count == 1)
        #expect(probe.send(ProviderProbe.origin + "/oauth2/userinfo").status == 401)
    }

    @Test func `ends at the provider too when the user signs out`() throws {
        let probe = try ProviderProbe("oidc")
        _ = probe.signIn()
        let out = probe.open("https://localhost:8443/portal/sharing/rest/oauth2/signout")
        #expect(out.page.contains("Signed out"))
        #expect(probe.visits.suffix(2).first == "GET https://127.0.0.2:9443/oauth2/logout")
        #expect(probe.choose(probe.begin()).page.contains("name=\"password\""))
    }
}
