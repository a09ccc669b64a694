internal import HTTPSemantics
internal import JSONValues

/// Everything about a portal that changes while it runs; it lives behind one lock that is never held for long.
struct SiteState {
    var revision: BlueprintRevision
    var tokens: TokenLedger
    var logins = LoginGuard()
    var oauth: OAuthLedger
    var secrets: ApplicationSecrets
    /// What the host in front of which an identity-aware proxy stands remembers.
    var identity: IdentityLedger
    /// What the identity providers remember, and what the portal keeps of sign-ins there.
    var providers: ProvidersLedger
    let limits: ResourceLimits
    /// What had to go when something was issued, by the alias of that, until the journal is told.
    private var notes: [String: String] = [:]
    /// Portal time in milliseconds at which the portal began; API keys count their lives from it.
    private let began: Int64
    /// The portal's own origin, which issues API keys.
    private let origin: Origin
    var passwords: [String: Secret<String>]
    /// Every secret that the portal ever had, for the search of leaks: a changed password stays one.
    var passwordHistory: [(user: String, password: Secret<String>)]
    /// Users who may not come in, whatever password they know: disabled or deleted ones.
    private(set) var closedAccounts: Set<String> = []
    /// Requests answered so far.
    var requests = 0
    /// How often each canned answer may still be given; nil for ever.
    var cannedLeft: [Int?]
    /// How often each trigger may still act.
    var triggersLeft: [Int]
    /// What is left of the faults.
    var faults: FaultLedger
    /// Operations whose answers wait.
    var held: Set<String>
    /// Answers rendered for the present revision and edition of the content.
    private var rendered = RenderedAnswers()
    /// The origins besides the portal's own of which answers are kept.
    private var keptOrigins: Set<Origin> = []
    /// The edition of the content that they were made of.
    private var renderedEdition = 0

    init(
        _ blueprint: Blueprint, passwords: [String: Secret<String>], secrets: ApplicationSecrets, origin: Origin,
        limits: ResourceLimits = ResourceLimits(), at time: Int64
    ) {
        self.limits = limits
        tokens = TokenLedger(limit: limits.tokens)
        oauth = OAuthLedger(limits: limits)
        identity = IdentityLedger(limits: limits)
        providers = ProvidersLedger(limits: limits)
        began = time
        self.secrets = secrets
        self.origin = origin
        revision = BlueprintRevision(blueprint, generation: 1)
        self.passwords = passwords
        passwordHistory = passwords.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        cannedLeft = blueprint.answers.map(\.times)
        triggersLeft = blueprint.after.map(\.times)
        faults = FaultLedger(blueprint.faults)
        held = Set(blueprint.hold)
        followSecrets()
        providers.follow(blueprint, accounts: passwords.keys.sorted())
    }

    /// Makes the client secrets and API keys that the blueprint has now, and ends those that it has no more.
    private mutating func followSecrets() {
        let blueprint = revision.blueprint
        guard blueprint.oauth != nil || !blueprint.apiKeys.isEmpty || !secrets.history.isEmpty else { return }
        secrets.follow(blueprint)
        var keys: [String: (text: String, expires: Int64, referers: [String])] = [:]
        for (name, key) in blueprint.apiKeys {
            guard let text = secrets.apiKeys[name]?.reveal({ $0 }) else { continue }
            keys[name] = (text, began.later(by: key.lifetime), key.referers)
        }
        tokens.follow(keys, issuer: origin)
    }

    /// Starts a new edition, for which nothing is rendered yet; what `keys` name is counted from its start, also where it is the same.
    mutating func change(to blueprint: Blueprint, naming keys: Set<String>) {
        revision = BlueprintRevision(blueprint, generation: revision.generation + 1)
        rendered.forget()
        followSecrets()
        providers.follow(blueprint, accounts: passwords.keys.sorted())
        if keys.contains("answers") { cannedLeft = blueprint.answers.map(\.times) }
        if keys.contains("after") { triggersLeft = blueprint.after.map(\.times) }
        if keys.contains("faults") { faults = FaultLedger(blueprint.faults) }
        if keys.contains("hold") { held = Set(blueprint.hold) }
    }

    /// An answer that was rendered before of the same edition of the content.
    mutating func rendered(_ key: RenderedKey, edition: Int) -> PreparedAnswer? {
        guard edition == renderedEdition else {
            // A request that was slow to look must not bring an older edition back.
            if edition > renderedEdition {
                renderedEdition = edition
                rendered.forget()
            }
            return nil
        }
        return rendered[key]
    }

