public import HTTPAuthentication

/// User name and password, or the web tier's own user, that become tokens when they are needed.
public final class TokenCredential: TokenHolding, CustomStringConvertible {
    public let serverContext: ServerContext
    let principal: TokenOrder.Principal
    let tokenURL: HTTPURL?
    let lifetime: Duration?
    private let manager: AuthenticationManager
    let holder: TokenHolder

    /// Names a user of a portal or server; nothing is sent before a token is needed.
    ///
    /// - Parameters:
    ///   - tokenURL: where tokens are issued; nil asks the context (rule R4).
    ///   - lifetime: how long a token shall live; nil or zero leaves it to the server.
    public convenience init(
        for url: HTTPURL, username: String, password: Secret<String>, tokenURL: HTTPURL? = nil,
        lifetime: Duration? = nil, in environment: PortalEnvironment
    ) {
        self.init(for: url, .user(username, password), tokenURL: tokenURL, lifetime: lifetime, in: environment)
    }

    /// Stands for whoever the web tier takes this client for: no user name and no password are sent for a token.
    ///
    /// The token service knows the user by the client certificate or by HTTP authentication (rule R15).
    public convenience init(
        forWebTierUserOf url: HTTPURL, tokenURL: HTTPURL? = nil, lifetime: Duration? = nil,
        in environment: PortalEnvironment
    ) {
        self.init(for: url, .webTier, tokenURL: tokenURL, lifetime: lifetime, in: environment)
    }

    private convenience init(
        for url: HTTPURL, _ principal: TokenOrder.Principal, tokenURL: HTTPURL?, lifetime: Duration?,
        in environment: PortalEnvironment
    ) {
        self.init(
            for: ServerContext(of: url), principal, tokenURL: tokenURL, lifetime: lifetime, token: nil,
            in: environment)
    }

    init(
        for context: ServerContext, _ principal: TokenOrder.Principal, tokenURL: HTTPURL?, lifetime: Duration?,
        token: TokenInfo?, in environment: PortalEnvironment
    ) {
        serverContext = context
        holder = TokenHolder(token)
        self.principal = principal
        self.tokenURL = tokenURL
        self.lifetime = lifetime
        manager = environment.authentication
    }

    /// Acquires a token at once; throws what the token service answers.
    public static func make(
        for url: HTTPURL, username: String, password: Secret<String>, tokenURL: HTTPURL? = nil,
        lifetime: Duration? = nil, in environment: PortalEnvironment
    ) async throws(PortalError) -> TokenCredential {
        let credential = TokenCredential(
            for: url, username: username, password: password, tokenURL: tokenURL, lifetime: lifetime, in: environment)
        _ = try await credential.tokenInfo()
        return credential
    }

    /// Acquires a token for the resource that asked; throws what the token service answers.
    public static func make(
        for challenge: ArcGISChallenge, username: String, password: Secret<String>, lifetime: Duration? = nil
    ) async throws(PortalError) -> TokenCredential {
        try await make(
            for: challenge.requestURL, username: username, password: password, lifetime: lifetime,
            in: challenge.environment)
    }

    public var referer: String? { manager.core.policy.referer }
    public var username: String? { if case .user(let name, _) = principal { name } else { nil } }
    public var canRenew: Bool { true }

    public func tokenInfo() async throws(PortalError) -> TokenInfo {
        try await holder.token(at: manager.core.time.now()) { [self] (old) throws(PortalError) -> TokenInfo in
            try await acquire(replacing: old)
        }
    }

    public func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        try await acquire(replacing: refused)
    }

    /// Gets one new token for everybody who waits, unless the old one has been replaced already.
    private func acquire(replacing old: TokenInfo?) async throws(PortalError) -> TokenInfo {
        if let token = holder.replacement(for: old) { return token }
        let order = TokenOrder(
            context: serverContext, tokenURL: tokenURL, principal: principal, lifetime: lifetime,
            referer: manager.core.policy.referer)
        let (manager, holder, began) = (manager, holder, manager.epoch)
        let token = try await manager.acquire(.order(order)) { [self] () throws(PortalError) -> TokenInfo in
            if let token = holder.replacement(for: old) { return token }
            let token = try await TokenIssuer(manager: manager).issue(order, isRenewal: old != nil)
            guard manager.epoch == began else {
                throw PortalError(.signedOut, detail: "somebody signed out meanwhile")
            }
            holder.set(token)
            await manager.credentialUpdated(self)
            return token
        }
        // Whoever comes late does not put an older token in the place of a newer one.
        let settled = holder.settle(token, replacing: old)
        if settled.isNew { await manager.credentialUpdated(self) }
        return settled.token
    }

    public var description: String {
        "token credential of \(username ?? "the web tier's user") for \(serverContext)"
    }
}
