internal import Platform

/// Lets the driver wait for callbacks that are still to come, by words for them.
final class CallbackGate: Sendable {
    private struct State {
        var pending: Set<String> = []
        var waiting: [(word: String, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Locked(State())

    /// Expects a callback.
    func begin(_ word: String) { state.withLock { _ = $0.pending.insert(word) } }

    /// Waits until what is expected was told, or never will be.
    func wait(for word: String) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.pending.contains(word) else { return true }
                state.waiting.append((word, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Expects these callbacks no more.
    func end(_ words: [String]) {
        let met = state.withLock { state in
            state.pending.subtract(words)
            defer { state.waiting.removeAll { words.contains($0.word) } }
            return state.waiting.filter { words.contains($0.word) }
        }
        for waiter in met { waiter.continuation.resume() }
    }
}
