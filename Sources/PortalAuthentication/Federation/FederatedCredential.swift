internal import HTTPAuthentication

/// Whoever is signed in to a portal, at a server that is federated with it: its tokens are the portal's, exchanged.
///
/// A token that ends or is refused is replaced by another exchange; no password is sent for it.
final class FederatedCredential: TokenHolding, CustomStringConvertible {
    let serverContext: ServerContext
    let portal: any ExchangeableCredential
    let holder = TokenHolder()
    private let manager: AuthenticationManager
    /// Nothing is exchanged any more after the next sign-out.
    private let epoch: Int

    init(_ portal: any ExchangeableCredential, at server: ServerContext, manager: AuthenticationManager) {
        self.portal = portal
        self.manager = manager
        epoch = manager.epoch
        serverContext = server
    }

    var referer: String? { portal.referer }
    var username: String? { portal.username }
    var canRenew: Bool { true }

    func tokenInfo() async throws(PortalError) -> TokenInfo {
        // Whoever had the portal's token called in wants this one used no more than that.
        if portal.hasEnded { holder.set(nil) }
        return try await holder.token(at: manager.core.time.now()) { [self] (old) throws(PortalError) -> TokenInfo in
            try await acquire(replacing: old)
        }
    }

    func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        try await acquire(replacing: refused)
    }

    /// One exchange for everybody who waits, unless the old token has been replaced already (rule R25).
    private func acquire(replacing old: TokenInfo?) async throws(PortalError) -> TokenInfo {
        if let token = holder.replacement(for: old) { return token }
        return try await manager.acquire(.credential(ObjectIdentifier(self))) {
            [self] () throws(PortalError) -> TokenInfo in
            if let token = holder.replacement(for: old) { return token }
            return try await exchanged(isRenewal: old != nil)
        }
    }

    private func exchanged(isRenewal: Bool) async throws(PortalError) -> TokenInfo {
        do throws(PortalError) {
            let token = try await TokenExchange(manager: manager, portal: portal, server: serverContext).token(
                epoch: epoch)
            try manager.requireCurrent(epoch, url: serverContext.url)
            holder.set(token)
            manager.core.events.emit(
                isRenewal
                    ? .tokenRenewed(serverContext, expires: token.expires)
                    : .tokenAcquired(serverContext, expires: token.expires))
            return token
        } catch {
            if isRenewal { manager.core.events.emit(.tokenRenewalFailed(serverContext, error.code)) }
            throw error
        }
    }

    var description: String { "\(portal) at the federated server \(serverContext)" }
}