    /// Keeps an answer that was made of an edition, unless there is a newer one; how many are kept is bounded.
    mutating func keep(_ answer: PreparedAnswer, for key: RenderedKey, edition: Int) {
        guard edition == renderedEdition, keepsAnswers(at: key.origin) else { return }
        rendered.keep(answer, for: key)
    }

    /// Whether answers that name an origin are kept: those of the first few that are not the portal's own.
    private mutating func keepsAnswers(at origin: Origin?) -> Bool {
        guard let origin, !keptOrigins.contains(origin) else { return true }
        guard keptOrigins.count < 32 else { return false }
        keptOrigins.insert(origin)
        return true
    }

    /// Notes that something had to go for what was issued; nothing where `gone` is nil.
    mutating func note(_ gone: String?, for alias: String, limit: Int) {
        guard let gone else { return }
        // What is issued without a request has no entry in the journal.
        if notes.count >= 64 { notes = [:] }
        notes[alias] = "\(gone) is over: the portal keeps \(limit) of them"
    }

    /// What had to go for what an answer hands out.
    mutating func notes(for aliases: [String]) -> [String] {
        notes.isEmpty ? [] : aliases.compactMap { notes.removeValue(forKey: $0) }
    }

    /// How many secrets were forgotten: where they turn up, they are not recognized any more.
    var forgottenSecrets: Int {
        tokens.texts.forgotten + oauth.forgotten + identity.oauth.forgotten + identity.texts.forgotten
    }

    /// Gives accounts new passwords; what had locked them is forgotten.
    mutating func change(_ passwords: [String: Secret<String>]) {
        for (name, password) in passwords.sorted(by: { $0.key < $1.key }) {
            self.passwords[name] = password
            passwordHistory.append((name, password))
            logins.succeeded(name)
            endRefreshTokens(of: name)
            identity.oauth.endSessions(of: name)
        }
    }

    /// Lets a user in no more: sessions, tokens and refresh tokens end.
    mutating func close(_ name: String) {
        closedAccounts.insert(name)
        tokens.end(of: .user(name))
        endRefreshTokens(of: name)
        oauth.endSessions(of: name)
        identity.oauth.endSessions(of: name)
    }

    /// Lets a user in again, with the same password.
    mutating func open(_ name: String) { closedAccounts.remove(name) }

    /// The canned answer for an operation, if one is due.
    mutating func cannedAnswer(for operation: String, on listener: String) -> Blueprint.CannedAnswer? {
        for (index, answer) in revision.blueprint.answers.enumerated() where answer.operation == operation {
            if let only = answer.listener, only != listener { continue }
            guard let left = cannedLeft[index] else { return answer }
            if left > 0 {
                cannedLeft[index] = left - 1
                return answer
            }
        }
        return nil
    }

    /// The actions that follow a request.
    mutating func actions(after number: Int, operation: String) -> [PortalAction] {
        var actions: [PortalAction] = []
        for (index, trigger) in revision.blueprint.after.enumerated() where triggersLeft[index] > 0 {
            let isDue =
                switch trigger.condition {
                case .request(let wanted): wanted == number
                case .operation(let wanted): wanted == operation
                }
            guard isDue else { continue }
            triggersLeft[index] -= 1
            actions += trigger.actions
        }
        return actions
    }
}

/// Answers that are kept until the blueprint or the content changes; where there is no room, further ones are rendered each time.
struct RenderedAnswers {
    private var answers: [RenderedKey: PreparedAnswer] = [:]
    /// Bytes of their bodies, each of which the listener holds once more in the form in which it is sent.
    private(set) var bytes = 0

    subscript(key: RenderedKey) -> PreparedAnswer? { answers[key] }

    /// Keeps an answer, unless there are 2048 of them or more bytes than 32 MiB.
    mutating func keep(_ answer: PreparedAnswer, for key: RenderedKey) {
        let cost = 2 * (answer.bytesInMemory - (answers[key]?.bytesInMemory ?? 0))
        guard answers.count < 2048, bytes + cost <= 32 << 20 else { return }
        bytes += cost
        answers[key] = answer
    }

    mutating func forget() {
        answers.removeAll(keepingCapacity: true)
        bytes = 0
    }
}

/// What a rendered answer depends on.
struct RenderedKey: Hashable {
    let path: String
    /// The listener by which the server is told; nil for the portal.
    let server: String?
    let viewer: Viewer
    let format: ResponseFormat
    /// The portal's origin in its addresses, where that is not its own.
    var origin: Origin?
}
