/// Where a portal signs people and applications in (developers.arcgis.com/rest/users-groups-and-items › authorize, token, revoke-token).
///
/// They are built from the portal's own address and never discovered, so a code or a refresh token goes to no other host.
struct OAuthEndpoints: Sendable, Hashable {
    let authorize: HTTPURL
    let token: HTTPURL
    let revoke: HTTPURL

    /// The endpoints of a portal, over TLS whatever its address says (RFC 6749 §3.1, §3.2).
    init(portal: PortalURL, _ origins: SecureOrigins) {
        let root = origins.secured(portal.rest).appending("oauth2")
        authorize = root.appending("authorize")
        token = root.appending("token")
        revoke = root.appending("revokeToken")
    }
}
