internal import Platform

/// What has been exchanged so far: one credential for each server and the user who is signed in to its portal.
///
/// It lives and dies with the portal's credential: what is no longer in the store is forgotten.
final class ServerTokens: Sendable {
    private let known = Locked<[FederatedCredential]>([])

    /// The one credential for a server; those of portals that no user is signed in to any more are dropped.
    func credential(
        of portal: any ExchangeableCredential, at server: ServerContext, among stored: [any ArcGISCredential],
        context: any CredentialContext
    ) -> FederatedCredential {
        known.withLock { known in
            known.removeAll { old in !stored.contains { $0 === old.portal } }
            if let found = known.first(where: { $0.portal === portal && $0.serverContext == server }) { return found }
            let new = FederatedCredential(portal, at: server, context: context)
            known.append(new)
            return new
        }
    }

    /// Forgets everything.
    func removeAll() { known.withLock { $0 = [] } }

    /// How many are known.
    var count: Int { known.withLock { $0.count } }
}
