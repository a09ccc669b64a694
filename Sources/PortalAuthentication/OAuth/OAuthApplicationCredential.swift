internal import HTTPSemantics
internal import Platform

/// An application that signs in as itself, with its secret; it has no user (RFC 6749 §4.4;
/// developers.arcgis.com › Security and authentication › App authentication).
public final class OAuthApplicationCredential: TokenHolding, CustomStringConvertible {
    /// The portal that it is registered with.
    public let portal: PortalURL
    /// The id under which it is registered.
    public let clientID: String
    let clientSecret: Secret<String>
    let lifetime: Duration?
    let holder: TokenHolder
    let context: any CredentialContext

    init(
        portal: PortalURL, clientID: String, clientSecret: Secret<String>, lifetime: Duration?, token: TokenInfo?,
        in context: any CredentialContext
    ) {
        holder = TokenHolder(token)
        self.portal = portal
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.lifetime = lifetime
        self.context = context
    }

    public var serverContext: ServerContext { portal.context }
    /// OAuth's tokens are bound to no referer.
    public var referer: String? { nil }
    /// An application is no user.
    public var username: String? { nil }
    public var canRenew: Bool { true }

    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo {
        let isRenewal = old != nil
        let core = context.core
        let url = OAuthEndpoints(portal: portal, core.secureOrigins).token
        guard !clientID.isEmpty, !clientSecret.reveal({ $0.isEmpty }) else {
            throw PortalError(.emptyCredentials, url: url, detail: "the client id or the client secret is empty")
        }
        let pair = RefusedTriple(service: url, username: clientID, password: clientSecret)
        if let refusal = core.refusals.withLock({ $0[pair] }) {
            core.events.emit(.refusedCredentialsNotSent(serverContext))
            throw refusal
        }
        do throws(PortalError) {
            let tokens = try await TokenEndpoint(url: url, context: context).redeem(
                .application(clientID: clientID, secret: clientSecret, lifetime: lifetime), epoch: epoch)
            try context.requireCurrent(epoch, url: url)
            if tokens.access.requiresTLS { core.secureOrigins.pin(url.origin.host) }
            core.events.emit(
                isRenewal
                    ? .tokenRenewed(serverContext, expires: tokens.access.expires)
                    : .tokenAcquired(serverContext, expires: tokens.access.expires))
            await hold(tokens.access)
            return tokens.access
        } catch {
            let words: Set<String> = ["invalid_client", "invalid_client_id", "invalid_client_secret"]
            if let word = error.oauthError, words.contains(word) { core.refusals.withLock { $0[pair] = error } }
            if isRenewal { core.events.emit(.tokenRenewalFailed(serverContext, error.code)) }
            throw error
        }
    }

    public var description: String { "application credential of \(clientID) for \(serverContext)" }
}
