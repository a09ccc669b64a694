internal import HTTPSemantics

/// What a user who signed in holds: an access token and, as a rule, a refresh token.
struct OAuthSession: Sendable {
    /// A refresh token and when it is to be replaced.
    struct Refresh: Sendable {
        let token: Secret<String>
        /// When it ends, by the client's own clock; nil where the portal did not say.
        let expires: Timestamp?
        /// When it was issued, by the client's own clock.
        let issued: Timestamp
    }

    var access: TokenInfo
    var username: String?
    var refresh: Refresh?
    /// The redirect URI of the sign-in: an exchange must name it again.
    let redirectURI: RedirectURI

    /// A session as it was stored.
    init(access: TokenInfo, username: String?, refresh: Refresh?, redirectURI: RedirectURI) {
        self.access = access
        self.username = username
        self.refresh = refresh
        self.redirectURI = redirectURI
    }

    /// The session that a code was redeemed for.
    init(_ tokens: GrantedTokens, redirectURI: RedirectURI) {
        self.init(access: tokens.access, username: tokens.username, refresh: tokens.asRefresh, redirectURI: redirectURI)
    }

    /// The session with what a renewal brought; a refresh token that was not replaced stays.
    func renewed(by tokens: GrantedTokens) -> OAuthSession {
        OAuthSession(
            access: tokens.access, username: tokens.username ?? username, refresh: tokens.asRefresh ?? refresh,
            redirectURI: redirectURI)
    }

    /// Whether the refresh token is to be replaced when the access token is renewed next.
    ///
    /// It is due once a day of its life is left (developers.arcgis.com › Kotlin › OAuthUserConfiguration), or once it is as old
    /// as the interval; an interval of zero never replaces it.
    func isExchangeDue(at now: Timestamp, interval: Duration?) -> Bool {
        guard let refresh else { return false }
        if let interval {
            guard interval > .zero else { return false }
            if now >= refresh.issued.advanced(byMilliseconds: interval.milliseconds) { return true }
        }
        return refresh.expires.map { now >= $0.advanced(byMilliseconds: -Self.lastDay) } ?? false
    }

    private static let lastDay: Int64 = 86_400_000
}

extension GrantedTokens {
    fileprivate var asRefresh: OAuthSession.Refresh? {
        refresh.map { OAuthSession.Refresh(token: $0, expires: refreshExpires, issued: received) }
    }
}
