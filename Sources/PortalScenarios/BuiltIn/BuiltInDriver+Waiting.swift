internal import MockPortalServer
internal import Platform

extension BuiltInDriver {
    /// What shows that a run still gets somewhere: requests at the portal, what the app hears, and steps.
    private struct Pulse: Equatable {
        let requests: Int
        let heard: Int
        let begun: Int
        let atWork: Int
    }

    private var pulse: Pulse {
        let (begun, atWork) = state.withLock { ($0.begun, $0.atWork) }
        return Pulse(requests: scenarioPortal.portal.requestCount, heard: log.count, begun: begun, atWork: atWork)
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
            try await hopeIsGone(grace)
            continuation.yield(false)
        }
        defer {
            work.cancel()
            bound.cancel()
        }
        for await isDone in endings { return isDone }
        return false
    }

    /// Returns once there is nothing left to hope for; looks are counted, not time, so that a machine that is busy is given more.
    private func hopeIsGone(_ grace: Int) async throws {
        let rest = min(options.patience, options.silence / Self.looks)
        let limit = options.patience + rest * grace
        var (elapsed, silent, last) = (Duration.zero, 0, pulse)
        while elapsed < limit {
            try await Task.sleep(for: rest)
            elapsed += rest
            let now = pulse
            silent = now == last ? silent + 1 : 0
            last = now
            if silent >= (now.atWork == 0 ? Self.looks / 3 : Self.looks) + grace { return }
        }
    }

    /// How often one looks in a silence that is long enough.
    static let looks = 30
}
