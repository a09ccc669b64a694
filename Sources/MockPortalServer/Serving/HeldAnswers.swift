internal import Locking
internal import Synchronization

/// Answers that wait until their operation is released.
final class HeldAnswers: Sendable {
    private let waiting = Locked<[(answer: Answer, ticket: ResumeTicket)]>([])
    /// Whether any operation is held at all, so that nobody else pays for it.
    private let active: Atomic<Bool>

    init(isActive: Bool) { active = Atomic(isActive) }

    /// Whether any operation may be held.
    var isActive: Bool {
        get { active.load(ordering: .relaxed) }
        set { active.store(newValue, ordering: .relaxed) }
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
        for entry in released { entry.ticket.resume(with: entry.answer) }
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
