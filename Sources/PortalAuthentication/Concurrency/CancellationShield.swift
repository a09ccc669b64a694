internal import Platform

/// Work that must not be broken off halfway: it goes on where the task that waits for it is cancelled.
enum CancellationShield {
    /// Runs a body and gives its result; a waiter whose task is cancelled leaves at once with `cancelled`, and `unclaimed` gets what
    /// comes then. Work that has not begun when it is cancelled does not begin.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(PortalError) -> Value,
        unclaimed: @escaping @Sendable (Value) async -> Void
    ) async throws(PortalError) -> Value {
        let waiter = OnceContinuation<Result<Value, PortalError>>()
        let outcome: Result<Value, PortalError> = await withTaskCancellationHandler {
            guard !Task.isCancelled else { return .failure(.cancelledByTask) }
            Task {
                let outcome = await result(of: body)
                guard !waiter.resume(returning: outcome), case .success(let value) = outcome else { return }
                await unclaimed(value)
            }
            return await waiter.value
        } onCancel: {
            waiter.resume(returning: .failure(.cancelledByTask))
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
}
