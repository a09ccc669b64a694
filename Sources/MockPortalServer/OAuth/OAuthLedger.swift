internal import HTTPAuthentication
internal import JSONValues

/// Everything that signing in by OAuth leaves behind: who waits on the sign-in page, codes, refresh tokens, sessions and secrets.
struct OAuthLedger {
    /// What aliases begin with: nothing at the portal itself, `id` at the host that an identity-aware proxy sends people to.
    private let prefix: String
    private(set) var grants: [OAuthGrant] = []
    private(set) var codes: [String: AuthorizationCode] = [:]
    private(set) var refreshTokens: [String: RefreshToken] = [:]
    private(set) var sessions: [String: BrowserSession] = [:]
    /// The texts in the order of issue.
    private(set) var codeTexts: [String] = [], refreshTexts: [String] = [], sessionTexts: [String] = []
    private var waiting: [String: WaitingSignIn] = [:]
    private var waitingOrder: [String] = []

    init(prefix: String = "") { self.prefix = prefix }

    /// How many people may be on the sign-in page at once; who came first has to begin again.
    static let mostWaiting = 4096

    /// Somebody who is on the sign-in page.
    struct WaitingSignIn: Sendable {
        let request: AuthorizationRequest
        /// Portal time in milliseconds at which the page is too old.
        let expires: Int64
    }

    // MARK: the sign-in page

    /// Keeps an authorization until somebody signs in; its `oauth_state` is all that the page knows of it.
    mutating func wait(for request: AuthorizationRequest, until time: Int64) -> String {
        let text = RandomText.secret(40)
        waiting[text] = WaitingSignIn(request: request, expires: time)
        waitingOrder.append(text)
        if waitingOrder.count > Self.mostWaiting {
            waitingOrder.removeAll { waiting[$0] == nil }
            while waitingOrder.count > Self.mostWaiting { waiting[waitingOrder.removeFirst()] = nil }
        }
        return text
    }

    /// The authorization that a page was made for; nil where there is none, or it is over.
    func request(_ oauthState: String, at time: Int64) -> AuthorizationRequest? {
        waiting[oauthState].flatMap { time < $0.expires ? $0.request : nil }
    }

    /// Ends a page: it signs in once.
    mutating func finish(_ oauthState: String) { waiting[oauthState] = nil }

    // MARK: codes and refresh tokens

    /// Issues a code for a new grant.
    mutating func issueCode(for grant: OAuthGrant, proofKey: ProofKey?, expires: Int64) -> (alias: String, text: String)
    {
        grants.append(grant)
        let text = RandomText.secret(48)
        codeTexts.append(text)
        let alias = "\(prefix)code#\(codeTexts.count)"
        codes[text] = AuthorizationCode(
            alias: alias, grant: grants.count - 1, proofKey: proofKey, expires: expires,
            redirect: RegisteredRedirect(grant.redirectURI))
        return (alias, text)
    }

    /// Notes that a code was redeemed.
    mutating func use(_ code: String) { codes[code]?.isUsed = true }

    /// Issues a refresh token of a grant.
    mutating func issueRefreshToken(of grant: Int, at time: Int64) -> (alias: String, text: String) {
        let text = RandomText.secret(96)
        refreshTexts.append(text)
        let alias = "\(prefix)refresh#\(refreshTexts.count)"
        refreshTokens[text] = RefreshToken(
            alias: alias, grant: grant, expires: time + grants[grant].refreshLifetime.inMilliseconds)
        grants[grant].refreshTokens.append(text)
        return (alias, text)
    }

    /// Notes an access token that a refresh token gave.
    mutating func note(accessToken: String, of refreshToken: String) {
        refreshTokens[refreshToken]?.accessTokens.append(accessToken)
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
        guard alias.hasPrefix("\(prefix)refresh#"), let number = Int(alias.dropFirst(prefix.utf8.count + 8)),
            refreshTexts.indices.contains(number - 1)
        else { return nil }
        return refreshTexts[number - 1]
    }

    // MARK: sessions

    /// Remembers a browser.
    mutating func openSession(of user: String, until time: Int64) -> String {
        let text = RandomText.secret(40)
        sessionTexts.append(text)
        sessions[text] = BrowserSession(alias: "\(prefix)session#\(sessionTexts.count)", user: user, expires: time)
        return text
    }

    /// Every session there ever was: its cookie stays a secret.
    var sessionAliases: [(alias: String, text: String)] {
        sessionTexts.enumerated().map { ("\(prefix)session#\($0 + 1)", $1) }
    }

    /// Forgets a browser; nil where it was not known.
    mutating func endSession(_ text: String) -> BrowserSession? { sessions.removeValue(forKey: text) }

    /// Forgets the browsers of somebody.
    mutating func endSessions(of user: String) { sessions = sessions.filter { $0.value.user != user } }
}
