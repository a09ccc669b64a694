internal import HTTPSemantics

/// What an exchange of a portal's token does next; a value that holds the history of one exchange (client flow MM6).
struct TokenExchangeFlow: Sendable {
    /// What to do next.
    enum Action: Sendable {
        /// Get another token of the portal and exchange that.
        case renew
        /// Give up with this.
        case fail(PortalError)
    }

    let server: ServerContext
    let portal: ServerContext
    private var hasRenewed = false

    init(for server: ServerContext, at portal: ServerContext) {
        self.server = server
        self.portal = portal
    }

    /// Where the portal's token may be sent: to the portal's own host, over TLS only.
    func address(_ service: TokenService, _ origins: SecureOrigins) throws(PortalError) -> HTTPURL {
        // A client that holds a token of a portal goes by that, not by a portal's word that it has no security.
        guard case .issues(let url, _) = service else {
            return try address(explicit: origins.secured(portal.usualTokenService))
        }
        guard url.origin.host == portal.url.origin.host else {
            throw PortalError(
                .tokenServiceNotConsented, url: portal.info,
                detail:
                    "the portal names a token service on another host, \(url.origin.authority); no token is sent there")
        }
        return try address(explicit: url)
    }

    /// Where the app said that the portal's token goes, over TLS only.
    func address(explicit url: HTTPURL) throws(PortalError) -> HTTPURL {
        guard url.origin.isSecure else {
            throw PortalError(
                .tokenServiceInsecure, url: url, detail: "the token service has no TLS, so no token is sent to it")
        }
        return url
    }

    /// Decides after a refusal: a portal's token that has ended is renewed once, anything else surfaces.
    mutating func next(after refusal: PortalError, canRenew: Bool) -> Action {
        switch refusal.code {
        case .tokenInvalid where canRenew && !hasRenewed:
            hasRenewed = true
            return .renew
        case .service, .accessDenied, .notFound, .tokenRequired, .tokenNotGenerated:
            return .fail(
                refusal.recoded(.serverTokenRefused, "the portal \(portal) issues no token for the server \(server)"))
        default: return .fail(refusal)
        }
    }
}
