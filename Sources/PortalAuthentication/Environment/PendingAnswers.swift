internal import Platform

/// Answers to challenges between the handler's word and the store: a prompt that such an answer may spare waits for what comes of it.
///
/// The turn to prompt is given on as soon as a handler has answered, since what is done with an answer may need a prompt of its own,
/// such as for a certificate.
final class PendingAnswers: Sendable {
    /// An answer on its way.
    struct Ticket: Sendable, Hashable { fileprivate let number: Int }

    private struct Answer {
        let ticket: Ticket
        let credential: any ArcGISCredential
        var waiting: [OnceContinuation<Bool>] = []
    }
    private let state = Locked<(last: Int, answers: [Answer])>((0, []))

    /// Notes an answer that is not in the store yet.
    func add(_ credential: any ArcGISCredential) -> Ticket {
        state.withLock { state in
            state.last += 1
            let ticket = Ticket(number: state.last)
            state.answers.append(Answer(ticket: ticket, credential: credential))
            return ticket
        }
    }

    /// Ends the wait for an answer: it is in the store, or nothing came of it.
    func remove(_ ticket: Ticket) {
        let waiting = state.withLock { state -> [OnceContinuation<Bool>] in
            guard let index = state.answers.firstIndex(where: { $0.ticket == ticket }) else { return [] }
            return state.answers.remove(at: index).waiting
        }
        for waiter in waiting { waiter.resume(returning: true) }
    }

    /// A place to wait for the first answer that may serve; nil where none does.
    func waiter(where mayServe: (any ArcGISCredential) -> Bool) -> OnceContinuation<Bool>? {
        state.withLock { state in
            guard let index = state.answers.firstIndex(where: { mayServe($0.credential) }) else { return nil }
            let waiter = OnceContinuation<Bool>()
            state.answers[index].waiting.append(waiter)
            return waiter
        }
    }

    /// Waits until something has come of an answer, or the task is cancelled.
    static func wait(for waiter: OnceContinuation<Bool>) async {
        await withTaskCancellationHandler {
            _ = await waiter.value
        } onCancel: {
            waiter.resume(returning: false)
        }
    }

    /// How many prompts wait.
    var waiterCount: Int { state.withLock { $0.answers.reduce(0) { $0 + $1.waiting.count } } }
}
