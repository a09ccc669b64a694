/// Where the host that signs people in for an identity-aware proxy has its endpoints.
package enum IdentityRoutes {
    /// The tenant in the addresses; any other is as good.
    static let tenant = "mockportal"

    /// The address below which the endpoints are.
    package static func base(at authority: String) -> String { "\(authority)/\(tenant)/oauth2/v2.0" }

    /// The address of an endpoint.
    static func url(_ endpoint: String, at authority: String) -> String { "\(base(at: authority))/\(endpoint)" }
}
