internal import Platform

/// Work that must not be broken off halfway: it goes on where the task that waits for it is cancelled.
enum LastingTask {
    private enum Seat<Value: Sendable> {
        case empty
        case taken(CheckedContinuation<Result<Value, PortalError>, Never>)
        case left
    }

    /// Runs a body and gives its result; a waiter whose task is cancelled leaves at once with `cancelled`, and `unclaimed` gets what
    /// comes then. Work that has not begun when it is cancelled does not begin.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(PortalError) -> Value,
        unclaimed: @escaping @Sendable (Value) async -> Void
    ) async throws(PortalError) -> Value {
        let seat = Locked(Seat<Value>.empty)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = seat.withLock { seat in
                    guard case .empty = seat else { return false }
                    seat = .taken(continuation)
                    return true
                }
                guard isTaken else { return continuation.resume(returning: .failure(.cancelledByTask)) }
                Task {
                    let outcome = await result(of: body)
                    if let waiter = leave(seat) {
                        waiter.resume(returning: outcome)
                    } else if case .success(let value) = outcome {
                        await unclaimed(value)
                    }
                }
            }
        } onCancel: {
            leave(seat)?.resume(returning: .failure(.cancelledByTask))
        }
        return try outcome.get()
    }

    private static func result<Value: Sendable>(
        of body: @Sendable () async throws(PortalError) -> Value
    ) async -> Result<Value, PortalError> {
        do throws(PortalError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// Whoever waited; nil where nobody does.
    private static func leave<Value: Sendable>(
        _ seat: Locked<Seat<Value>>
    ) -> CheckedContinuation<Result<Value, PortalError>, Never>? {
        seat.withLock { seat in
            defer { seat = .left }
            if case .taken(let waiter) = seat { return waiter }
            return nil
        }
    }
}
