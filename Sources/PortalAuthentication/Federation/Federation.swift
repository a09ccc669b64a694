internal import HTTPAuthentication

/// Finds out to which portal a server belongs, and who is signed in there (client flow MM6, rule R26).
///
/// The word of a server decides only whether its own portal is asked for a token: the portal's token goes to no other place than the
/// portal, which knows its servers.
struct Federation: Sendable {
    let environment: PortalEnvironment
    private var manager: AuthenticationManager { environment.authentication }

    /// Whoever is signed in to the portal of a resource's server; nil where nobody is, or where the server belongs to none.
    ///
    /// The server is asked only where somebody is signed in to a portal. Throws where it cannot be asked, and
    /// `signedOut` where somebody has signed out since an epoch.
    func credential(for url: HTTPURL, epoch: Int? = nil) async throws(PortalError) -> FederatedCredential? {
        guard let server = Self.server(of: url), !portals.isEmpty else { return nil }
        let owner = try await owner(of: server)
        if let epoch { try manager.requireCurrent(epoch, url: url) }
        guard let owner else { return nil }
        let portal = portals.first { isNamed(PortalURL(rootOf: $0.serverContext.url), by: owner) }
        return portal.map { credential($0, at: server) }
    }

    /// The same, where that is a credential; nil where it is for the resource itself, or of another portal.
    ///
    /// The credential need not be in the store yet.
    func credential(
        _ credential: any ArcGISCredential, for url: HTTPURL
    ) async throws(PortalError) -> FederatedCredential? {
        guard let portal = credential as? any ExchangeableCredential, portal.isOfPortal,
            let server = Self.server(of: url), environment.credentials.credential(for: url) !== credential,
            try await isOwner(PortalURL(rootOf: portal.serverContext.url), of: url)
        else { return nil }
        return self.credential(portal, at: server)
    }

    /// Whether a portal is the owner of a resource's server, as that says itself.
    func isOwner(_ portal: PortalURL, of url: HTTPURL) async throws(PortalError) -> Bool {
        guard let server = Self.server(of: url), let owner = try await owner(of: server) else { return false }
        return isNamed(portal, by: owner)
    }

    /// The credentials of portals that sign requests for the whole of them.
    private var portals: [any ExchangeableCredential] {
        environment.credentials.credentials.compactMap { credential in
            guard let portal = credential as? any ExchangeableCredential, portal.isOfPortal,
                environment.credentials.credential(for: portal.serverContext.usualTokenService) === portal
            else { return nil }
            return portal
        }
    }

    private func credential(_ portal: any ExchangeableCredential, at server: ServerContext) -> FederatedCredential {
        // A token travels over TLS only, so that is where it is for.
        let secured = ServerContext(root: environment.core.secureOrigins.secured(server.url), kind: .server)
        return environment.serverTokens.credential(
            of: portal, at: secured, among: environment.credentials.credentials + [portal], manager: manager)
    }

    private func owner(of server: ServerContext) async throws(PortalError) -> HTTPURL? {
        do throws(PortalError) {
            return try await TokenDiscovery(manager: manager).owner(of: server)
        } catch  where error.code == .tokenServiceInsecure {
            // It describes itself by what no portal says.
            return nil
        }
    }

    private func isNamed(_ portal: PortalURL, by owner: HTTPURL) -> Bool {
        portal.isNamed(by: owner, environment.core.secureOrigins)
    }

    private static func server(of url: HTTPURL) -> ServerContext? {
        ServerContext(url).flatMap { $0.kind == .server ? $0 : nil }
    }
}
