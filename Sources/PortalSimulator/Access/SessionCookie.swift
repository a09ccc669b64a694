internal import Platform

/// The cookie by which a host that signs people in knows a browser again; it is sent nowhere but to that host's own pages.
struct SessionCookie: Sendable {
    let name: String
    /// The ledger that remembers the browsers.
    let ledger: any WritableKeyPath<SiteState, OAuthLedger> & Sendable
    /// Portal time for which a browser is known; the browser itself forgets it when it closes.
    var lifetime = Duration.seconds(14 * 86_400)
    /// Whether a form that a page of another site sends brings it along, as SAML's POST binding needs (RFC 6265bis §5.6.7.1).
    var crossesSites = false

    /// The portal's own, for `oauth2/authorize`.
    static let portal = SessionCookie(name: "portal_session", ledger: \.oauth)
    /// That of the host in front of which an identity-aware proxy stands.
    static let identity = SessionCookie(name: "identity_session", ledger: \.identity.oauth)
    /// That of an identity provider.
    static func provider(_ name: String, lifetime: Duration) -> SessionCookie {
        // Cookies do not know ports (RFC 6265 §8.5): two providers of one address would take each other's.
        SessionCookie(
            name: "idp_session_\(name)", ledger: \.providers[name].oauth, lifetime: lifetime, crossesSites: true)
    }

    /// Whose browser it is; nil where it brings no cookie, or one that is over.
    func user(_ request: EndpointRequest) -> String? {
        guard let text = text(request) else { return nil }
        return request.site.state.withLock { state in
            state[keyPath: ledger].sessions[text].flatMap { request.time < $0.expires ? $0.user : nil }
        }
    }

    /// Opens a session and gives the value of `Set-Cookie` (RFC 6265 §4.1), with the alias of one that had to go.
    func begin(for user: String, _ request: EndpointRequest) -> (header: String, text: String, gone: String?) {
        let session = request.site.state.withLock {
            $0[keyPath: ledger].openSession(of: user, until: request.time.later(by: lifetime))
        }
        return ("\(name)=\(session.text); \(attributes(request))", session.text, session.gone)
    }

    /// Ends the browser's session and gives what takes its cookie away.
    func end(_ request: EndpointRequest) -> (alias: String?, header: String) {
        let session = text(request).flatMap { text in
            request.site.state.withLock { $0[keyPath: ledger].endSession(text) }
        }
        return (session?.alias, "\(name)=; Max-Age=0; \(attributes(request))")
    }

    private func attributes(_ request: EndpointRequest) -> String {
        let path = name == Self.portal.name ? "\(request.site.addresses.context)/sharing" : "/"
        return "Path=\(path); Secure; HttpOnly; SameSite=\(crossesSites ? "None" : "Lax")"
    }

    /// What the browser's cookie holds; nil where it brings none.
    func text(_ request: EndpointRequest) -> String? {
        CookieHeader.value(of: name, in: request.cookie).map(String.init)
    }
}
