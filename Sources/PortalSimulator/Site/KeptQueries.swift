internal import HTTPSemantics
internal import Platform

/// Answers of feature queries that were asked before.
///
/// An answer ends with the state that it was made of: each edit, and each change of the content or the blueprint, makes another
/// ``Question`` of the same words. How many are kept is bounded in bytes, which questions and answers take together; the oldest goes
/// first.
final class KeptQueries: Sendable {
    /// What an answer depends on.
    struct Question: Hashable {
        let service: String
        let kind: String
        let layer: Int
        /// The parameters but the token, which says who asks and not what.
        let parameters: [FormField]
        /// The numbers of the blueprint, the content and the features as they were before the question was looked at.
        let blueprint: Int
        let content: Int
        let features: Int

        /// Whether its answer is worth keeping: it is not long, and follows from nothing but what is named here, as the time is not.
        var isLasting: Bool {
            var length = 0
            for field in parameters {
                length += field.name.utf8.count + field.value.utf8.count
                guard length <= 2048, !field.value.uppercased().contains("CURRENT_") else { return false }
            }
            return true
        }

        /// About how many bytes are kept beside the answer: its texts, which the tables hold once, a parameter's place, and 1 KiB for the
        /// head of the rendered answer and the places in the tables.
        var cost: Int {
            parameters.reduce(1024 + service.utf8.count) { $0 + 40 + $1.name.utf8.count + $1.value.utf8.count }
        }
    }

    private struct State {
        var answers: [Question: KeptAnswer] = [:]
        var order = Deque<Question>()
        var bytes = 0
    }
    private let state = Locked(State())
    private let limit: Int

    /// `limit` is in bytes.
    init(limit: Int = 24 << 20) { self.limit = limit }

    subscript(question: Question) -> KeptAnswer? { state.withLock { $0.answers[question] } }

    /// Keeps an answer and gives whether it does: one without bytes, or one that would take more than a quarter of the room with its
    /// question, is not kept.
    @discardableResult
    func keep(_ answer: KeptAnswer, for question: Question) -> Bool {
        guard answer.cost > 0 else { return false }
        let cost = answer.cost + question.cost
        guard cost <= limit / 4 else { return false }
        // What has to go is released outside the lock.
        var old: [(Question, KeptAnswer)] = []
        state.withLock { state in
            guard state.answers.updateValue(answer, forKey: question) == nil else { return }
            state.order.append(question)
            state.bytes += cost
            while state.bytes > limit, let oldest = state.order.popFirst() {
                guard let gone = state.answers.removeValue(forKey: oldest) else { continue }
                state.bytes -= gone.cost + oldest.cost
                old.append((oldest, gone))
            }
        }
        _ = old
        return true
    }
}
