internal import Platform
public import PortalAuthentication

/// A task that asks one layer for features and tells a delegate what came, as older clients have it.
///
/// The caller must keep it: dropping the last reference ends the query, and no callback comes. It asks no challenge
/// handler; after a failure another task with a credential asks again.
public final class LegacyQueryTask: Sendable {
    private struct State {
        weak var delegate: (any LegacyQueryTaskDelegate)?
        var last = 0
        var tasks: [Int: Task<Void, Never>] = [:]
    }
    private let state: Locked<State>
    private let task: QueryTask
    /// The credential of its own, if it has one.
    public let credential: LegacyCredential?

    /// Names a layer; nothing is sent before ``execute(_:)``.
    public init(
        url: HTTPURL, credential: LegacyCredential? = nil, delegate: (any LegacyQueryTaskDelegate)? = nil,
        in environment: PortalEnvironment
    ) {
        self.credential = credential
        task = QueryTask(url: url, credential: credential?.resource, challenges: .suppress, in: environment)
        state = Locked(State(delegate: delegate))
    }

    deinit {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    /// Who hears what came; held weakly.
    public var delegate: (any LegacyQueryTaskDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
    /// The layer that is asked.
    public var url: HTTPURL { task.url }

    /// Asks for features; several queries go on side by side, and the delegate hears of each.
    public func execute(_ query: FeatureQuery = FeatureQuery()) {
        let source = task
        state.withLock { state in
            state.last += 1
            let number = state.last
            // The task holds no strong reference to this object: dropping it ends the query.
            state.tasks[number] = Task { [weak self] in
                var (found, failure): (FeatureSet?, PortalError?)
                do throws(PortalError) { found = try await source.query(query) } catch { failure = error }
                guard !Task.isCancelled, let self else { return }
                await finish(number, found, failure)
            }
        }
    }

    private func finish(_ number: Int, _ found: FeatureSet?, _ failure: PortalError?) async {
        let delegate = state.withLock { state in
            state.tasks[number] = nil
            return state.delegate
        }
        if let found { await delegate?.queryTask(self, didExecuteWith: found) }
        if let failure { await delegate?.queryTask(self, didFail: failure) }
    }
}
