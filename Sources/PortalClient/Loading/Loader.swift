internal import Platform
internal import PortalAuthentication

/// Carries out what a ``LoadMachine`` decides and tells everybody about it.
///
/// A challenge handler does not wait for an attempt under way, which may itself wait for the handler: what it needs is loaded on its
/// behalf, and refused where that is what its challenge is about.
final class Loader: Sendable {
    private struct State {
        var machine = LoadMachine()
        var last = 0
        var streams: [Int: AsyncStream<LoadStatus>.Continuation] = [:]
    }
    private let name: String
    private let core: ClientCore
    private let state = Locked(State())
    private let flights = SingleFlight<Int, Bool>()
    /// What the present task loads, and what waits for that.
    @TaskLocal private static var loading: [ObjectIdentifier] = []

    init(name: String, core: ClientCore) {
        self.name = name
        self.core = core
    }

    deinit {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.finish() }
    }

    var status: LoadStatus { state.withLock { $0.machine.status } }
    var error: PortalError? { state.withLock { $0.machine.error } }

    var updates: AsyncStream<LoadStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoadStatus.self)
        let id = state.withLock { state in
            state.last += 1
            state.streams[state.last] = continuation
            continuation.yield(state.machine.status)
            return state.last
        }
        continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.streams.removeValue(forKey: id) }
        }
        return stream
    }

    /// Does the work once for all tasks that wait for it.
    ///
    /// - Parameters:
    ///   - retrying: whether a failed attempt is made again.
    ///   - resuming: whether an attempt that was abandoned with its last waiter is made again.
    ///   - work: what loading is.
    ///   - adopt: takes what was loaded, of the one work that made the object loaded. Default: nothing is taken.
    /// - Throws: what `work` throws, and `invalidArgument` where a challenge handler loads what waits for its answer.
    func load<Loaded: Sendable>(
        retrying: Bool, resuming: Bool = false, _ work: @escaping @Sendable () async throws(PortalError) -> Loaded,
        adopt: @escaping @Sendable (Loaded) -> Void = { _ in }
    ) async throws(PortalError) {
        let entry = state.withLock { $0.machine.enter(retrying: retrying || resuming && $0.machine.wasAbandoned) }
        switch entry {
        case .loaded: return
        case .failed(let error): throw error
        case .attempt(let number, let isNew):
            if isNew { announce(.loading) }
            if ChallengeScope.isInside, !isNew { return try await loadForHandler(number, work, adopt) }
            _ = try await flights.run(
                number,
                onAbandoned: { [weak self] in
                    self?.finish(number, .failure(.cancelledByTask), isAbandoned: true)
                },
                { [self] () throws(PortalError) -> Bool in
                    // A task that comes after the attempt has ended gets its result.
                    let (isUnderWay, error) = state.withLock { ($0.machine.isUnderWay(number), $0.machine.error) }
                    guard isUnderWay else {
                        if let error { throw error }
                        return true
                    }
                    do throws(PortalError) {
                        let loaded = try await perform(work)
                        finish(number, .success(())) { adopt(loaded) }
                        return true
                    } catch {
                        finish(number, .failure(error))
                        // It may have been loaded for a handler meanwhile.
                        if status == .loaded { return true }
                        throw error
                    }
                })
        }
    }

    /// Does the work of an attempt under way on behalf of a handler; a failure is the handler's alone. Throws also why the attempt
    /// has failed meanwhile, as where it was cancelled.
    private func loadForHandler<Loaded: Sendable>(
        _ number: Int, _ work: @Sendable () async throws(PortalError) -> Loaded, _ adopt: (Loaded) -> Void
    ) async throws(PortalError) {
        guard !Self.loading.contains(ObjectIdentifier(self)) else {
            throw PortalError(
                .invalidArgument,
                detail: "the \(name) is being loaded, and that waits for the challenge handler that loads it; "
                    + "let the handler answer first")
        }
        let loaded = try await perform(work)
        finish(number, .success(())) { adopt(loaded) }
        let (status, error) = state.withLock { ($0.machine.status, $0.machine.error) }
        // Another attempt may be under way by now.
        guard status == .loaded else { throw error ?? PortalError(.cancelled, detail: "loading was cancelled") }
    }

    /// Does the work, known to whatever it leads to.
    private func perform<Loaded: Sendable>(
        _ work: @Sendable () async throws(PortalError) -> Loaded
    ) async throws(PortalError) -> Loaded {
        let loading = Self.loading + [ObjectIdentifier(self)]
        let result: Result<Loaded, PortalError> = await Self.$loading.withValue(loading) {
            do throws(PortalError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    func cancel() {
        let error = PortalError(.cancelled, detail: "loading was cancelled")
        guard state.withLock({ $0.machine.cancel(error) }) != nil else { return }
        announce(.failed, error.code)
        flights.cancelAll(with: error)
    }

    /// Notes the end of an attempt; one that still counts and has loaded the object adopts what it has, before that can be seen.
    private func finish(
        _ number: Int, _ result: Result<Void, PortalError>, isAbandoned: Bool = false, adopting: () -> Void = {}
    ) {
        let status = state.withLock { state in
            let status = state.machine.finish(number, result, isAbandoned: isAbandoned)
            if status == .loaded { adopting() }
            return status
        }
        guard let status else { return }
        var code: PortalError.Code?
        if case .failure(let error) = result { code = error.code }
        announce(status, code)
    }

    private func announce(_ status: LoadStatus, _ code: PortalError.Code? = nil) {
        core.events.emit(.loadStatus(of: name, status, code: code))
        let streams = state.withLock { Array($0.streams.values) }
        for stream in streams { stream.yield(status) }
    }
}
