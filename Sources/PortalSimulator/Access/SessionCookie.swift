internal import JSONValues
internal import Platform

/// The cookie by which a host that signs people in knows a browser again; it is sent nowhere but to that host's own pages.
struct SessionCookie: Sendable {
    let name: String
    /// The ledger that remembers the browsers.
    let ledger: any WritableKeyPath<SiteState, OAuthLedger> & Sendable

    /// The portal's own, for `oauth2/authorize`.
    static let portal = SessionCookie(name: "portal_session", ledger: \.oauth)
    /// That of the host in front of which an identity-aware proxy stands.
    static let identity = SessionCookie(name: "identity_session", ledger: \.identity.oauth)
    /// Portal time for which a browser is known; the browser itself forgets it when it closes.
    static let lifetime = Duration.seconds(14 * 86_400)

    /// Whose browser it is; nil where it brings no cookie, or one that is over.
    func user(_ request: EndpointRequest) -> String? {
        guard let text = text(request) else { return nil }
        return request.site.state.withLock { state in
            state[keyPath: ledger].sessions[text].flatMap { request.time < $0.expires ? $0.user : nil }
        }
    }

    /// Opens a session and gives the value of `Set-Cookie` (RFC 6265 §4.1), with the alias of one that had to go.
    func begin(for user: String, _ request: EndpointRequest) -> (header: String, gone: String?) {
        let session = request.site.state.withLock {
            $0[keyPath: ledger].openSession(of: user, until: request.time + Self.lifetime.inMilliseconds)
        }
        return ("\(name)=\(session.text); \(attributes(request))", session.gone)
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
        return "Path=\(path); Secure; HttpOnly; SameSite=Lax"
    }

    private func text(_ request: EndpointRequest) -> String? {
        CookieHeader.value(of: name, in: request.cookie).map(String.init)
    }
}
