internal import Platform

/// Lets one prompt be open at a time; the others wait in the order in which they came (rule R13).
package final class ChallengeGate: Sendable {
    private struct State {
        var isOpen = true
        var last = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var gone: Set<Int> = []
    }
    private let state = Locked(State())

    package init() {}

    /// Runs a body while no other one runs; throws `cancelled` where the task was cancelled while waiting.
    ///
    /// A body whose task is cancelled makes room at once, even if its handler never comes back.
    package func pass<Value: Sendable>(
        _ body: () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        guard await enter() else { throw .cancelledByTask }
        let isInside = Locked(true)
        let result: Result<Value, PortalError> = await withTaskCancellationHandler {
            // Cancelled with the turn just given: the next one has it already.
            guard isInside.withLock({ $0 }) else { return .failure(.cancelledByTask) }
            do throws(PortalError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            leave(isInside)
        }
        leave(isInside)
        return try result.get()
    }

    /// How many wait for their turn.
    package var waiterCount: Int { state.withLock { $0.waiting.count } }

    private func leave(_ isInside: Locked<Bool>) {
        let mustLeave = isInside.withLock { isInside in
            defer { isInside = false }
            return isInside
        }
        if mustLeave { leave() }
    }

    private func enter() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        // A cancellation may come after the turn was given.
        defer { state.withLock { _ = $0.gone.remove(number) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.gone.remove(number) != nil { return false }
                    if state.isOpen {
                        state.isOpen = false
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.gone.insert(number)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            waiter?.resume(returning: false)
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if state.waiting.isEmpty {
                state.isOpen = true
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
