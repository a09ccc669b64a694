@testable package import PortalAuthentication

/// How many requests wait, so that a test can go on once they do.
extension AuthenticationManager {
    /// Requests that wait for a token that is being acquired.
    package var waitingForTokens: Int { acquisitions.waiterCount }

    /// Requests that wait for what a handler says, or for the end of a pause.
    package var waitingForAnswers: Int {
        questions.waiterCount + trustQuestions.waiterCount + webTier.identityQuestions.waiterCount + pauses.waiterCount
    }

    /// Questions that wait for what comes of the answer to another one.
    package var waitingForAnotherAnswer: Int { pendingAnswers.waiterCount }

    /// Questions that wait for their turn.
    package var waitingForTurn: Int { core.gate.waiterCount }

    /// Requests that wait for a sign-in to a web tier.
    package var waitingForSignIns: Int { webTier.signIns.waiterCount }
}
