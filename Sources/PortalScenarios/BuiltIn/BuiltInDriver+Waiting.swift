internal import MockPortalServer
internal import Platform

extension BuiltInDriver {
    private var pulse: RunPatience.Pulse {
        let (begun, atWork) = state.withLock { ($0.begun, $0.atWork) }
        return RunPatience.Pulse(
            requests: scenarioPortal.portal.requestCount, heard: log.count, begun: begun, atWork: atWork,
            held: held())
    }

    /// Whether a body ends well before it is given up; one that does not end is left behind, for it may not listen to a cancellation.
    ///
    /// It is given up at the end of the options' patience, or after a silence: a short one where no step is at work any more, for
    /// then only what is under way already can still come.
    /// `grace` are looks more than others get: a whole run is given up after the step of it that waits, which says what did not come.
    func isDone(grace: Int = 0, _ body: @escaping @Sendable () async -> Bool) async -> Bool {
        let (endings, continuation) = AsyncStream<Bool>.makeStream()
        let work = Task { continuation.yield(await body()) }
        let bound = Task {
            var patience = RunPatience(
                patience: options.patience, silence: options.silence, grace: grace, at: pulse)
            repeat { try await Task.sleep(for: patience.rest) } while !patience.isOver(at: pulse)
            continuation.yield(false)
        }
        defer {
            work.cancel()
            bound.cancel()
        }
        for await isDone in endings { return isDone }
        return false
    }
}
