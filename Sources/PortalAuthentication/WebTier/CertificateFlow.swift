package import PortalTransport

/// What happens after a server asked for a client certificate or refused one; a value for one request (rules R11, R14, R18).
package struct CertificateFlow: Sendable {
    /// What to do next.
    package enum Action: Sendable, Equatable {
        /// Ask which identity to offer; so many have been refused.
        case ask(failures: Int)
        /// Give up with the cause.
        case fail
    }

    private let canAsk: Bool
    private let maxAttempts: Int
    private var failures = 0
    private var wasAnswered = false
    private var isDeclined = false

    package init(canAsk: Bool, maxAttempts: Int) {
        self.canAsk = canAsk
        self.maxAttempts = maxAttempts
    }

    /// Decides after a refusal, or after the question that comes before one.
    package mutating func next(after refusal: CertificateRefusal) -> Action {
        // An answer that has not helped is a failed one, whatever the server says of it.
        if wasAnswered || refusal.failure.identity != nil { failures += 1 }
        // Who wants to go on without a certificate is not asked a second time for the same request.
        guard canAsk, failures < maxAttempts, refusal.isQuestion || !isDeclined else { return .fail }
        return .ask(failures: failures)
    }

    /// Takes note of what is offered from now on; a request that joined a question that began later does not start to count again.
    package mutating func answered(with offer: IdentityOffer, failures: Int) {
        self.failures = max(self.failures, failures)
        wasAnswered = true
        isDeclined = offer == .none
    }
}
