internal import HTTPSemantics

/// What other threads ask of the loop's thread.
enum Command: Sendable {
    case start(Transfer)
    case cancel(Transfer)
    case retire(Origin?, UnsafeContinuation<Void, Never>)
    case trust(TrustDecisions, UnsafeContinuation<Void, Never>)
    /// Answered once a whole turn was taken after it.
    case settle(UnsafeContinuation<Void, Never>)
    case stop
}
