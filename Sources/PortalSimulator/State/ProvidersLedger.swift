internal import HTTPSemantics
internal import PortalJudge

/// What identity providers remember, and what the portal keeps of sign-ins at them.
struct ProvidersLedger {
    private var all: [String: ProviderLedger] = [:]
    private let limits: ResourceLimits
    private var pending: [String: PendingProviderExchange] = [:]
    private var relays: IssuedTexts
    /// The browsers in which sign-ins have begun, by what marks them.
    private var browsers: Set<String> = []
    private var marks: IssuedTexts
    private var usedAssertions: Set<String> = []
    private var assertions: IssuedTexts
    /// What the browsers that are signed in to the portal came by, by the text of their session.
    private var origins: [String: ProviderSession] = [:]
    private var sessions: IssuedTexts

    init(limits: ResourceLimits) {
        self.limits = limits
        relays = IssuedTexts(limit: limits.signInPages)
        marks = IssuedTexts(limit: limits.sessions)
        assertions = IssuedTexts(limit: limits.tokens)
        sessions = IssuedTexts(limit: limits.sessions)
    }

    /// What one provider remembers.
    subscript(name: String) -> ProviderLedger {
        get { all[name] ?? ProviderLedger(limits: limits) }
        set { all[name] = newValue }
    }

    /// The providers by name.
    var byName: [(name: String, ledger: ProviderLedger)] { all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// Gives every provider of the blueprint its accounts; passwords that it has already stay.
    mutating func follow(_ blueprint: Blueprint, accounts: [String]) {
        for (name, provider) in blueprint.identityProviders {
            var ledger = self[name]
            for user in provider.users ?? accounts where ledger.passwords[user] == nil {
                ledger.change(user, to: Secret(RandomText.password()))
            }
            all[name] = ledger
        }
    }

    // MARK: what the portal waits for

    /// What marks a browser in which a sign-in begins: what it was marked with before, as other windows of it are, else something new.
    mutating func mark(ofBrowser known: String?) -> String {
        if let known, browsers.contains(known) { return known }
        let text = RandomText.secret(32)
        browsers.insert(text)
        if let gone = marks.append(text).gone { browsers.remove(gone) }
        return text
    }

    /// Keeps a sign-in until the provider answers; gives the text by which it is found again (at most 80 bytes, SAML bindings §3.4.3).
    mutating func wait(for sign: PendingProviderExchange) -> String {
        let text = RandomText.secret(40)
        pending[text] = sign
        if let gone = relays.append(text).gone { pending[gone] = nil }
        return text
    }

    /// The sign-in that a text stands for.
    func waiting(_ text: String, at time: Int64) -> PendingProviderExchange? {
        pending[text].flatMap { time < $0.expires ? $0 : nil }
    }

    /// Ends the wait.
    mutating func finish(_ text: String) { pending[text] = nil }

    /// Notes that an assertion was used; false where it was before (saml-profiles §4.1.4.5).
    mutating func use(assertion id: String) -> Bool {
        guard usedAssertions.insert(id).inserted else { return false }
        if let gone = assertions.append(id).gone { usedAssertions.remove(gone) }
        return true
    }

    // MARK: signing out

    /// Notes that a browser's session at the portal began at a provider.
    mutating func note(_ origin: ProviderSession, of session: String) {
        origins[session] = origin
        if let gone = sessions.append(session).gone { origins[gone] = nil }
    }

    /// Takes what a session began with.
    mutating func takeOrigin(of session: String) -> ProviderSession? { origins.removeValue(forKey: session) }
}

/// What the portal waits for at a provider.
struct PendingProviderExchange: Sendable {
    enum Purpose: Sendable {
        /// The user of a page of the portal's signs in, in a browser with a mark.
        case signIn(page: String, browser: String)
        /// A session ends, and the browser goes on to an address, if there is one.
        case signOut(next: String?)
    }

