internal import Platform

/// Whether a request that signs in for everybody is still wanted by its own caller; one that is not is sent no more.
final class LeadingRequest: Sendable {
    private struct State {
        var isAbandoned = false
        var end: (@Sendable () -> Void)?
    }
    private let state = Locked(State())

    /// Whether its caller has gone.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Ends it where it is being sent, and keeps it from being sent again.
    func abandon() {
        let end = state.withLock { state in
            state.isAbandoned = true
            return state.end
        }
        end?()
    }

    /// Sends it, in a task that ends with the caller's or with this one; throws `cancelled` where it is abandoned.
    func send<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let sending = state.withLock { state -> Task<Result<Value, PortalError>, Never>? in
            if state.isAbandoned { return nil }
            let task = Task { () -> Result<Value, PortalError> in
                do throws(PortalError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            state.end = { task.cancel() }
            return task
        }
        guard let sending else { throw .cancelledByTask }
        let result = await withTaskCancellationHandler {
            await sending.value
        } onCancel: {
            sending.cancel()
        }
        state.withLock { $0.end = nil }
        return try result.get()
    }
}
