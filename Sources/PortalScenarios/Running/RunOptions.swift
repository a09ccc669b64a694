package import PortalTransport

/// How scenarios are run.
package struct RunOptions: Sendable {
    /// How many run side by side. Default 8: most of a run is waiting.
    package var jobs: Int = 8
    /// Whether no new run begins after the first failure.
    package var failFast: Bool = false
    /// Ids of scenarios that must still fail.
    package var knownFailing: Set<String> = []
    /// Drives a command instead of the built-in client.
    package var foreign: ForeignCommand?
    /// How long one run may take. Default 30 s.
    package var timeLimit: Duration = .seconds(30)
    /// Puts something between the built-in client and the wire, as a planted fault.
    package var transportWrapper: (@Sendable (any HTTPTransport) -> any HTTPTransport)?
    /// Changes what the built-in client's app does, as a planted fault.
    package var appFaults: AppFaults = []

    package init() {}
}

/// Faults of the app around the built-in client, which no transport can play.
package struct AppFaults: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Every challenge is put to the user twice.
    package static let promptTwice = AppFaults(rawValue: 1 << 0)
    /// A cancelled challenge is answered with a credential.
    package static let ignoreCancel = AppFaults(rawValue: 1 << 1)
    /// Nothing is ever loaded, and the app says that it is.
    package static let noLoad = AppFaults(rawValue: 1 << 2)
    /// Requests and answers go to the log as they are.
    package static let leakToLog = AppFaults(rawValue: 1 << 3)
    /// The client is never shut down.
    package static let keepConnectionOpen = AppFaults(rawValue: 1 << 4)
    /// Every server trust challenge is granted.
    package static let trustEverything = AppFaults(rawValue: 1 << 5)
    /// Consent is given to whoever asks.
    package static let consentAlways = AppFaults(rawValue: 1 << 6)
    /// Load does not end when the portal is dropped, and load is called again after a failure.
    package static let loadAgain = AppFaults(rawValue: 1 << 7)
    /// Failures are reported as something else.
    package static let reportOtherReason = AppFaults(rawValue: 1 << 8)
    /// Portals are loaded without the credential that the user gave.
    package static let anonymousOnly = AppFaults(rawValue: 1 << 9)
    /// Portals that are dropped go on loading.
    package static let keepLoading = AppFaults(rawValue: 1 << 10)
}
