/// A place where one task waits, resumed once: the first value counts, whether it comes before the task waits or after.
///
/// A cancelled task waits like any other; who cares resumes it from a cancellation handler.
package final class OnceContinuation<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, Never>)
        case resumed(Value)
    }
    private let state = Locked(State.idle)

    package init() {}

    /// The value that it was resumed with first. One task may ask, once.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Value? in
                    if case .resumed(let value) = state { return value }
                    state = .waiting(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    /// Lets the task go on with a value; gives whether this call was the first, whose value counts.
    @discardableResult
    package func resume(returning value: Value) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .resumed: return (false, nil)
            case .idle:
                state = .resumed(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .resumed(value)
                return (true, continuation)
            }
        }
        continuation?.resume(returning: value)
        return isFirst
    }
}
