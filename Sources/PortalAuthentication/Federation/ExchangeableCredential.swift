/// A credential of a portal whose tokens can be exchanged for those of the portal's federated servers
/// (developers.arcgis.com/rest/users-groups-and-items › generate-token; Flutter › TokenCredential.createFederated).
protocol ExchangeableCredential: ArcGISCredential {
    /// How long tokens of federated servers shall live; nil leaves it to the portal.
    var federatedTokenLifetime: Duration? { get }
    /// Where the portal exchanges tokens, if the app said so; nil asks the portal.
    var tokenURL: HTTPURL? { get }
    /// Whether its tokens were called in.
    var hasEnded: Bool { get }
}

extension ExchangeableCredential {
    var tokenURL: HTTPURL? { nil }
    var hasEnded: Bool { false }
    /// Whether it is a portal's: a server's own tokens are good for nothing else.
    var isOfPortal: Bool { serverContext.kind == .portal }
}

extension OAuthUserCredential: ExchangeableCredential {
    var federatedTokenLifetime: Duration? { configuration.federatedTokenLifetime }
    var hasEnded: Bool { !holdsLiveTokens }
}

extension OAuthApplicationCredential: ExchangeableCredential {
    var federatedTokenLifetime: Duration? { lifetime }
}

extension TokenCredential: ExchangeableCredential {
    var federatedTokenLifetime: Duration? { lifetime }
}
