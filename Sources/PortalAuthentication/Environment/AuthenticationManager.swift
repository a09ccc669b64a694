package import HTTPSemantics
internal import Platform
package import PortalTransport
internal import TLSIdentity

/// Asks handlers for credentials and trust, one prompt at a time, and hands one answer to everybody who waits for it (rules R11–R14).
public final class AuthenticationManager: CredentialContext {
    package typealias Answer = (credential: any ArcGISCredential, failures: Int)

    private struct State {
        var arcGIS: (any ArcGISChallengeHandler)?
        var network: (any NetworkChallengeHandler)?
        /// Weak, and with it the store: its credentials hold this manager.
        weak var environment: PortalEnvironment?
        /// Grows with every sign-out, so that what was begun before it is discarded.
        var epoch = 0
        var consents: Set<Origin> = []
    }
    /// Who is asked for: everybody below a context, or everybody who talks to a host.
    enum QuestionKey: Hashable, Sendable { case context(ServerContext), proxy(Origin) }
    struct TrustKey: Hashable, Sendable { let origin: Origin, leaf: String? }

    package let core: ClientCore
    package let webTier: WebTier
    private let state = Locked(State())
    let acquisitions = SingleFlight<AcquisitionKey, TokenInfo>()
    /// Waits before requests are sent again; each has a number of its own.
    let pauses = SingleFlight<Int, Bool>()
    let questions = SingleFlight<QuestionKey, Answer>()
    let signIns = SingleFlight<OAuthUserConfiguration, OAuthUserCredential>()
    let trustQuestions = SingleFlight<TrustKey, Int>()
    let pendingAnswers = PendingAnswers()

    package init(core: ClientCore, networkCredentials: NetworkCredentialStore) {
        self.core = core
        webTier = WebTier(credentials: networkCredentials)
    }

    /// Sets the handlers that are asked; nil means none, and requests fail with their cause. A running challenge finishes with the old handler.
    public func setHandlers(arcGIS: (any ArcGISChallengeHandler)?, network: (any NetworkChallengeHandler)?) {
        state.withLock { state in
            state.arcGIS = arcGIS
            state.network = network
        }
    }

    /// Forgets which user names and passwords were refused, so that they may be tried again.
    public func forgetRefusals() {
        core.refusals.withLock { $0 = [:] }
        core.refusedPasswords.withLock { $0 = [] }
    }

    /// The environment that it answers for; nil once no other reference to it is left.
    var environment: PortalEnvironment? { state.withLock { $0.environment } }

    /// Ends what is in flight: every waiting request fails with `signedOut`, and what was begun before leaves no trace.
    ///
    /// Gives the new epoch and what the store of credentials held; sessions of proxies stay there where that is wished.
    func discardWhatIsBegun(keepingSessions: Bool) -> (epoch: Int, held: [any ArcGISCredential]) {
        let (environment, epoch) = state.withLock { state in
            state.epoch += 1
            state.consents = []
            return (state.environment, state.epoch)
        }
        // First, so that nothing new begins with what is in the store.
        let held = environment?.credentials.removeAll { keepingSessions && $0 is any InvalidatableCredential } ?? []
        environment?.serverTokens.removeAll()
        let error = PortalError(.signedOut, detail: "the user signed out meanwhile")
        acquisitions.cancelAll(with: error)
        pauses.cancelAll(with: error)
        questions.cancelAll(with: error)
        signIns.cancelAll(with: error)
        trustQuestions.cancelAll(with: error)
        core.tokenServices.withLock { $0 = [:] }
        core.carriers.withLock { $0 = [:] }
        webTier.discardQuestions(with: error)
        return (epoch, held)
    }

    package func adopt(_ environment: PortalEnvironment) { state.withLock { $0.environment = environment } }

    /// The handler that the network layer asks; nil where there is none, or where a request asks none.
    package func networkHandler(for challenges: ChallengePolicy) -> (any NetworkChallengeHandler)? {
        challenges == .ask ? state.withLock { $0.network } : nil
    }

    /// Whether a handler for credentials is set.
    var isAnybodyAsked: Bool { state.withLock { $0.arcGIS != nil } }

    package var epoch: Int { state.withLock { $0.epoch } }

    /// Throws `signedOut` where the user has signed out since.
    package func requireCurrent(_ began: Int, url: HTTPURL) throws(PortalError) {
        guard began == epoch else {
            throw PortalError(.signedOut, url: url, detail: "the user signed out meanwhile")
        }
    }

    /// Acquires one token for everybody who asks for the same; a handler's own request joins nothing.
    package func acquire(
        _ key: AcquisitionKey, _ body: @escaping @Sendable () async throws(PortalError) -> TokenInfo
    ) async throws(PortalError) -> TokenInfo {
        let began = epoch
        let token = ChallengeScope.isInside ? try await body() : try await acquisitions.run(key, body)
        guard began == epoch else { throw PortalError(.signedOut, detail: "the user signed out meanwhile") }
        return token
    }

