internal import Platform

/// One answer that is worked out away from its connection's thread: it is delivered or dropped, once.
final class AnswerJob: Sendable {
    private let body: @Sendable () -> AnswerPlan
    private let deliver: @Sendable (AnswerPlan) -> Void
    private let drop: @Sendable () -> Void
    private let hasLeft: @Sendable () -> Bool
    /// What it has in common with other answers; nil where it is worked out beside any other.
    let lane: AnswerWork.Lane?
    private let isOver = Locked(false)

    /// Joins the work to what becomes of it; `deliver` must not wait. `hasLeft` tells whether its client has ended its side.
    init(
        in lane: AnswerWork.Lane? = nil, _ body: @escaping @Sendable () -> AnswerPlan,
        deliver: @escaping @Sendable (AnswerPlan) -> Void, drop: @escaping @Sendable () -> Void,
        hasLeft: @escaping @Sendable () -> Bool = { false }
    ) {
        self.lane = lane
        self.hasLeft = hasLeft
        self.body = body
        self.deliver = deliver
        self.drop = drop
    }

    /// Whether its client has ended its side, so that it may wait for no answer any more.
    var isAbandoned: Bool { hasLeft() }

    /// Works the answer out and delivers it, unless it was cancelled meanwhile.
    func run() {
        guard isOver.withLock({ !$0 }) else { return }
        let plan = body()
        // Under the lock: once cancel() has returned, nothing of this answer reaches the journal.
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = true
            deliver(plan)
        }
    }

    /// Drops the answer; one that was delivered stays delivered.
    func cancel() {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { drop() }
    }
}
