internal import Platform
public import PortalAuthentication

/// A portal that starts loading when it is made and tells a delegate how that ended, as older clients have it.
///
/// The caller must keep it: dropping the last reference ends the loading, and no callback comes. It asks no
/// challenge handler; failures are answered by ``resubmit()`` or ``resubmit(url:credential:)``.
public final class LegacyPortal: Sendable {
    private struct State {
        var input: String
        var credential: LegacyCredential?
        weak var delegate: (any LegacyPortalDelegate)?
        var portal: Portal?
        var task: Task<Void, Never>?
        var isLoading = false
        var isLoaded = false
        var error: PortalError?
        var round = 0
    }
    private let state: Locked<State>
    private let environment: PortalEnvironment
    private let notifications: LegacyNotifications?
    /// The searches that are under way.
    let operations = Locked<Set<LegacyPortalOperation>>([])

    /// Starts loading at once; nil credentials mean the anonymous view.
    ///
    /// The credential cache is the portal's own; wire, trust and events are the environment's.
    public init(
        url: String, credential: LegacyCredential?, delegate: (any LegacyPortalDelegate)? = nil,
        notifications: LegacyNotifications? = nil, in environment: PortalEnvironment
    ) {
        self.environment = environment.isolated()
        self.notifications = notifications
        state = Locked(State(input: url, credential: credential, delegate: delegate))
        start()
    }

    deinit {
        state.withLock { $0.task }?.cancel()
        for operation in operations.withLock({ $0 }) { operation.cancel() }
    }

    /// Who hears how loading and searches end; held weakly.
    public var delegate: (any LegacyPortalDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
    /// The credential of the next attempt.
    public var credential: LegacyCredential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
    }
    /// The address in its canonical spelling; nil where what was given is none.
    public var url: PortalURL? { state.withLock { $0.portal?.url } }
    /// What the portal says of itself; nil until loaded.
    public var info: PortalInfo? { state.withLock { $0.isLoaded ? $0.portal?.info : nil } }
    /// Who is signed in; nil until loaded with a credential.
    public var user: PortalUser? { state.withLock { $0.isLoaded ? $0.portal?.user : nil } }
    /// Whether it is loaded.
    public var isLoaded: Bool { state.withLock { $0.isLoaded } }
    /// Why the last attempt failed.
    public var error: PortalError? { state.withLock { $0.error } }
    /// The portal behind it, for items and searches with the same credential; nil until loaded.
    public var portal: Portal? { state.withLock { $0.isLoaded ? $0.portal : nil } }

    /// Tries again with the same address and the present credential; ignored while loading and when loaded.
    public func resubmit() { start() }

    /// Tries again with another address or credential; ignored while loading and when loaded.
    public func resubmit(url: String, credential: LegacyCredential?) {
        let isIdle = state.withLock { state in
            guard !state.isLoading, !state.isLoaded else { return false }
            state.input = url
            state.credential = credential
            return true
        }
        if isIdle { start() }
    }

    private func start() {
        let environment = environment
        let round = state.withLock { state -> Int? in
            guard !state.isLoading, !state.isLoaded else { return nil }
            state.isLoading = true
            state.error = nil
            state.round += 1
            return state.round
        }
        guard let round else { return }
        let (input, credential) = state.withLock { ($0.input, $0.credential) }
        // The task holds no strong reference to this object: dropping it ends the loading.
        let task = Task { [weak self] in
            let outcome = await Self.load(input, credential, in: environment)
            guard !Task.isCancelled, let self else { return }
            await self.finish(round, outcome)
        }
        state.withLock { state in
            if state.round == round, state.isLoading { state.task = task }
        }
    }

    private static func load(
        _ input: String, _ credential: LegacyCredential?, in environment: PortalEnvironment
    ) async -> (Portal?, PortalError?) {
        do throws(PortalError) {
            let url = try PortalURL(input)
            environment.credentials.removeAll()
            await environment.networkCredentials.removeAll()
            let resource = credential?.resource
            try await resource?.prepareWebTier(of: url.rest, in: environment)
            let signed = try resource?.credential(for: url.rest, in: environment)
            if let signed { environment.credentials.add(signed) }
            let portal = Portal(
                url: url, connection: signed == nil ? .anonymous : .authenticated, challenges: .suppress,
                in: environment)
            do throws(PortalError) {
                try await portal.load()
                return (portal, nil)
            } catch {
                return (portal, error)
            }
        } catch {
            return (nil, error)
        }
    }

    private func finish(_ round: Int, _ outcome: (Portal?, PortalError?)) async {
        let delegate = state.withLock { state -> (any LegacyPortalDelegate)? in
            guard state.round == round else { return nil }
            state.isLoading = false
            state.task = nil
            state.portal = outcome.0
            state.error = outcome.1
            state.isLoaded = outcome.1 == nil
            return state.delegate
        }
        if let error = outcome.1 {
            notifications?.post(.portalDidFailToLoad(self, error))
            await delegate?.portal(self, didFailToLoad: error)
        } else {
            notifications?.post(.portalDidLoad(self))
            await delegate?.portalDidLoad(self)
        }
    }
}
