internal import Platform
internal import PortalSimulator

/// Counts the bytes of one portal's answers that are under way: made, and not yet sent to their end.
///
/// A client that reads slowly keeps its answer in memory for as long as it likes, and so do a thousand of them. An answer is counted
/// once, to however many clients it is sent.
final class AnswerBudget: Sendable {
    /// Bytes up to which an answer is not counted: as many connections as a listener has (1024) keep 256 MiB of them, and nearly every
    /// answer is shorter.
    static let uncounted = BodyStream.copied

    /// Bytes that may be under way.
    let limit: Int
    private let state = Locked(State())

    private struct State {
        var bytes = 0
        /// How many shares there are of each answer.
        var shares: [ObjectIdentifier: Int] = [:]
    }

    init(limit: Int) { self.limit = limit }

    /// Bytes that are under way.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Whether nothing more goes on its way, so that an answer need not be worked out.
    var isUsedUp: Bool { bytes >= limit }

    /// Lets an answer go: with its share where it counts, or refused where there is no room for it.
    ///
    /// An answer that is larger than the limit goes where it is alone: it would never go otherwise. One that tells what was done
    /// goes over the limit: a client that is told to try again would do it twice. ``isUsedUp`` holds back further ones then.
    func admit(_ answer: Answer, tellsWhatWasDone: () -> Bool) -> Answer {
        let size = answer.prepared.bytesInMemory
        guard size > Self.uncounted else { return answer }
        guard
            let share = take(answer.prepared, isOwed: false)
                ?? (tellsWhatWasDone() ? take(answer.prepared, isOwed: true) : nil)
        else { return answer.refused(atLimit: reason) }
        var answer = answer
        answer.share = share
        return answer
    }

    /// Why an answer does not go.
    var reason: String { "answers of \(limit >> 20) MiB are under way, and their clients have not read them yet" }

    private func take(_ answer: PreparedAnswer, isOwed: Bool) -> Share? {
        let (key, size) = (ObjectIdentifier(answer), answer.bytesInMemory)
        return state.withLock { state in
            if let count = state.shares[key] {
                state.shares[key] = count + 1
            } else {
                guard isOwed || state.bytes == 0 || state.bytes + size <= limit else { return nil }
                state.bytes += size
                state.shares[key] = 1
            }
            return Share(of: answer, in: self)
        }
    }

    private func giveBack(_ answer: PreparedAnswer) {
        let key = ObjectIdentifier(answer)
        state.withLock { state in
            guard let count = state.shares[key] else { return }
            state.shares[key] = count > 1 ? count - 1 : nil
            if count == 1 { state.bytes -= answer.bytesInMemory }
        }
    }

    /// What one answer to one client takes, given back when nothing holds it any more.
    private final class Share: Sendable {
        /// Kept, so that no other answer has its identity meanwhile.
        private let answer: PreparedAnswer
        private let budget: AnswerBudget

        init(of answer: PreparedAnswer, in budget: AnswerBudget) {
            self.answer = answer
            self.budget = budget
        }

        deinit { budget.giveBack(answer) }
    }
}
