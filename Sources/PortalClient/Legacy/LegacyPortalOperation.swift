internal import Platform

/// A search of a ``LegacyPortal`` that is under way, as its delegate is told of it.
///
/// Two operations are equal where they are the same search. It need not be kept: its portal keeps it until it ends.
public final class LegacyPortalOperation: Sendable, Hashable {
    private let task = Locked<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    init() {}

    /// Ends the search; no callback comes. Nothing happens once it has ended.
    public func cancel() {
        let running = task.withLock { state in
            state.isCancelled = true
            return state.task
        }
        running?.cancel()
    }

    /// Whether it was cancelled.
    public var isCancelled: Bool { task.withLock { $0.isCancelled } }

    func run(_ body: @escaping @Sendable () async -> Void) {
        let started = Task { await body() }
        let isCancelled = task.withLock { state in
            state.task = started
            return state.isCancelled
        }
        if isCancelled { started.cancel() }
    }

    public static func == (one: LegacyPortalOperation, other: LegacyPortalOperation) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
