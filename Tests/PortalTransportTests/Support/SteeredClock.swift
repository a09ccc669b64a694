import Platform
import PortalTransport

/// A transport's clock that stands still until a test puts it forward.
final class SteeredClock: TransportClock {
    private struct State {
        var elapsed: Duration = .zero
        var limits = 0
        var jumps: [@Sendable () -> Void] = []
        var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var elapsed: Duration { state.withLock { $0.elapsed } }

    var standsStill: Bool { true }

    /// How many requests have begun.
    var begun: Int { state.withLock { $0.limits } }

    /// How many want to hear of its jumps.
    var observers: Int { state.withLock { $0.jumps.count } }

    func end(of limit: Duration) -> Duration {
        let (end, met) = state.withLock { state in
            state.limits += 1
            let count = state.limits
            let met = state.observers.filter { $0.count <= count }.map(\.continuation)
            state.observers.removeAll { $0.count <= count }
            return (state.elapsed + limit, met)
        }
        for continuation in met { continuation.resume() }
        return end
    }

    func onJump(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.jumps.append(body) } }

    func advance(by duration: Duration) {
        let jumps = state.withLock { state in
            state.elapsed += duration
            return state.jumps
        }
        for jump in jumps { jump() }
    }

    /// Returns once so many requests have begun in all.
    func begun(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                if state.limits >= count { return true }
                state.observers.append((count, continuation))
                return false
            }
            if isSo { continuation.resume() }
        }
    }
}
