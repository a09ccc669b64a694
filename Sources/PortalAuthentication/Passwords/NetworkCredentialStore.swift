public import HTTPSemantics
internal import Platform
internal import PortalTransport
internal import TLSIdentity

/// What an environment signs in to the web tier with: a password per origin and realm, an identity per origin (rules R15, R18).
///
/// Basic and Digest of one realm share one entry. Changing or removing an identity closes the origin's connections.
/// Passwords are forgotten with the run, unless ``makePersistent(_:)`` was called.
public final class NetworkCredentialStore: ClientIdentityUser {
    struct Realm: Hashable, Sendable {
        let origin: Origin
        /// nil: any realm of the origin.
        let name: String?
    }
    struct Password: Sendable, Hashable {
        let method: AuthenticationMethod
        let value: NetworkPassword
    }
    struct State: Sendable {
        /// How many sign-outs there were, here; what was begun before is not kept (rule R24).
        var epoch = 0
        var passwords: [Realm: Password] = [:]
        var identities: [Origin: ClientIdentity] = [:]
        /// Origins that get no certificate although they ask for one.
        var declined: Set<Origin> = []
        /// How often everything was forgotten.
        var clearings = 0
        /// nil: no password outlives the run.
        var keeper: StoreKeeper?

        /// Whether no sign-out came after an epoch, and nothing was forgotten since so many clearings; nil: whatever was.
        func isCurrent(epoch: Int, clearings: Int?) -> Bool {
            self.epoch <= epoch && (clearings ?? self.clearings) == self.clearings
        }
    }
    let state = Locked(State())
    let trust: TrustStore
    /// Where the client tells what it does.
    let clientEvents: EventHub<ClientEvent>
    let hub = EventHub<StoreEvent<ProtectionSpace>>()
    private let transport: any HTTPTransport
    /// What becomes of choices of identities over a restart.
    enum Choices {
        /// They are used, and new ones are written down.
        case kept
        /// They are used, and new ones hold for this run.
        case looked
        /// They are not looked at.
        case ignored
    }
    /// Remembers choices over a restart; nil for a store that is not to be remembered.
    private let lasting: ClientIdentityStore?
    private let writesChoices: Bool

    init(
        identities: ClientIdentityStore, trust: TrustStore, transport: any HTTPTransport,
        clientEvents: EventHub<ClientEvent>, choices: Choices
    ) {
        self.trust = trust
        self.transport = transport
        self.clientEvents = clientEvents
        lasting = choices == .ignored ? nil : identities
        writesChoices = choices == .kept
        identities.adopt(self)
    }

    // The keeper holds the state.
    deinit { state.withLock { $0.keeper = nil } }

    /// Keeps a credential for a protection space, in place of the one that was kept for it.
    ///
    /// A password without a realm holds for any realm of the origin. Throws `invalidArgument` where the credential does
    /// not fit the method; exceptions for servers belong into ``PortalEnvironment/trust``.
    public func add(_ credential: NetworkCredential, for space: ProtectionSpace) async throws(PortalError) {
        _ = try await addOnTrial(credential, for: space)
    }

    /// The credential that would be used for a protection space; nil where there is none.
    public func credential(for space: ProtectionSpace) -> NetworkCredential? {
        if space.method == .clientCertificate { return identity(for: space.origin).map { .certificate($0) } }
        guard Self.passwordMethods.contains(space.method) else { return nil }
        return password(for: space).map { .password(username: $0.username, $0.password) }
    }

    /// Everything that is kept, by what it is kept for.
    public var credentials: [ProtectionSpace: NetworkCredential] {
        let state = state.withLock { $0 }
        var all: [ProtectionSpace: NetworkCredential] = [:]
        for (realm, password) in state.passwords {
            let space = ProtectionSpace(origin: realm.origin, method: password.method, realm: realm.name)
            all[space] = .password(username: password.value.username, password.value.password)
        }
        for (origin, identity) in lasting?.choices ?? [:] {
            all[ProtectionSpace(origin: origin, method: .clientCertificate)] = .certificate(identity)
        }
        for (origin, identity) in state.identities {
            all[ProtectionSpace(origin: origin, method: .clientCertificate)] = .certificate(identity)
        }
        return all
    }

    /// Forgets what is kept for a protection space; a decision to send no certificate too.
    public func remove(for space: ProtectionSpace) async {
        guard space.method == .clientCertificate else {
            let realm = Realm(origin: space.origin, name: space.realm)
            let keeper = state.withLock { state -> StoreKeeper? in
                guard let gone = state.passwords.removeValue(forKey: realm) else { return nil }
                hub.emit(.removed(realm.space(for: gone.method)))
                return state.keeper
            }
            keeper?.noteChange(of: [realm.storedKey])
            return
        }
        await decide(nil, for: space.origin)
    }

    /// Forgets everything, on the disk too, and closes the connections of every origin that an identity was chosen for.
    public func removeAll() async { await removeAll(epoch: 0) }

    /// Forgets everything, for a sign-out too.
    func removeAll(epoch: Int) async {
        let (used, keeper) = state.withLock { state in
            defer {
                state = State(
                    epoch: max(state.epoch, epoch), clearings: state.clearings + 1, keeper: state.keeper)
            }
            hub.emit(.removedAll)
            return (Array(state.identities.keys) + Array(state.declined), state.keeper)
        }
        keeper?.noteEmptied()
        var origins = Set(used)
        if let lasting {
            origins.formUnion(lasting.choices.keys)
            try? await lasting.forgetChoices()
        }
        for origin in origins { await transport.retireConnections(to: origin) }
    }

