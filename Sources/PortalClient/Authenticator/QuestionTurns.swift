internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication

/// The turns of an authenticator's questions: one at a time, in the order in which they came.
///
/// What the answer to a question is itself challenged with is asked within that question's turn, and does not wait for it to end.
/// The same question is not asked within itself: an answer that needs itself would never come.
final class QuestionTurns: Sendable {
    /// What a question is about.
    enum Subject: Sendable, Hashable {
        case signIn(host: String, realm: String?, AuthenticationMethod)
        case trust(Origin)
        case identity(Origin)
        case password(file: String)
        case consent(Origin)
        case page(String)
    }

    /// A question that waits for its answer, until that comes or its task is cancelled.
    private final class Question: Sendable {
        private let subject: Subject
        private let outer: Question?
        private let isOpen = Locked(true)

        init(_ subject: Subject, inside outer: Question?) {
            self.subject = subject
            self.outer = outer
        }

        /// The innermost question that still waits: this one or one that it is asked within.
        var stillOpen: Question? { isOpen.withLock { $0 } ? self : outer?.stillOpen }

        func isWithin(_ subject: Subject) -> Bool { subject == self.subject || outer?.isWithin(subject) == true }

        func close() { isOpen.withLock { $0 = false } }
    }
    @TaskLocal private static var current: Question?

    private let queue = ChallengeQueue()

    /// Asks once no other question is open, or within the one that the present task works for.
    ///
    /// Throws `cancelled` where the task is, and for a question that is asked within itself.
    func pass<Answer: Sendable>(
        _ subject: Subject, _ body: () async throws(PortalError) -> Answer
    ) async throws(PortalError) -> Answer {
        if let outer = Self.current?.stillOpen {
            guard !outer.isWithin(subject) else {
                throw PortalError(
                    .cancelled,
                    detail: "the same question is open, and its answer waits for this request; "
                        + "send the request without challenges, or once the question is answered")
            }
            return try await Self.ask(Question(subject, inside: outer), body)
        }
        return try await queue.pass { () throws(PortalError) -> Answer in
            try await Self.ask(Question(subject, inside: nil), body)
        }
    }

    private static func ask<Answer: Sendable>(
        _ question: Question, _ body: () async throws(PortalError) -> Answer
    ) async throws(PortalError) -> Answer {
        let result: Result<Answer, PortalError> = await withTaskCancellationHandler {
            let result: Result<Answer, PortalError> = await $current.withValue(question) {
                do throws(PortalError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            question.close()
            return result
        } onCancel: {
            question.close()
        }
        return try result.get()
    }
}
