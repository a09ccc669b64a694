internal import HTTPSemantics
internal import JSONValues

/// Everything that signing in by OAuth leaves behind: who waits on the sign-in page, codes, refresh tokens, sessions and secrets.
struct OAuthLedger {
    /// What aliases begin with: nothing at the portal itself, `id` at the host that an identity-aware proxy sends people to.
    private let prefix: String
    private(set) var codes: [String: AuthorizationCode] = [:]
    private(set) var refreshTokens: [String: RefreshToken] = [:]
    private(set) var sessions: [String: BrowserSession] = [:]
    /// The texts in the order of issue.
    private(set) var codeTexts: IssuedTexts, refreshTexts: IssuedTexts, sessionTexts: IssuedTexts
    private var waiting: [String: WaitingSignIn] = [:]
    private var pages: IssuedTexts
    /// The last step of a user's authenticator app whose code was taken: a code is taken once (RFC 6238 §5.2).
    var counters: [String: Int64] = [:]
    /// Wrong codes of authenticator apps.
    var codeGuard = LoginGuard()
    /// Users who have changed the password that they had to.
    var changed: Set<String> = []
    /// Users and applications that they let in; as many as there are accounts and registered applications at most.
    private var consents: Set<String> = []

    init(prefix: String = "", limits: ResourceLimits) {
        self.prefix = prefix
        codeTexts = IssuedTexts(limit: limits.codes)
        refreshTexts = IssuedTexts(limit: limits.refreshTokens)
        sessionTexts = IssuedTexts(limit: limits.sessions)
        pages = IssuedTexts(limit: limits.signInPages)
    }

    /// What was issued, with the alias of the one that had to go.
    typealias Issued = (alias: String, text: String, gone: String?)

    /// How many secrets had to go.
    var forgotten: Int { codeTexts.forgotten + refreshTexts.forgotten + sessionTexts.forgotten }

    /// An authorization whose user is on the sign-in page.
    struct WaitingSignIn: Sendable {
        let request: AuthorizationRequest
        /// Portal time in milliseconds at which the page is too old.
        let expires: Int64
        /// Whose password was right, once it was.
        var user: String?
        /// What else the user has done.
        var done: Set<SignInStep> = []
        /// What the sign-in at a provider began with; nil for one at the portal's own page.
        var origin: ProviderSession?
    }

    // MARK: the sign-in page

    /// Keeps an authorization until a user signs in; its `oauth_state` is all that the page knows of it.
    ///
    /// Where there are as many pages as there may be, who has had one for longest must begin again.
    mutating func wait(for request: AuthorizationRequest, until time: Int64) -> (text: String, endsOther: Bool) {
        let text = RandomText.secret(40)
        waiting[text] = WaitingSignIn(request: request, expires: time)
        let gone = pages.append(text).gone.flatMap { waiting.removeValue(forKey: $0) }
        return (text, gone != nil)
    }

    /// The authorization that a page was made for; nil where there is none, or it is over.
    func request(_ oauthState: String, at time: Int64) -> AuthorizationRequest? {
        waiting[oauthState].flatMap { time < $0.expires ? $0.request : nil }
    }

    /// A page that is not over.
    func page(_ oauthState: String, at time: Int64) -> WaitingSignIn? {
        waiting[oauthState].flatMap { time < $0.expires ? $0 : nil }
    }

    /// Changes what is known of a page.
    mutating func change(_ oauthState: String, _ body: (inout WaitingSignIn) -> Void) {
        guard var page = waiting[oauthState] else { return }
        body(&page)
        waiting[oauthState] = page
    }

    /// Notes that a user lets an application use the account.
    mutating func consent(of user: String, to client: String) { consents.insert("\(user) \(client)") }

    /// Whether the user has said so before.
    func hasConsented(_ user: String, to client: String) -> Bool { consents.contains("\(user) \(client)") }

    /// What a user has yet to do on a page; nil where that is nothing.
    func step(by rules: Blueprint.SignInRules, for user: String, on page: WaitingSignIn) -> SignInStep? {
        rules.step(
            for: user, done: changed.contains(user) ? page.done.union([.password]) : page.done,
            hasConsented: hasConsented(user, to: page.request.client))
    }

