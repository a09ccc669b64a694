internal import Platform
public import PortalAuthentication

/// A layer that starts loading when it is made and tells a delegate how that ended, as older clients have it.
///
/// The caller must keep it: dropping the last reference ends the loading, and no callback comes. It asks no
/// challenge handler; failures are answered by ``resubmit()`` or ``resubmit(url:credential:)``.
public final class LegacyLayer: Sendable {
    private struct State {
        weak var delegate: (any LegacyLayerDelegate)?
        /// The credential of the last attempt in its older form; nil where the layer was made by the caller, or has none.
        var credential: LegacyCredential?
        /// The attempt under way.
        var task: Task<Void, Never>?
        var isLoaded = false
        var error: PortalError?
    }
    private let state: Locked<State>
    /// The layer behind it: what the server says of it, and features, pictures or tiles.
    public let layer: any ServiceLayer

    /// Starts to load a layer of a feature or map service, anonymously where there is no credential.
    public convenience init(
        url: HTTPURL, credential: LegacyCredential? = nil, delegate: (any LegacyLayerDelegate)? = nil,
        in environment: PortalEnvironment
    ) {
        self.init(
            FeatureLayer(url: url, credential: credential?.resource, challenges: .suppress, in: environment),
            credential, delegate)
    }

    /// Starts to load a layer of any kind; make it with `challenges: .suppress`, so that the delegate hears of failures.
    public convenience init(_ layer: any ServiceLayer, delegate: (any LegacyLayerDelegate)? = nil) {
        self.init(layer, nil, delegate)
    }

    private init(
        _ layer: any ServiceLayer, _ credential: LegacyCredential?, _ delegate: (any LegacyLayerDelegate)?
    ) {
        self.layer = layer
        state = Locked(State(delegate: delegate, credential: credential))
        start { layer throws(PortalError) in try await layer.load() }
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Who hears how loading ends; held weakly.
    public var delegate: (any LegacyLayerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
    /// Where it is; once loaded, where it answered.
    public var url: HTTPURL { layer.url }
    /// The credential of its own, if it has one.
    public var credential: LegacyCredential? {
        guard let resource = layer.credential else { return nil }
        let given = state.withLock { $0.credential }
        // The layer may have been submitted again without this object.
        return given?.resource == resource ? given : LegacyCredential(resource)
    }
    /// Whether it is loaded.
    public var isLoaded: Bool { state.withLock { $0.isLoaded } }
    /// Why the last attempt failed.
    public var error: PortalError? { state.withLock { $0.error } }

    /// Tries again with the same address and credential, such as after its host was trusted; ignored while loading and when loaded.
    public func resubmit() { start { layer throws(PortalError) in try await layer.resubmit() } }

    /// Tries again with another address or credential; ignored while loading and when loaded.
    public func resubmit(url: HTTPURL, credential: LegacyCredential?) {
        start(changing: { $0.credential = credential }) { layer throws(PortalError) in
            try await layer.resubmit(url: url, credential: credential?.resource)
        }
    }

    private func start(
        changing change: (inout State) -> Void = { _ in },
        _ attempt: @escaping @Sendable (any ServiceLayer) async throws(PortalError) -> Void
    ) {
        let layer = layer
        state.withLock { state in
            guard state.task == nil, !state.isLoaded else { return }
            state.error = nil
            change(&state)
            // The task holds no strong reference to this object: dropping it ends the loading.
            state.task = Task { [weak self] in
                var failure: PortalError?
                do throws(PortalError) { try await attempt(layer) } catch { failure = error }
                guard !Task.isCancelled, let self else { return }
                await finish(failure)
            }
        }
    }

    private func finish(_ failure: PortalError?) async {
        let delegate = state.withLock { state in
            (state.task, state.error, state.isLoaded) = (nil, failure, failure == nil)
            return state.delegate
        }
        if let failure {
            await delegate?.layer(self, didFailToLoad: failure)
        } else {
            await delegate?.layerDidLoad(self)
        }
    }
}
