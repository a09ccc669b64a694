internal import HTTPSemantics

/// The user who is signed in to a portal, at a server that is federated with it: its tokens are the portal's, exchanged.
///
/// A token that ends or is refused is replaced by another exchange; no password is sent for it.
final class FederatedCredential: TokenHolding, CustomStringConvertible {
    let serverContext: ServerContext
    let portal: any ExchangeableCredential
    let context: any CredentialContext
    private let exchanged = TokenHolder()
    /// Nothing is exchanged any more after the next sign-out.
    private let epoch: Int

    init(_ portal: any ExchangeableCredential, at server: ServerContext, context: any CredentialContext) {
        self.portal = portal
        self.context = context
        epoch = context.epoch
        serverContext = server
    }

    var referer: String? { portal.referer }
    var username: String? { portal.username }
    var canRenew: Bool { true }

    /// Once the portal's token is revoked, what it was exchanged for is not used any more.
    var holder: TokenHolder {
        if portal.hasEnded { exchanged.set(nil) }
        return exchanged
    }

    func acquireToken(replacing old: TokenInfo?, epoch _: Int) async throws(PortalError) -> TokenInfo {
        do throws(PortalError) {
            let token = try await TokenExchange(context: context, portal: portal, server: serverContext).token(
                epoch: epoch)
            try context.requireCurrent(epoch, url: serverContext.url)
            exchanged.set(token)
            context.core.events.emit(
                old == nil
                    ? .tokenAcquired(serverContext, expires: token.expires)
                    : .tokenRenewed(serverContext, expires: token.expires))
            return token
        } catch {
            if old != nil { context.core.events.emit(.tokenRenewalFailed(serverContext, error.code)) }
            throw error
        }
    }

    var description: String { "\(portal) at the federated server \(serverContext)" }
}
