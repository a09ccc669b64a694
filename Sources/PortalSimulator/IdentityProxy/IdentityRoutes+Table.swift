extension IdentityRoutes {
    /// The table of contents of the host.
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
}