    /// Ends a page: it signs in once.
    mutating func finish(_ oauthState: String) { waiting[oauthState] = nil }

    // MARK: codes and refresh tokens

    /// Issues a code for a new grant.
    mutating func issueCode(for grant: OAuthGrant, proofKey: ProofKey?, expires: Int64) -> Issued {
        let text = RandomText.secret(48)
        let (number, old) = codeTexts.append(text)
        let alias = "\(prefix)code#\(number)"
        codes[text] = AuthorizationCode(
            alias: alias, grant: grant, proofKey: proofKey, expires: expires,
            redirect: RegisteredRedirect(grant.redirectURI))
        return (alias, text, old.flatMap { codes.removeValue(forKey: $0)?.alias })
    }

    /// Notes that a code was redeemed.
    mutating func use(_ code: String) { codes[code]?.isUsed = true }

    /// Issues a refresh token of a grant.
    mutating func issueRefreshToken(of grant: OAuthGrant, at time: Int64) -> Issued {
        let text = RandomText.secret(96)
        let (number, old) = refreshTexts.append(text)
        let alias = "\(prefix)refresh#\(number)"
        refreshTokens[text] = RefreshToken(
            alias: alias, grant: grant, expires: time.later(by: grant.refreshLifetime))
        grant.refreshTokens.append(text)
        let gone = old.flatMap { refreshTokens.removeValue(forKey: $0) }
        gone?.grant.refreshTokens.removeAll { $0 == old }
        return (alias, text, gone?.alias)
    }

    /// Notes an access token that a refresh token gave; `isKnown` says which of the earlier ones are still there.
    mutating func note(accessToken: String, of refreshToken: String, isKnown: (String) -> Bool) {
        guard var token = refreshTokens.removeValue(forKey: refreshToken) else { return }
        token.accessTokens.append(accessToken)
        // Now and then, so that one which fetches for ever does not grow for ever.
        if token.accessTokens.count.isMultiple(of: 1024) { token.accessTokens.removeAll { !isKnown($0) } }
        refreshTokens[refreshToken] = token
    }

    /// Ends a refresh token and gives the access tokens that end with it; none where it was revoked before.
    ///
    /// One that had only expired may still be revoked: what it gave is alive.
    mutating func end(refreshToken text: String, as ending: Token.Ending) -> [String] {
        guard let token = refreshTokens[text], token.ended == nil || token.ended == .expired && ending == .revoked
        else {
            return []
        }
        refreshTokens[text]?.ended = ending
        return token.accessTokens
    }

    /// The text of a refresh token by its alias; nil where there is none.
    func refreshToken(named alias: String) -> String? {
        guard alias.hasPrefix("\(prefix)refresh#"), let number = Int(alias.dropFirst(prefix.utf8.count + 8)) else {
            return nil
        }
        return refreshTexts[number]
    }

    // MARK: sessions

    /// Remembers a browser; where there are as many as there may be, the oldest one is forgotten.
    mutating func openSession(of user: String, until time: Int64) -> Issued {
        let text = RandomText.secret(40)
        let (number, old) = sessionTexts.append(text)
        let alias = "\(prefix)session#\(number)"
        sessions[text] = BrowserSession(alias: alias, user: user, expires: time)
        return (alias, text, old.flatMap { sessions.removeValue(forKey: $0)?.alias })
    }

    /// Every session that was not forgotten: its cookie stays a secret also when it is over.
    var sessionAliases: [(alias: String, text: String)] {
        sessionTexts.kept.enumerated().map { ("\(prefix)session#\(sessionTexts.forgotten + $0 + 1)", $1) }
    }

    /// Forgets a browser; nil where it was not known.
    mutating func endSession(_ text: String) -> BrowserSession? { sessions.removeValue(forKey: text) }

    /// Ends the browser sessions of a user.
    mutating func endSessions(of user: String) { sessions = sessions.filter { $0.value.user != user } }
}
