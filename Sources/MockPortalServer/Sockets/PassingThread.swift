internal import Platform

/// A thread that looks after things which arrive, and lives only as long as there are any.
///
/// Its body calls ``next(_:)`` before each turn, waits for the alarm that it gives beside whatever else it waits for, and ends with
/// the first nil.
final class PassingThread<Item: Sendable>: Sendable {
    private let state = Locked(State())

    private struct State {
        var arrived: [Item] = []
        var thread = WakeableThread()
        var isRunning = false
        /// Whether everything that is there is to end.
        var isClearing = false
    }

    /// Takes something over, and starts the thread where it does not run; false once it was stopped, or where the system refuses.
    func pass(_ item: Item, body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard ensureThread(&state, body) else { return false }
            state.arrived.append(item)
            state.thread.wake()
            return true
        }
    }

    /// Whether ``stop()`` was called.
    var isStopping: Bool { state.withLock { $0.thread.isStopped } }

    /// Whether there is nothing to look after.
    var isIdle: Bool { state.withLock { !$0.isRunning } }

    /// Begins its next turn now.
    func wake() { state.withLock { $0.thread.wake() } }

    /// Has everything end that is there now.
    func clear() {
        state.withLock { state in
            guard state.isRunning else { return }
            state.isClearing = true
            state.thread.wake()
        }
    }

    /// Has everything end, and waits for it; nothing is taken over afterwards.
    func stop() { state.stop(\.thread) }

    /// Adds what has arrived and takes out what is to end; the alarm is nil once the thread itself is to, at once.
    func next(_ open: inout [Item]) -> (alarm: WakePipe?, ended: [Item]) {
        state.withLock { state in
            open += state.arrived
            state.arrived = []
            var ended: [Item] = []
            if state.thread.isStopped || state.isClearing {
                swap(&ended, &open)
                state.isClearing = false
            }
            state.isRunning = !open.isEmpty
            return (state.isRunning ? state.thread.alarm : nil, ended)
        }
    }

    private func ensureThread(_ state: inout State, _ body: @escaping @Sendable () -> Void) -> Bool {
        if state.thread.isStopped { return false }
        if state.isRunning { return true }
        // It has said that it is done, so nothing is waited for.
        state.thread.reap()
        state.isRunning = state.thread.start { _ in body() }
        return state.isRunning
    }
}
