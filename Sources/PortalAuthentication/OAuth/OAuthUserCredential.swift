internal import HTTPSemantics
internal import Platform

/// A person who signed in through a browser, as an application that is registered with the portal
/// (developers.arcgis.com › Swift › OAuthUserCredential; RFC 6749 §4.1 with RFC 7636).
///
/// The access token is renewed with the refresh token, and that is replaced near its end; once it is dead, the user has to
/// sign in again. The passwords are the portal's business: this client never sees one.
public final class OAuthUserCredential: TokenHolding, CustomStringConvertible {
    /// As which application the user signed in, and how long tokens shall live.
    public let configuration: OAuthUserConfiguration
    public let serverContext: ServerContext
    let context: any CredentialContext
    let state: Locked<State>
    /// What requests are signed with: it follows the session once every store has that.
    let holder: TokenHolder

    struct State {
        /// nil once it is revoked.
        var session: OAuthSession?
        /// Why the refresh token is dead; it is not sent again (rule R12).
        var refusal: PortalError?
        /// A replacement of the refresh token that is under way: it goes on although everybody who waited has left, for the old
        /// token may be gone already.
        var exchange: Task<Result<TokenInfo, PortalError>, Never>?
    }

    init(_ configuration: OAuthUserConfiguration, _ session: OAuthSession?, context: any CredentialContext) {
        self.configuration = configuration
        self.context = context
        serverContext = configuration.portal.context
        state = Locked(State(session: session))
        holder = TokenHolder(session?.access)
    }

    /// Has an agent show the portal's sign-in page and redeems the code that comes back; keeps the credential in no store.
    static func make(
        _ configuration: OAuthUserConfiguration, agent: any AuthorizationAgent, in context: any CredentialContext
    ) async throws(PortalError) -> OAuthUserCredential {
        let began = context.epoch
        let endpoints = OAuthEndpoints(portal: configuration.portal, context.core.secureOrigins)
        let attempt = AuthorizationAttempt(
            page: endpoints.authorize, redirectURI: configuration.redirectURI,
            parameters: configuration.pageParameters)
        let grant = try await attempt.run(agent, for: configuration, in: context)
        return try await context.redeem(began, url: endpoints.token) { () throws(PortalError) in
            let tokens = try await TokenEndpoint(url: endpoints.token, context: context).redeem(
                .code(grant, attempt.proof, clientID: configuration.clientID), epoch: began)
            let credential = OAuthUserCredential(
                configuration, OAuthSession(tokens, redirectURI: grant.redirectURI), context: context)
            credential.note(tokens.access)
            return (credential, tokens.access)
        }
    }

    /// OAuth's tokens are bound to no referer.
    public var referer: String? { nil }
    /// Who signed in, as the portal said; nil where it did not.
    public var username: String? { state.withLock { $0.session?.username } }
    public var canRenew: Bool { state.withLock { $0.session?.refresh != nil } }
    /// When the refresh token ends, by this machine's clock; nil where there is none or the portal did not say.
    public var refreshTokenExpires: Timestamp? { state.withLock { $0.session?.refresh?.expires } }

    /// What is said where no token can be had without signing in again.
    var gone: PortalError {
        PortalError(
            .tokenInvalid, url: configuration.portal.root,
            detail: "the sign-in has ended; the user has to sign in again")
    }

    /// Takes note of a token that must travel over TLS only.
    func note(_ token: TokenInfo) {
        if token.requiresTLS { context.core.secureOrigins.pin(serverContext.url.origin.host) }
    }

    public var description: String {
        "OAuth credential of \(username ?? "an unknown user") for \(serverContext)"
    }
}

extension OAuthUserConfiguration {
    /// What the sign-in page is given, apart from what belongs to one sign-in.
    fileprivate var pageParameters: [(String, String)] {
        var pairs = [("client_id", clientID)]
        switch refreshLifetime {
        case .portalDefault: break
        case .portalMaximum: pairs.append(("expiration", "-1"))
        case .minutes(let minutes): pairs.append(("expiration", String(max(1, minutes))))
        }
        if let locale { pairs.append(("locale", locale)) }
        return pairs
    }
}
