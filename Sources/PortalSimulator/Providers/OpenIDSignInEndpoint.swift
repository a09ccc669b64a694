internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// The portal as relying party of OpenID Connect: `oauth2/oidc/authorize` sends the browser to the provider with state, nonce and a
/// proof, `oauth2/oidc/signin` takes the code (OpenID Connect Core 1.0 §3.1).
///
/// The code is traded inside the process, where a real portal would call the provider's token endpoint: an answer never waits for another.
enum OpenIDSignInEndpoint {
    static func authorize(_ request: EndpointRequest) -> PortalReply {
        switch ProviderStart.begin(request, speaking: .openIDConnect) {
        case .answer(let reply): return reply
        case .begun(let provider, let page):
            let nonce = RandomText.secret(32)
            let verifier = RandomText.secret(64)
            let (state, browser) = request.site.state.withLock { state in
                let browser = state.providers.mark(ofBrowser: BrowserMark.text(request))
                let text = state.providers.wait(
                    for: PendingProviderExchange(
                        provider: provider.name, purpose: .signIn(page: page, browser: browser), request: nonce,
                        verifier: verifier, expires: request.time.later(by: SAMLSignInEndpoint.patience)))
                return (text, browser)
            }
            var parameters = [
                ("client_id", OpenIDProviderEndpoint.clientID), ("response_type", "code"),
                ("scope", "openid profile email"), ("redirect_uri", provider.callback), ("state", state),
                ("nonce", nonce), ("code_challenge", ProofKey.challenge(for: verifier)),
                ("code_challenge_method", "S256"),
            ]
            if request["force_login"] == "true" { parameters.append(("prompt", "login")) }
            var reply = PortalReply.redirect(
                to: "\(provider.origin)/oauth2/authorize?\(FormURLEncoded.encode(parameters))")
            reply.headers.append(("Set-Cookie", BrowserMark.header(browser, request)))
            return reply.passed("oidc", "the browser is sent to \(provider.name)")
        }
    }

    /// Takes the provider's code.
    static func callback(_ request: EndpointRequest) -> PortalReply {
        guard request.isSecure else {
            return .failure(.sslRequired, "https", "people sign in over HTTPS only", cause: .plainHTTP)
        }
        guard let state = request.query["state"],
            let pending = request.site.state.withLock({ $0.providers.waiting(state, at: request.time) }),
            case .signIn(let page, let browser) = pending.purpose,
            let provider = ProviderSite(named: pending.provider, request), provider.rules.speaks == .openIDConnect
        else {
            return refused(
                "no sign-in waits for this state: it was answered before, or none began here",
                "This sign-in is over. Go back to the app and try again.", request)
        }
        if let (reason, message) = BrowserMark.refusal(request, began: browser) {
            return refused(reason, message, request)
        }
        // Whatever the provider answers, it has answered.
        request.site.state.withLock { $0.providers.finish(state) }
        guard let code = request.query["code"] else {
            let error = request.query["error"] ?? "no code"
            return refused(
                "the provider answers \(error.prefix(100))", "The identity provider did not sign you in.", request)
        }
        do {
            let given = try OpenIDProviderEndpoint.redeem(
                code, verifier: pending.verifier, redirect: provider.callback, provider, request)
            guard let given else {
                return refused(
                    "the provider does not take the code", "The identity provider did not sign you in.", request)
            }
            let claims = try JSONWebToken.claims(of: given.idToken, keys: try provider.verificationKeys())
            let subject = try check(claims, provider, nonce: pending.request, at: request.time)
            return ProviderStart.finish(
                request, page: page, provider, subject: subject, index: given.idToken, gate: "oidc")
        } catch let refusal as JSONWebToken.Refusal {
            return refused(refusal.reason, "The answer of the identity provider is not valid.", request)
        } catch { return ProviderSite.broken(error) }
    }

    /// Checks claims whose signature was verified (Core §3.1.3.7), and gives the subject.
    static func check(
        _ claims: JSONValue, _ provider: ProviderSite, nonce: String, at time: Int64
    ) throws(JSONWebToken.Refusal) -> String {
        let seconds = time / 1000
        guard claims["iss"]?.string == provider.entity else {
            throw .init(reason: "the ID token is another issuer's")
        }
        let audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string].compactMap { $0 }
        guard audiences == [OpenIDProviderEndpoint.clientID] else {
            throw .init(reason: "the ID token is for another audience than \(OpenIDProviderEndpoint.clientID)")
        }
        guard let expires = claims["exp"]?.integer, seconds < expires else {
            throw .init(reason: "the ID token has expired")
        }
        guard let issued = claims["iat"]?.integer, issued <= seconds, (claims["nbf"]?.integer ?? issued) <= seconds
        else { throw .init(reason: "the ID token is not valid yet") }
        guard claims["nonce"]?.string == nonce else {
            throw .init(reason: "the ID token answers another request than the one that waits")
        }
        guard let subject = claims["sub"]?.string, !subject.isEmpty, subject.utf8.count <= 255 else {
            throw .init(reason: "the ID token names no subject")
        }
        return subject
    }

    private static func refused(_ reason: String, _ message: String, _ request: EndpointRequest) -> PortalReply {
        ProviderStart.refused(reason, message, request, gate: "oidc")
    }
}
