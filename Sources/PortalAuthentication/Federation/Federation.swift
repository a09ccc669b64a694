internal import HTTPSemantics
internal import Platform

/// Finds out to which portal a server belongs, and who is signed in there (client flow MM6, rule R26).
///
/// The word of a server decides only whether its own portal is asked for a token: the portal's token goes to no other place than the
/// portal, which knows its servers.
struct Federation: Sendable {
    let context: any CredentialContext
    /// Who is signed in, and where.
    let credentials: ArcGISCredentialStore
    /// What was exchanged for servers so far.
    let serverTokens: ServerTokens

    /// The user who is signed in to the portal of a resource's server; nil where none is, or where the server belongs to none.
    ///
    /// The server is asked only where a user is signed in to a portal. Throws where it cannot be asked, and
    /// `signedOut` where the user has signed out since an epoch.
    func credential(for url: HTTPURL, epoch: Int? = nil) async throws(PortalError) -> FederatedCredential? {
        guard let server = Self.server(of: url), !portals.isEmpty else { return nil }
        let owner = try await owner(of: server)
        if let epoch { try context.requireCurrent(epoch, url: url) }
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
            let server = Self.server(of: url), credentials.credential(for: url) !== credential,
            try await isOwner(PortalURL(rootOf: portal.serverContext.url), of: url)
        else { return nil }
        return self.credential(portal, at: server)
    }

    /// The user who is signed in to a portal whose tokens are good at a resource's server as they are, because the app said so; nil
    /// where none is.
    func familyCredential(for url: HTTPURL) -> (any ArcGISCredential)? {
        guard !context.core.policy.tokenFamilies.isEmpty, Self.server(of: url) != nil, url.origin.isSecure else {
            return nil
        }
        let families = context.core.policy.tokenFamilies.map { $0.compactMap { try? HostPattern($0) } }
        let own = families.filter { $0.contains { $0.matches(url.origin.host) } }
        return portals.first { portal in
            own.contains { $0.contains { $0.matches(portal.serverContext.url.origin.host) } }
        }
    }

    /// A refusal for lack of a token, with what there is to know of it: that no user is signed in where the resource is.
    func named(_ error: PortalError, at url: HTTPURL) -> PortalError {
        guard error.code == .tokenRequired || error.code == .authenticationRequired else { return error }
        let others = credentials.credentials.map(\.serverContext).filter {
            $0.kind == .portal && !$0.contains(url)
        }
        guard !others.isEmpty else { return error }
        context.core.events.emit(.credentialScopeMismatch(url: url.withoutQuery, held: others))
        guard let server = Self.server(of: url) else { return error }
        let owner = context.core.tokenServices.withLock { $0[server]?.service.owner }
        let whose =
            owner.map { "it says that it belongs to \($0.withoutQuery)" } ?? "it names no portal that it belongs to"
        var copy = error
        copy.isNotFederated = true
        copy.detail +=
            "; the server is not federated with \(others.map(\.description).joined(separator: ", ")): \(whose)"
        return copy
    }

    /// Whether a portal is the owner of a resource's server, as that says itself.
    func isOwner(_ portal: PortalURL, of url: HTTPURL) async throws(PortalError) -> Bool {
        guard let server = Self.server(of: url), let owner = try await owner(of: server) else { return false }
        return isNamed(portal, by: owner)
    }

    /// The portal that a resource's server names as its owner, over TLS; nil where it names none, and for what is no server's.
    func owner(of url: HTTPURL) async throws(PortalError) -> PortalURL? {
        guard let server = Self.server(of: url) else { return nil }
        return try await owner(of: server).map(portal(at:))
    }

    /// The same, if the server has said so already.
    func knownOwner(of url: HTTPURL) -> PortalURL? {
        guard let server = Self.server(of: url) else { return nil }
        return context.core.tokenServices.withLock { $0[server]?.service.owner }.map(portal(at:))
    }

    /// Whether a resource's server has said already to whom it belongs.
    func isKnown(_ url: HTTPURL) -> Bool {
        guard let server = Self.server(of: url) else { return false }
        return context.core.tokenServices.withLock { $0[server] != nil }
    }

    /// The credentials of portals that sign requests for the whole of them.
    private var portals: [any ExchangeableCredential] {
        credentials.credentials.compactMap { credential in
            guard let portal = credential as? any ExchangeableCredential, portal.isOfPortal,
                credentials.credential(for: portal.serverContext.usualTokenService) === portal
            else { return nil }
            return portal
        }
    }

    private func credential(_ portal: any ExchangeableCredential, at server: ServerContext) -> FederatedCredential {
        // A token travels over TLS only, so that is where it is for.
        let secured = ServerContext(root: context.core.secureOrigins.secured(server.url), kind: .server)
        return serverTokens.credential(
            of: portal, at: secured, among: credentials.credentials + [portal], context: context)
    }

    private func owner(of server: ServerContext) async throws(PortalError) -> HTTPURL? {
        do throws(PortalError) {
            return try await TokenDiscovery(context: context).owner(of: server)
        } catch  where error.code == .tokenServiceInsecure {
            // It describes itself by what no portal says.
            return nil
        }
    }

    /// The portal at an address; old servers name theirs by http.
    private func portal(at owner: HTTPURL) -> PortalURL {
        PortalURL(rootOf: context.core.secureOrigins.secured(PortalURL(rootOf: owner).root))
    }

    private func isNamed(_ portal: PortalURL, by owner: HTTPURL) -> Bool {
        portal.isNamed(by: owner, context.core.secureOrigins)
    }

    private static func server(of url: HTTPURL) -> ServerContext? {
        ServerContext(url).flatMap { $0.kind == .server ? $0 : nil }
    }
}
