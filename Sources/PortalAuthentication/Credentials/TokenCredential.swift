public import HTTPSemantics

/// User name and password, or the web tier's own user, that become tokens when they are needed.
public final class TokenCredential: TokenHolding, CustomStringConvertible {
    public let serverContext: ServerContext
    let principal: TokenOrder.Principal
    let tokenURL: HTTPURL?
    let lifetime: Duration?
    let manager: AuthenticationManager
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

    var acquisitionKey: AcquisitionKey { .order(order) }

    private var order: TokenOrder {
        TokenOrder(
            context: serverContext, tokenURL: tokenURL, principal: principal, lifetime: lifetime,
            referer: manager.core.policy.referer)
    }

    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo {
        let token = try await TokenIssuer(manager: manager).issue(order, isRenewal: old != nil)
        try manager.requireCurrent(epoch, url: serverContext.url)
        await hold(token)
        return token
    }

    public var description: String {
        "token credential of \(username ?? "the web tier's user") for \(serverContext)"
    }
}
