internal import Platform

/// Whether the present task works on behalf of a handler: its own challenges are delivered at once and join nothing,
/// so that a handler that sends requests cannot wait for itself.
package final class ChallengeScope: Sendable {
    @TaskLocal private static var current: ChallengeScope?

    private let isOpen = Locked(true)
    private let outer: ChallengeScope?

    private init(inside outer: ChallengeScope?) { self.outer = outer }

    /// Whether a handler waits for what this task does; a task that it left behind is a stranger once it has answered.
    package static var isInside: Bool { current?.isStillOpen ?? false }

    private var isStillOpen: Bool { isOpen.withLock { $0 } || (outer?.isStillOpen ?? false) }

    /// Runs a body on behalf of a handler, until it returns or the task is cancelled.
    static func run<Value: Sendable>(_ body: () async -> Value) async -> Value {
        let scope = ChallengeScope(inside: current)
        return await withTaskCancellationHandler {
            let value = await $current.withValue(scope) { await body() }
            scope.isOpen.withLock { $0 = false }
            return value
        } onCancel: {
            scope.isOpen.withLock { $0 = false }
        }
    }
}
