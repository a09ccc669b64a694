import HTTPSemantics
import Platform
import PortalJudge
import Testing

@testable import PortalSimulator

/// Answers of a provider that reach the portal from another browser than the one in which the sign-in began.
@Suite struct `Sign-ins that are carried to another browser` {
    private static let portal = "https://localhost:8443"
    private static let consumer = portal + "/portal/sharing/rest/oauth2/saml/signin"

    /// The answer that the provider gives alice's browser, before that browser takes it to the portal.
    private static func answer(_ probe: ProviderProbe, _ speaks: String) -> (address: String, form: [(String, String)]?)
    {
        let page = probe.choose(probe.begin())
        let fields =
            ProviderProbe.fields(page.page) + [("username", "alice"), ("password", probe.password(of: "alice"))]
        let outcome = probe.send(ProviderProbe.origin + "/signin", form: fields)
        if speaks == "saml" { return (consumer, ProviderProbe.fields(outcome.text)) }
        return (outcome.header("Location") ?? "", nil)
    }

    @Test(arguments: ["saml", "oidc"], ["bare", "of another sign-in", "made up"])
    func `are refused there with a reason, and go on in the first one`(speaks: String, thief: String) throws {
        let probe = try ProviderProbe(speaks)
        if thief == "of another sign-in" { _ = probe.choose(probe.begin()) }
        let otherBrowser = probe.cookies
        probe.cookies = [:]
        let answer = Self.answer(probe, speaks)
        let ownBrowser = probe.cookies
        probe.cookies = thief == "made up" ? [Self.portal: ["sign_in_browser": "x"]] : otherBrowser
        let stolen = probe.open(answer.address, form: answer.form)
        #expect(stolen.outcome?.code == 403 && stolen.page.contains("began in another browser"), "\(stolen.page)")
        let what = thief == "bare" ? "is not there" : "is another one"
        #expect(
            probe.refusals == [
                "\(speaks): the sign-in began in another browser: the cookie sign_in_browser \(what)"
            ])
        #expect(probe.cookies[Self.portal]?["portal_session"] == nil, "the thief's browser is not signed in")
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
        // Nothing of it is used up.
        probe.cookies = ownBrowser
        #expect(OAuthProbe.parameter("code", of: probe.open(answer.address, form: answer.form).address) != nil)
    }

    @Test func `are not those of two windows of one browser`() throws {
        let probe = try ProviderProbe()
        let first = Self.answer(probe, "saml")
        let mark = probe.cookies[Self.portal]?["sign_in_browser"]
        probe.cookies[ProviderProbe.origin] = nil
        let second = Self.answer(probe, "saml")
        #expect(mark != nil && probe.cookies[Self.portal]?["sign_in_browser"] == mark)
        for answer in [first, second] {
            #expect(probe.open(answer.address, form: answer.form).address.hasPrefix(OAuthProbe.redirect))
        }
    }

    @Test func `are told by a cookie that no script reads and forms of other sites bring along`() throws {
        let probe = try ProviderProbe()
        let page = probe.begin()
        let link = ProviderProbe.attribute("href", after: "<a ", in: page.page) ?? "/no-link"
        let fields = probe.send(Self.portal + link).answer.prepared.headers.filter { $0.isNamed("Set-Cookie") }
        let field = try #require(fields.first { $0.value.hasPrefix("sign_in_browser=") }).value
        #expect(field.hasSuffix("; Path=/portal/sharing/rest/oauth2; Secure; HttpOnly; SameSite=None"), "\(field)")
    }

    @Test func `Two providers of one address know browsers by cookies of their own`() throws {
        #expect(SessionCookie.provider("a", lifetime: .seconds(60)).name == "idp_session_a")
        let probe = try ProviderProbe()
        _ = probe.signIn()
        #expect(probe.cookies[ProviderProbe.origin]?.keys.sorted() == ["idp_session_other"])
    }
}