    let provider: String
    let purpose: Purpose
    /// The ID of the request, or the nonce.
    let request: String
    /// What proves that the code is this portal's (RFC 7636); empty for SAML.
    var verifier = ""
    /// Portal time in milliseconds at which it is too late.
    let expires: Int64
}

/// What a session at the portal began with.
struct ProviderSession: Sendable {
    let provider: String
    /// The name of the user there.
    let subject: String
    /// What the provider calls its session (saml-core §2.7.2), or the ID token.
    let index: String
}

/// What one identity provider remembers.
struct ProviderLedger {
    /// Its pages, codes and the browsers that it knows.
    var oauth: OAuthLedger
    private(set) var passwords: [String: Secret<String>] = [:]
    /// Every password that there was.
    private(set) var history: [(user: String, password: Secret<String>)] = []
    var logins = LoginGuard()
    /// The nonces of sign-ins by the aliases of their codes.
    private var nonces: [String: String] = [:]
    /// Access tokens for its own endpoints, with the user and the end in portal time.
    private var access: [String: (user: String, expires: Int64)] = [:]
    /// The assertions, ID tokens and access tokens that it gave, with their aliases.
    private(set) var given: [String: String] = [:]
    private var givenTexts: IssuedTexts

    init(limits: ResourceLimits) {
        oauth = OAuthLedger(prefix: "idp", limits: limits)
        givenTexts = IssuedTexts(limit: limits.tokens)
    }

    /// Issues a code whose ID token is to name a nonce.
    mutating func issueCode(
        for grant: OAuthGrant, proofKey: ProofKey?, nonce: String?, expires: Int64
    ) -> OAuthLedger.Issued {
        let issued = oauth.issueCode(for: grant, proofKey: proofKey, expires: expires)
        nonces[issued.alias] = nonce
        if let gone = issued.gone { nonces[gone] = nil }
        return issued
    }

    /// Takes the nonce of a code.
    mutating func takeNonce(ofCode alias: String) -> String? { nonces.removeValue(forKey: alias) }

    /// Gives an account a password.
    mutating func change(_ user: String, to password: Secret<String>) {
        passwords[user] = password
        history.append((user, password))
    }

    /// Notes what it gave, and gives its alias, as `assertion#1`.
    mutating func note(given text: String, as kind: String) -> String {
        let (number, gone) = givenTexts.append(text)
        let alias = "\(kind)#\(number)"
        given[text] = alias
        if let gone {
            given[gone] = nil
            access[gone] = nil
        }
        return alias
    }

    /// Notes an access token, which lives as long as what was given is kept.
    mutating func note(access text: String, of user: String, until time: Int64) {
        _ = note(given: text, as: "access")
        access[text] = (user, time)
    }

    /// Whose an access token is; nil where it is unknown or over.
    func user(ofAccess text: String, at time: Int64) -> String? {
        access[text].flatMap { time < $0.expires ? $0.user : nil }
    }

    /// Judges a name, with or without its domain, and a password.
    mutating func judge(
        username: String, password: String, domain: String, at time: Int64, rule: Blueprint.Lockout?
    ) -> PasswordVerdict {
        let lowered = username.lowercased()
        guard
            let known = passwords.first(where: {
                lowered == $0.key.lowercased() || lowered == "\($0.key)@\(domain)".lowercased()
            })
        else { return .wrong(reason: "there is no such user") }
        if logins.isLocked(known.key, at: time) { return .locked(known.key) }
        guard known.value.reveal({ $0.utf8.elementsEqual(password.utf8) }) else {
            logins.failed(known.key, at: time, rule: rule)
            return .wrong(reason: "wrong password for \(known.key)")
        }
        logins.succeeded(known.key)
        return .right(known.key)
    }
}

extension ProvidersLedger {
    /// Every secret of the providers, with the origins that may see it.
    func canaries(_ addresses: SiteAddresses) -> [Canary] {
        byName.flatMap { name, ledger -> [Canary] in
            guard let origin = addresses.hosts[name] else { return [] }
            let own = [origin.description]
            let passwords = ledger.history.map { user, password in
                Canary(
                    name: "password:\(user)@\(name)", kind: .password, value: password.reveal { $0 }, origins: own)
            }
            // What the provider gives is for the portal alone.
            let given = ledger.given.map {
                Canary(
                    name: "\($0.value)@\(name)", kind: .identityToken, value: $0.key,
                    origins: own + [addresses.portal.description])
            }
            return passwords + given + ledger.oauth.canaries(at: origin)
        }
    }
}
