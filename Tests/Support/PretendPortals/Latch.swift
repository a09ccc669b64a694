internal import Platform

/// A door that is closed until it is opened; a task that waits goes on then, or when its task is cancelled.
package final class Latch: Sendable {
    private let state = Locked<(isOpen: Bool, last: Int, waiting: [Int: CheckedContinuation<Void, Never>])>(
        (false, 0, [:]))

    package init() {}

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    package func wait() async {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
