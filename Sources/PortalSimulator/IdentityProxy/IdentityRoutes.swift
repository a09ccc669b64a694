/// The table of contents of the host that signs people in for an identity-aware proxy.
package enum IdentityRoutes {
    /// The tenant in the addresses; any other is as good.
    static let tenant = "mockportal"

    static let table = RouteTable([
        .portal(
            "{tenant}/oauth2/v2.0/authorize", operation: "identity/authorize", gate: .none, steady: false,
            IdentityEndpoint.authorize),
        .portal(
            "{tenant}/oauth2/v2.0/signin", operation: "identity/signin", gate: .none, steady: false,
            IdentityEndpoint.signIn),
        .portal(
            "{tenant}/oauth2/v2.0/token", operation: "identity/token", gate: .none, steady: false,
            IdentityTokenEndpoint.token),
        .portal(
            "{tenant}/oauth2/v2.0/logout", operation: "identity/logout", gate: .none, steady: false,
            IdentityEndpoint.logOut),
    ])

    /// The address below which the endpoints are.
    package static func base(at authority: String) -> String { "\(authority)/\(tenant)/oauth2/v2.0" }

    /// The address of an endpoint.
    static func url(_ endpoint: String, at authority: String) -> String { "\(base(at: authority))/\(endpoint)" }
}
