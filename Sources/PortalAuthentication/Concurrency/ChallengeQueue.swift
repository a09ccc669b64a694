internal import Platform

/// Lets one prompt be open at a time; the others wait in the order in which they came (rule R13).
package final class ChallengeQueue: Sendable {
    private struct State {
        var isOpen = true
        var waiting: [OnceContinuation<Bool>] = []
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

    /// Waits for a turn; gives whether it came before the task was cancelled.
    private func enter() async -> Bool {
        let waiter = OnceContinuation<Bool>()
        return await withTaskCancellationHandler {
            guard !Task.isCancelled else { return false }
            let isFree = state.withLock { state in
                guard !state.isOpen else {
                    state.isOpen = false
                    return true
                }
                state.waiting.append(waiter)
                return false
            }
            if isFree { return true }
            // A cancellation that came just before has found no waiter.
            if Task.isCancelled { giveUp(waiter) }
            return await waiter.value
        } onCancel: {
            giveUp(waiter)
        }
    }

    /// Takes a waiter out of the queue; one who was given the turn already keeps it.
    private func giveUp(_ waiter: OnceContinuation<Bool>) {
        let wasWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === waiter }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if wasWaiting { waiter.resume(returning: false) }
    }

    private func leave() {
        let next = state.withLock { state -> OnceContinuation<Bool>? in
            if state.waiting.isEmpty {
                state.isOpen = true
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: true)
    }
}
