/// Decides when answers that are ready go out; called on any thread, it must not wait.
package protocol AnswerScheduler: Sendable {
    /// Takes an answer that is ready; it waits until it is released.
    func ready(_ answer: ScheduledAnswer)
}

/// An answer that waits to be let go.
package struct ScheduledAnswer: Sendable {
    /// What the portal took the request for.
    package let operation: String
    /// The connection that the request came over.
    package let connection: Int
    private let letGo: @Sendable () -> Void

    init(operation: String, connection: Int, letGo: @escaping @Sendable () -> Void) {
        self.operation = operation
        self.connection = connection
        self.letGo = letGo
    }

    /// Sends the answer; later calls do nothing.
    package func release() { letGo() }
}

extension MockPortal {
    /// Lets a scheduler decide when answers go out from now on; nil sends them as soon as they are ready.
    ///
    /// What the blueprint holds back becomes ready with its release; raw faults go out at once.
    package func schedule(_ scheduler: (any AnswerScheduler)?) { responder.held.schedule(scheduler) }

    /// How many requests wait for something else than a scheduler: for the release of their operation, or for the end of a play.
    package var heldBackCount: Int { responder.held.count + player.count }
}
