internal import HTTPSemantics
internal import Platform
internal import PortalJudge
internal import Synchronization

/// Answers that wait: until their operation is released, and until a scheduler lets them go where there is one.
final class HeldAnswers: Sendable {
    private let waiting = Locked<[(answer: Answer, ticket: ResumeTicket)]>([])
    private let scheduler = Locked<(any AnswerScheduler)?>(nil)
    private let hasScheduler = Atomic(false)
    /// Whether any operation is held; where none is, requests skip the check.
    private let active: Atomic<Bool>

    /// How many answers may wait.
    private let limit: Int

    init(isActive: Bool, limit: Int) {
        active = Atomic(isActive)
        self.limit = limit
    }

    /// Whether as many answers wait as may; those whose clients have left do not count.
    var isFull: Bool {
        guard waiting.withLock({ $0.count }) >= limit else { return false }
        dropAbandoned()
        return waiting.withLock { $0.count } >= limit
    }

    /// How many answers wait for their operation to be released.
    var count: Int { waiting.withLock { $0.count } }

    /// What is said in the place of an answer that cannot wait any more (RFC 9110 §15.6.4).
    func refusal(of answer: Answer) -> Answer {
        var refusal = answer
        refusal.prepared = PreparedAnswer(
            status: 503,
            headers: [HeaderField("Content-Type", "application/json;charset=UTF-8"), HeaderField("Retry-After", "1")],
            body: Array(
                #"{"error":{"code":503,"details":[],"message":"\#(limit) answers are held back already."}}"#.utf8))
        refusal.share = nil
        refusal.notes.code = nil
        refusal.notes.issued = nil
        refusal.notes.alsoIssued = []
        refusal.notes.decisions.append(
            Journal.Decision(gate: "limits", passed: false, reason: "\(limit) answers are held back already"))
        return refusal
    }

    /// Whether any operation may be held.
    var isActive: Bool {
        get { active.load(ordering: .relaxed) }
        set { active.store(newValue, ordering: .relaxed) }
    }

    /// Whether a scheduler decides when answers go out.
    var isScheduled: Bool { hasScheduler.load(ordering: .relaxed) }

    /// Lets a scheduler decide from now on; with nil, answers go out at once.
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
