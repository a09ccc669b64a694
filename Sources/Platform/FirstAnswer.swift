/// The first of any number of answers, which come on any thread.
package final class FirstAnswer<Answer: Sendable>: Sendable {
    private struct State {
        var answer: Answer?
        var waiting: CheckedContinuation<Answer, Never>?
    }
    private let state = Locked(State())
    private let cancellation: Answer

    package init(ifCancelled cancellation: Answer) { self.cancellation = cancellation }

    /// Starts what will answer, and waits for the first answer; a cancelled task has its own.
    package func from(_ body: (@escaping @Sendable (Answer) -> Void) -> Void) async -> Answer {
        await withTaskCancellationHandler {
            body { self.take($0) }
            return await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.answer == nil { state.waiting = continuation }
                    return state.answer
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            take(cancellation)
        }
    }

    private func take(_ answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            guard state.answer == nil else { return nil }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }
}
