internal import Locking
internal import Synchronization

/// Answers that wait: until their operation is released, and until a scheduler lets them go where there is one.
final class HeldAnswers: Sendable {
    private let waiting = Locked<[(answer: Answer, ticket: ResumeTicket)]>([])
    private let scheduler = Locked<(any AnswerScheduler)?>(nil)
    private let hasScheduler = Atomic(false)
    /// Whether any operation is held at all, so that nobody else pays for it.
    private let active: Atomic<Bool>

    init(isActive: Bool) { active = Atomic(isActive) }

    /// Whether any operation may be held.
    var isActive: Bool {
        get { active.load(ordering: .relaxed) }
        set { active.store(newValue, ordering: .relaxed) }
    }

    /// Whether a scheduler decides when answers go out.
    var isScheduled: Bool { hasScheduler.load(ordering: .relaxed) }

    /// Lets a scheduler decide from now on; nil lets nobody.
    func schedule(_ scheduler: (any AnswerScheduler)?) {
        self.scheduler.withLock { $0 = scheduler }
        hasScheduler.store(scheduler != nil, ordering: .relaxed)
    }

    /// Sends an answer that is ready, or has the scheduler send it.
    func finish(_ answer: Answer, _ ticket: ResumeTicket) {
        guard let scheduler = scheduler.withLock({ $0 }) else { return ticket.resume(with: answer) }
        scheduler.ready(
            ScheduledAnswer(operation: answer.operation, connection: ticket.connectionNumber) {
                ticket.resume(with: answer)
            })
    }

    /// Keeps an answer until ``release(_:)``.
    func hold(_ answer: Answer, _ ticket: ResumeTicket) { waiting.withLock { $0.append((answer, ticket)) } }

    /// Lets the answers of an operation go, in the order of their requests.
    func release(_ operation: String) {
        let released = waiting.withLock { waiting in
            let released = waiting.filter { $0.answer.operation == operation }
            waiting.removeAll { $0.answer.operation == operation }
            return released
        }
        for entry in released { finish(entry.answer, entry.ticket) }
    }

    /// Forgets the answers whose clients have left; their connections end.
    func dropAbandoned() {
        let dropped = waiting.withLock { waiting in
            let dropped = waiting.filter(\.ticket.isAbandoned)
            waiting.removeAll { entry in dropped.contains { $0.ticket === entry.ticket } }
            return dropped
        }
        for entry in dropped { entry.ticket.resume(with: nil) }
    }

    /// Forgets all answers; their connections end without one.
    func dropAll() {
        let dropped = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for entry in dropped { entry.ticket.resume(with: nil) }
    }
}
