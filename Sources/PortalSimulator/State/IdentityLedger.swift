internal import HTTPSemantics
internal import PortalJudge

/// What the host that signs people in remembers: its pages, codes, refresh tokens and sessions, and the ID tokens that it gave.
struct IdentityLedger {
    var oauth: OAuthLedger
    private(set) var tokens: [String: IdentityToken] = [:]
    /// The texts in the order of issue.
    private(set) var texts: IssuedTexts

    init(limits: ResourceLimits) {
        oauth = OAuthLedger(prefix: "id", limits: limits)
        texts = IssuedTexts(limit: limits.tokens)
    }

    /// An ID token (OpenID Connect Core 1.0 §2).
    struct IdentityToken: Sendable {
        /// `idtoken#1` in the order of issue.
        let alias: String
        let user: String
        /// Portal time in milliseconds at which it ends.
        let expires: Int64
        var isEnded = false
    }

    /// Issues an ID token; where there are as many as there may be, the oldest one ends.
    mutating func issue(to user: String, text: String, expires: Int64) -> (alias: String, gone: String?) {
        let (number, old) = texts.append(text)
        let alias = "idtoken#\(number)"
        tokens[text] = IdentityToken(alias: alias, user: user, expires: expires)
        return (alias, old.flatMap { tokens.removeValue(forKey: $0)?.alias })
    }

    /// Notes an ID token that came with a refresh token.
    mutating func note(identityToken: String, of refreshToken: String) {
        oauth.note(accessToken: identityToken, of: refreshToken) { [tokens] in tokens[$0] != nil }
    }

    /// Ends the ID tokens of a user, as signing out does.
    mutating func endTokens(of user: String) {
        for (text, token) in tokens where token.user == user { tokens[text]?.isEnded = true }
    }

    /// Ends everything that a sign-in gave, as a code that is used twice does (RFC 6749 §4.1.2).
    mutating func end(grant: OAuthGrant) {
        for refresh in grant.refreshTokens {
            for text in oauth.end(refreshToken: refresh, as: .revoked) { tokens[text]?.isEnded = true }
        }
    }

    /// Ends an ID token, or all; false where there is no such one.
    mutating func end(_ alias: String) -> Bool {
        guard let number = Int(alias.dropFirst("idtoken#".count)), let text = texts[number] else { return false }
        tokens[text]?.isEnded = true
        return true
    }

    /// Every secret so far, with the origins that may see it.
    func canaries(authority: Origin, guarded: [Origin]) -> [Canary] {
        let own = [authority.description]
        let here = oauth.canaries(at: authority)
        let guarded = guarded.map(\.description)
        let identities = texts.kept.compactMap { text -> Canary? in
            guard let token = tokens[text] else { return nil }
            return Canary(
                name: token.alias, kind: .identityToken, value: text,
                origins: guarded + own.filter { !guarded.contains($0) })
        }
        return here + identities
    }
}
