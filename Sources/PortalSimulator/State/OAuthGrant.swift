internal import HTTPSemantics

/// What one sign-in gave an application: everything that hangs on it ends with it.
///
/// Its code and its refresh tokens share it; it is only touched under the lock of the site's state.
final class OAuthGrant: @unchecked Sendable {
    /// The application's client id.
    let client: String
    let user: String
    /// The origin that the user signed in to; only it takes the code and the refresh tokens.
    let issuer: Origin
    /// Where its code was sent, byte for byte.
    let redirectURI: String
    /// How long its refresh tokens live.
    let refreshLifetime: Duration
    /// The texts of its refresh tokens, in the order of issue.
    var refreshTokens: [String] = []

    init(client: String, user: String, issuer: Origin, redirectURI: String, refreshLifetime: Duration) {
        self.client = client
        self.user = user
        self.issuer = issuer
        self.redirectURI = redirectURI
        self.refreshLifetime = refreshLifetime
    }
}

/// A code that stands for a sign-in until it is redeemed (RFC 6749 §4.1.2).
struct AuthorizationCode: Sendable {
    /// `code#1` in the order of issue.
    let alias: String
    let grant: OAuthGrant
    let proofKey: ProofKey?
    /// Portal time in milliseconds at which it ends.
    let expires: Int64
    /// Where it was sent.
    let redirect: RegisteredRedirect?
    var isUsed = false
}

/// A token that fetches access tokens (RFC 6749 §1.5).
struct RefreshToken: Sendable {
    /// `refresh#1` in the order of issue.
    let alias: String
    let grant: OAuthGrant
    /// Portal time in milliseconds at which it ends.
    let expires: Int64
    var ended: Token.Ending?
    /// The texts of the access tokens that it gave: they end with it (developers.arcgis.com, "Revoke Token").
    var accessTokens: [String] = []

    /// Whether it fetches nothing any more, and why.
    func ending(at time: Int64) -> Token.Ending? { ended ?? (time >= expires ? .expired : nil) }
}

/// A browser's session after a sign-in: a request with its cookie is not asked to sign in again.
struct BrowserSession: Sendable {
    /// `session#1` in the order of issue.
    let alias: String
    let user: String
    /// Portal time in milliseconds at which it ends.
    let expires: Int64
}
