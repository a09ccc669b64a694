/// The first of any number of answers, which come on any thread.
package final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation = OnceContinuation<Answer>()
    private let cancellation: Answer

    package init(ifCancelled cancellation: Answer) { self.cancellation = cancellation }

    /// Starts what will answer, and waits for the first answer; a cancelled task has its own.
    package func from(_ body: (@escaping @Sendable (Answer) -> Void) -> Void) async -> Answer {
        await withTaskCancellationHandler {
            body { self.continuation.resume(returning: $0) }
            return await continuation.value
        } onCancel: {
            continuation.resume(returning: cancellation)
        }
    }
}
