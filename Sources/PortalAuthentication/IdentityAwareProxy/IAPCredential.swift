internal import HTTPSemantics
internal import Platform

/// A user who signed in to an identity-aware proxy: an ID token that goes to the hosts behind it, beside whatever signs a
/// request in to the portal (developers.arcgis.com › Kotlin › IapCredential).
///
/// An ``ArcGISCredentialStore`` finds it by host, and never hands it out for a portal or a server.
public final class IAPCredential: TokenHolding, CustomStringConvertible {
    /// The proxy and the hosts behind it.
    public let configuration: IAPConfiguration
    let context: any CredentialContext
    let state: Locked<State>
    let holder: TokenHolder

    struct State {
        var username: String?
        /// nil where there is none, or none any more.
        var refresh: Secret<String>?
        /// Why the refresh token is dead; it is not sent again.
        var refusal: PortalError?
    }

    init(
        _ configuration: IAPConfiguration, token: TokenInfo?, refresh: Secret<String>?, username: String?,
        context: any CredentialContext
    ) {
        self.configuration = configuration
        self.context = context
        state = Locked(State(username: username, refresh: refresh))
        holder = TokenHolder(token)
    }

    /// Has an agent show the proxy's sign-in page and redeems the code that comes back; keeps the credential in no store.
    static func make(
        _ configuration: IAPConfiguration, agent: any AuthorizationAgent, in context: any CredentialContext
    ) async throws(PortalError) -> IAPCredential {
        let began = context.epoch
        var parameters = [("client_id", configuration.clientID), ("scope", configuration.scope)]
        if let prompt = configuration.promptType { parameters.append(("prompt", prompt.rawValue)) }
        let attempt = AuthorizationAttempt(
            page: configuration.authorizeURL, redirectURI: configuration.redirectURI, parameters: parameters)
        let grant = try await attempt.run(agent, for: nil, in: context)
        return try await context.redeem(began, url: configuration.tokenURL) { () throws(PortalError) in
            let tokens = try await configuration.tokenEndpoint(context).redeem(
                .code(grant, attempt.proof, clientID: configuration.clientID, scope: configuration.scope),
                epoch: began)
            let credential = IAPCredential(
                configuration, token: tokens.access, refresh: tokens.refresh, username: tokens.username,
                context: context)
            return (credential, tokens.access)
        }
    }

    /// The token endpoint, which is what it is kept by.
    public var serverContext: ServerContext { ServerContext(root: configuration.tokenURL, kind: .server) }
    /// ID tokens are bound to no referer.
    public var referer: String? { nil }
    /// Whom the ID token stands for, as it says itself; nil where it does not.
    public var username: String? { state.withLock { $0.username } }
    public var canRenew: Bool { state.withLock { $0.refresh != nil } }

    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo {
        let (refresh, refusal) = state.withLock { ($0.refresh, $0.refusal) }
        guard let refresh else { throw gone }
        if let refusal { throw refusal }
        let tokens: GrantedTokens
        do throws(PortalError) {
            tokens = try await configuration.tokenEndpoint(context).redeem(
                .refresh(refresh, clientID: configuration.clientID, scope: configuration.scope), epoch: epoch)
        } catch {
            if error.code == .tokenInvalid {
                // What has replaced it meanwhile is not refused.
                state.withLock { state in if state.refresh == refresh { state.refusal = error } }
            }
            context.core.events.emit(.tokenRenewalFailed(serverContext, error.code))
            throw error
        }
        try context.requireCurrent(epoch, url: configuration.tokenURL)
        let isAdopted = state.withLock { state in
            guard state.refresh == refresh else { return false }
            state.refresh = tokens.refresh ?? refresh
            state.refusal = nil
            state.username = tokens.username ?? state.username
            holder.prepare(tokens.access)
            return true
        }
        guard isAdopted else {
            // The session was ended, or renewed, while this was on its way.
            guard let token = holder.held else { throw gone }
            return token
        }
        context.core.events.emit(.tokenRenewed(serverContext, expires: tokens.access.expires))
        await context.credentialUpdated(self)
        holder.complete(tokens.access)
        // The session may have been ended while it was written down.
        guard let now = holder.held else { throw gone }
        return now
    }

    private var gone: PortalError {
        PortalError(
            .tokenInvalid, url: configuration.tokenURL,
            detail: "the session at the identity-aware proxy has ended; the user has to sign in again")
    }

    public var description: String {
        "credential of \(username ?? "an unknown user") for the proxy at \(configuration.authorizeURL.origin)"
    }
}

extension IAPConfiguration {
    /// Where ID tokens come from; no proxy stands before that.
    fileprivate func tokenEndpoint(_ context: any CredentialContext) -> TokenEndpoint {
        TokenEndpoint(url: tokenURL, context: context, accessMember: "id_token", isBehindProxy: false)
    }
}
