/// An authorization that was understood (RFC 6749 §4.1.1, §4.2.1; developers.arcgis.com, "Authorize").
struct AuthorizationRequest: Sendable {
    /// The application's client id.
    let client: String
    /// What the page calls the application.
    let title: String
    /// Where the answer goes, as it was sent.
    let redirectURI: String
    let redirect: RegisteredRedirect
    let response: ResponseType
    /// What the answer brings back; nil where none was sent.
    let state: String?
    /// Minutes asked for: of the refresh token with a code, of the access token without; nil leaves it to the portal.
    let expiration: Int64?
    let proofKey: ProofKey?
    let hidesCancel: Bool
    /// The user name that the page begins with.
    let username: String
    let theme: PrivatePage.Theme
    /// What a portal asks its identity provider for; nil where an application asks.
    var asked: Asked?

    /// What a portal wants of an identity provider beside a code.
    enum Asked: Sendable {
        /// A response of SAML to the request of an ID, with the relay state that came along.
        case assertion(request: String, relayState: String?)
        /// An ID token with a nonce (OpenID Connect Core 1.0 §3.1.2.1).
        case identityToken(nonce: String?)
    }

    /// What is wanted.
    enum ResponseType: String, Sendable {
        case code
        /// The older implicit form.
        case token
    }
}