    /// Waits by the environment's clock; throws `signedOut` once the user signs out, `cancelled` once the task is cancelled.
    package func pause(for duration: Duration, epoch began: Int, url: HTTPURL) async throws(PortalError) {
        let time = core.time
        _ = try await pauses.run(core.nextSignInNumber()) { [self] () throws(PortalError) -> Bool in
            // A sign-out that came before the pause has not ended it.
            try requireCurrent(began, url: url)
            do { try await time.wait(for: duration) } catch { throw .cancelledByTask }
            return true
        }
        try requireCurrent(began, url: url)
    }

    package func proxyPass(challenges: ChallengePolicy, epoch: Int) -> any ProxyPassing {
        ProxyPass(manager: self, challenges: challenges, epoch: epoch)
    }

    // MARK: credentials

    /// A credential for a resource, from the handler or from a task that got one meanwhile.
    package func credential(
        for url: HTTPURL, kind: ArcGISChallenge.Kind, cause: PortalError, failures: Int, refused: TokenInfo?,
        failed: (any ArcGISCredential)? = nil
    ) async throws(PortalError) -> Answer {
        let (handler, environment) = state.withLock { ($0.arcGIS, $0.environment) }
        guard let handler, let environment else { throw cause }
        let chain = CredentialChallengeLoop(
            core: core, handler: handler, environment: environment, url: url, kind: kind, cause: cause,
            failures: failures, refused: refused, failed: failed, epoch: epoch)
        if ChallengeScope.isInside { return try await chain.run() }
        let joined = { @Sendable [events = core.events] in events.emit(.challengeJoined(url: url.withoutQuery)) }
        let key = kind == .iap ? QuestionKey.proxy(url.origin) : .context(ServerContext(of: url))
        return try await questions.run(key, onJoined: joined) { () throws(PortalError) -> Answer in
            try await chain.run()
        }
    }

    /// Asks whether a password may go to a token service on a foreign host; throws `tokenServiceNotConsented`.
    package func consent(toSendPasswordTo origin: Origin, for context: ServerContext) async throws(PortalError) {
        let (handler, environment, consents) = state.withLock { ($0.arcGIS, $0.environment, $0.consents) }
        if consents.contains(origin) || core.policy.consentedTokenServices.contains(origin) { return }
        let refusal = PortalError(
            .tokenServiceNotConsented, url: context.url,
            detail:
                "the token service is on another host, \(origin.authority), and the user did not consent to send a password there"
        ).asked(by: ProtectionSpace(origin: origin, method: .token))
        guard let handler, let environment else { throw refusal }
        let (core, state, began) = (core, state, epoch)
        let ask: @Sendable () async throws(PortalError) -> Bool = { () throws(PortalError) -> Bool in
            // The user may have consented while this question waited for its turn.
            if state.withLock({ $0.consents.contains(origin) }) { return true }
            let challenge = ArcGISChallenge(
                id: core.nextChallengeNumber(), kind: .tokenServiceConsent(origin), requestURL: context.url,
                authenticatingHost: origin.authority, cause: refusal, previousFailureCount: 0,
                environment: environment)
            if Task.isCancelled { throw .cancelledByTask }
            let answer = await CredentialChallengeLoop.ask(handler, challenge, core: core)
            if Task.isCancelled { throw .cancelledByTask }
            switch answer {
            case .success(.consent):
                // Noted before the next question gets its turn.
                state.withLock { if $0.epoch == began { $0.consents.insert(origin) } }
                return true
            case .success(.cancel):
                throw PortalError(
                    .cancelled, url: context.url,
                    detail: "no consent was given to send a password to \(origin.authority), and none was sent")
            default: return false
            }
        }
        let consented = ChallengeScope.isInside ? try await ask() : try await core.gate.pass(ask)
        guard consented else { throw refusal }
        try requireCurrent(began, url: context.url)
    }

    // MARK: trust

    /// Asks whether an untrusted server may be trusted and grants it, unless the user has signed out since the request began;
    /// gives the number of answers that did not help so far.
    package func trust(
        _ failure: ServerTrustFailure, cause: PortalError, failures: Int, challenges: ChallengePolicy, epoch began: Int
    ) async throws(PortalError) -> Int {
        guard let handler = networkHandler(for: challenges), failures < core.policy.maxAttempts else {
            let remaining = core.trust.remainingDefects(of: failure)
            guard !remaining.isEmpty, remaining != failure.defects else { throw cause }
            throw PortalError(failure, remaining: remaining, underlying: cause.underlying)
        }
        let chain = ServerTrustChallengeLoop(
            core: core, handler: handler, failure: failure, cause: cause, failures: failures,
            isCurrent: { [weak self] in self?.epoch == began })
        if ChallengeScope.isInside { return try await chain.run() }
        let core = core
        let key = TrustKey(origin: failure.origin, leaf: failure.chain.first?.sha256)
        return try await trustQuestions.run(key) { () throws(PortalError) -> Int in
            try await core.gate.pass { () throws(PortalError) -> Int in try await chain.run() }
        }
    }
}
