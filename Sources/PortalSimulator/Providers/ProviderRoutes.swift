/// The table of contents of an identity provider's host.
enum ProviderRoutes {
    static let table = RouteTable([
        .portal(
            "saml/metadata", operation: "provider/saml/metadata", gate: .none, steady: false,
            SAMLProviderEndpoint.metadata),
        .portal(
            "saml/sso", operation: "provider/saml/sso", gate: .none, steady: false, SAMLProviderEndpoint.signOn),
        .portal(
            "saml/slo", operation: "provider/saml/slo", gate: .none, steady: false, ProviderSignOutEndpoint.saml),
        .portal(
            ".well-known/openid-configuration", operation: "provider/openid-configuration", gate: .none, steady: false,
            OpenIDProviderEndpoint.configuration),
        .portal(
            "oauth2/authorize", operation: "provider/oauth2/authorize", gate: .none, steady: false,
            OpenIDProviderEndpoint.authorize),
        .portal(
            "oauth2/token", operation: "provider/oauth2/token", gate: .none, steady: false,
            OpenIDProviderEndpoint.token),
        .portal(
            "oauth2/jwks", operation: "provider/oauth2/jwks", gate: .none, steady: false, OpenIDProviderEndpoint.keys),
        .portal(
            "oauth2/userinfo", operation: "provider/oauth2/userinfo", gate: .none, steady: false,
            OpenIDProviderEndpoint.userInfo),
        .portal(
            "oauth2/logout", operation: "provider/oauth2/logout", gate: .none, steady: false,
            ProviderSignOutEndpoint.openID),
        .portal(
            "signin", operation: "provider/signin", gate: .none, steady: false, ProviderPageEndpoint.signIn),
    ])
}
