internal import HTTPSemantics
internal import Platform
internal import PortalTransport

/// What one environment has learned about the web tier in front of its servers, and the questions that are open.
package final class WebTier: Sendable {
    let credentials: NetworkCredentialStore
    let signIns = SingleFlight<SignInChallengeLoop.Key, SignInChallengeLoop.Outcome>()
    let identityQuestions = SingleFlight<IdentityChallengeLoop.Key, IdentityOffer>()
    private struct State {
        /// How many sign-outs there were, here; what was begun before leaves no trace (rule R24).
        var epoch = 0
        var memory = SignInMemory()
        /// What a handler said and no server has judged yet, since the wire broke: it is not asked for again.
        var unproven: [UnprovenKey: NetworkPassword] = [:]
    }
    private let state = Locked(State())
    /// Portals that have named a user who came without a token: the one whom the web tier took the client for.
    private let namingPortals = Locked<Set<ServerContext>>([])
    private struct UnprovenKey: Hashable, Sendable { let origin: Origin, realm: String? }

    init(credentials: NetworkCredentialStore) { self.credentials = credentials }

    /// The sign-in to send with a request before anybody asks; only while the store still holds its password.
    func signIn(for url: HTTPURL) -> SignIn? { kept(state.withLock { $0.memory.signIn(for: url) }) }

    /// The sign-in of a realm, if there is one.
    func signIn(for spaces: [ProtectionSpace]) -> SignIn? { kept(state.withLock { $0.memory.signIn(for: spaces) }) }

    private func kept(_ signIn: SignIn?) -> SignIn? {
        guard let signIn, let password = signIn.password else { return signIn }
        return credentials.password(for: signIn.space) == password ? signIn : nil
    }

    /// Keeps a sign-in that a server has accepted, unless the user has signed out since it began.
    func remember(_ signIn: SignIn, for url: HTTPURL, epoch: Int) {
        dropUnproven(signIn.space)
        if let password = signIn.password { credentials.keep(password, for: signIn.space, epoch: epoch) }
        state.withLock { state in
            if state.epoch <= epoch { state.memory.remember(signIn, for: url) }
        }
    }

    /// Whether a portal knows this client by its certificate or by HTTP authentication.
    func knowsUser(of context: ServerContext) -> Bool { namingPortals.withLock { $0.contains(context) } }

    /// Notes whether a portal named a user to a request without a token.
    func note(namesUser: Bool, _ context: ServerContext) {
        namingPortals.withLock { portals in
            if namesUser { portals.insert(context) } else { portals.remove(context) }
        }
    }

    /// What may be sent for a realm without asking anybody.
    func password(for space: ProtectionSpace) -> NetworkPassword? {
        credentials.password(for: space)
            ?? state.withLock { $0.unproven[UnprovenKey(origin: space.origin, realm: space.realm)] }
    }

    /// Keeps what was sent until a server judges it, unless the user has signed out since.
    func keepUnproven(_ signIn: SignIn, epoch: Int) {
        let key = UnprovenKey(origin: signIn.space.origin, realm: signIn.space.realm)
        state.withLock { state in
            if state.epoch <= epoch { state.unproven[key] = signIn.password }
        }
    }

    /// A server has judged what was sent for a realm.
    func dropUnproven(_ space: ProtectionSpace) {
        state.withLock { $0.unproven[UnprovenKey(origin: space.origin, realm: space.realm)] = nil }
    }

    func forget(_ signIn: SignIn) { state.withLock { $0.memory.forget(signIn) } }

    /// Lets who waits for a sign-in or an answer fail with the error.
    func discardQuestions(with error: PortalError) {
        signIns.cancelAll(with: error)
        identityQuestions.cancelAll(with: error)
    }

    /// Forgets everything but the identities themselves (rule R24).
    func forget(_ epoch: Int) async {
        state.withLock { $0 = State(epoch: max($0.epoch, epoch)) }
        namingPortals.withLock { $0 = [] }
        await credentials.removeAll(epoch: epoch)
    }
}
