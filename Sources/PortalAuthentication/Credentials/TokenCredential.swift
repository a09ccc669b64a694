internal import HTTPSemantics

/// User name and password, or the web tier's own user, that become tokens when they are needed.
public final class TokenCredential: TokenHolding, CustomStringConvertible {
    public let serverContext: ServerContext
    let principal: TokenOrder.Principal
    let tokenURL: HTTPURL?
    let lifetime: Duration?
    let context: any CredentialContext
    let holder: TokenHolder

    init(
        for server: ServerContext, _ principal: TokenOrder.Principal, tokenURL: HTTPURL?, lifetime: Duration?,
        token: TokenInfo?, in context: any CredentialContext
    ) {
        serverContext = server
        holder = TokenHolder(token)
        self.principal = principal
        self.tokenURL = tokenURL
        self.lifetime = lifetime
        self.context = context
    }

    public var referer: String? { context.core.policy.referer }
    public var username: String? { if case .user(let name, _) = principal { name } else { nil } }
    public var canRenew: Bool { true }

    var acquisitionKey: AcquisitionKey { .order(order) }

    private var order: TokenOrder {
        TokenOrder(
            context: serverContext, tokenURL: tokenURL, principal: principal, lifetime: lifetime,
            referer: context.core.policy.referer)
    }

    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo {
        let token = try await TokenIssuer(context: context).issue(order, isRenewal: old != nil)
        try context.requireCurrent(epoch, url: serverContext.url)
        await hold(token)
        return token
    }

    public var description: String {
        "token credential of \(username ?? "the web tier's user") for \(serverContext)"
    }
}
