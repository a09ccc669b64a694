/// What a request does next when it was refused; a value that holds the whole history of one request (rules R8–R11, R20).
package struct RequestFlow: Sendable {
    /// What was true of the request that was refused.
    package struct Attempt: Sendable {
        package var carriedToken: Bool
        package var canRenew: Bool
        package var isPlain: Bool
        package init(carriedToken: Bool, canRenew: Bool, isPlain: Bool) {
            self.carriedToken = carriedToken
            self.canRenew = canRenew
            self.isPlain = isPlain
        }
    }

    /// What to do next.
    package enum Action: Sendable, Equatable {
        /// Get another token from the same credential and send again.
        case renew
        /// Send again with the token elsewhere.
        case useCarrier(TokenCarrier)
        /// Send again over TLS.
        case upgrade
        /// Ask for credentials; so many answers have failed.
        case challenge(failures: Int)
        /// Give up with the cause.
        case fail
    }

    private let maxAttempts: Int
    private var carriersLeft: [TokenCarrier]
    private var hasRenewed = false
    private var hasUpgraded = false
    private var failures = 0
    private var wasAnswered = false

    package init(carriers: [TokenCarrier], maxAttempts: Int) {
        carriersLeft = carriers
        self.maxAttempts = maxAttempts
    }

    /// Decides after a refusal.
    package mutating func next(after cause: PortalError, _ attempt: Attempt) -> Action {
        switch cause.code {
        case .secureConnectionRequired:
            guard attempt.isPlain, !hasUpgraded else { return .fail }
            hasUpgraded = true
            return .upgrade
        case .tokenInvalid where attempt.carriedToken:
            guard attempt.canRenew, !hasRenewed else { return ask() }
            hasRenewed = true
            return .renew
        case .tokenRequired where attempt.carriedToken:
            guard !carriersLeft.isEmpty else { return .fail }
            return .useCarrier(carriersLeft.removeFirst())
        case .tokenRequired, .tokenInvalid, .authenticationRequired: return ask()
        default: return .fail
        }
    }

    /// Decides after a credential could not get a token.
    package mutating func next(afterAcquisitionFailedWith cause: PortalError) -> Action {
        switch cause.code {
        case .invalidCredentials, .tokenNotGenerated, .tokenInvalid:
            failures += 1
            return failures < maxAttempts ? .challenge(failures: failures) : .fail
        default: return .fail
        }
    }

    /// Takes note that a challenge was answered with a credential, after so many failures.
    package mutating func answered(failures: Int) {
        // Who joined a challenge that began later does not start to count again.
        self.failures = max(self.failures, failures)
        wasAnswered = true
        hasRenewed = false
    }

    private mutating func ask() -> Action {
        if wasAnswered { failures += 1 }
        return failures < maxAttempts ? .challenge(failures: failures) : .fail
    }
}