    // MARK: for the web tier

    static let passwordMethods: Set<AuthenticationMethod> = [.basic, .digest, .ntlm, .negotiate]

    func password(for space: ProtectionSpace) -> NetworkPassword? {
        state.withLock { state in
            let exact = state.passwords[Realm(origin: space.origin, name: space.realm)]
            let anyRealm = state.passwords[Realm(origin: space.origin, name: nil)]
            // NTLM has no realm: what was said to it is not sent in the clear by Basic, and to no realm of Digest.
            return (exact ?? anyRealm).flatMap { $0.method == .ntlm && space.method != .ntlm ? nil : $0.value }
        }
    }

    /// Keeps a password, unless the user has signed out since it was asked for; without an epoch, whatever was.
    ///
    /// Gives what it took the place of; nil where nothing has changed.
    @discardableResult
    func keep(_ password: NetworkPassword, for space: ProtectionSpace, epoch: Int = .max) -> Trial? {
        let realm = Realm(origin: space.origin, name: space.realm)
        let (keeper, trial) = state.withLock { state -> (StoreKeeper?, Trial?) in
            guard state.epoch <= epoch else { return (nil, nil) }
            let anyRealm = Realm(origin: space.origin, name: nil)
            // What was given for any realm is not copied to each; NTLM's is given to none.
            if let known = state.passwords[anyRealm], known.value == password, known.method != .ntlm {
                return (nil, nil)
            }
            let new = Password(method: space.method, value: password)
            let old = state.passwords.updateValue(new, forKey: realm)
            guard old != new else { return (nil, nil) }
            let space = realm.space(for: new.method)
            hub.emit(old == nil ? .added(space) : .updated(space))
            return (state.keeper, Trial(place: .password(realm, new, insteadOf: old), clearings: state.clearings))
        }
        keeper?.noteChange(of: [realm.storedKey])
        return trial
    }

    /// What a connection to an origin offers; nil where nothing was decided.
    func decision(for origin: Origin) -> IdentityOffer? {
        let (identity, isDeclined) = state.withLock { ($0.identities[origin], $0.declined.contains(origin)) }
        if let identity { return .identity(identity) }
        if isDeclined { return IdentityOffer.none }
        return lasting?.choice(for: origin).map { .identity($0) }
    }

    private func identity(for origin: Origin) -> ClientIdentity? {
        if case .identity(let identity)? = decision(for: origin) { identity } else { nil }
    }

    /// Decides what an origin is offered from now on, unless the user has signed out since it was asked, or everything was forgotten
    /// since a clearing; nil means that nothing is decided.
    func decide(_ offer: IdentityOffer?, for origin: Origin, epoch: Int = .max, clearings: Int? = nil) async {
        guard state.withLock({ $0.isCurrent(epoch: epoch, clearings: clearings) }) else { return }
        let before = decision(for: origin)
        var identity: ClientIdentity?
        if case .identity(let chosen)? = offer { identity = chosen }
        // A choice that cannot be written down, or whose identity is in no store, holds for this run.
        // What is taken back is taken back on the disk too.
        if writesChoices || offer == nil { try? await lasting?.choose(identity, for: origin) }
        let isNoted = identity != nil && lasting?.choice(for: origin) == identity
        let isDecided = state.withLock { state in
            guard state.isCurrent(epoch: epoch, clearings: clearings) else { return false }
            state.identities[origin] = isNoted ? nil : identity
            emitChange(offer, insteadOf: before, at: origin)
            if offer == IdentityOffer.none { state.declined.insert(origin) } else { state.declined.remove(origin) }
            return true
        }
        // The sign-out may have come before the choice was written down.
        guard isDecided else {
            try? await lasting?.choose(nil, for: origin)
            return
        }
        if let before, before != offer { await transport.retireConnections(to: origin) }
    }

    private func emitChange(_ offer: IdentityOffer?, insteadOf before: IdentityOffer?, at origin: Origin) {
        let space = ProtectionSpace(origin: origin, method: .clientCertificate)
        switch (before, offer) {
        case (.identity(let old)?, .identity(let new)?): if old != new { hub.emit(.updated(space)) }
        case (_, .identity?): hub.emit(.added(space))
        case (.identity?, _): hub.emit(.removed(space))
        default: break
        }
    }

    /// Forgets an identity that is in no store any more, and closes the connections of every origin that used it.
    func forget(_ identity: ClientIdentity, chosenFor origins: [Origin]) async {
        let used = state.withLock { state -> [Origin] in
            let used = Set(state.identities.filter { $0.value == identity }.map(\.key) + origins)
            for origin in used {
                state.identities[origin] = nil
                hub.emit(.removed(ProtectionSpace(origin: origin, method: .clientCertificate)))
            }
            return Array(used)
        }
        for origin in used { await transport.retireConnections(to: origin) }
    }
}

extension NetworkCredentialStore.Realm {
    /// What the realm is called outside.
    func space(for method: AuthenticationMethod) -> ProtectionSpace {
        ProtectionSpace(origin: origin, method: method, realm: name)
    }
}

extension NetworkCredentialStore: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["spaces": credentials.keys.map { "\($0)" }]) }
}
