package import HTTPSemantics
package import PortalAuthentication
package import PortalJudge
package import PortalTransport
package import TLSIdentity

/// How scenarios are run.
package struct RunOptions: Sendable {
    /// How many run side by side. Default 8: most of a run is waiting.
    package var jobs: Int = 8
    /// Whether no new run begins after the first failure.
    package var failFast: Bool = false
    /// Whether a pass in a documented looser way counts as a failure there.
    package var isStrict: Bool = false
    /// Ids of scenarios that must still fail.
    package var knownFailing: Set<String> = []
    /// Drives a command instead of the built-in client.
    package var foreign: ForeignCommand?
    /// How long one run of a command may take. Default 30 s. In a dialogue the time in which the runner prepares the next message is
    /// none of it.
    package var timeLimit: Duration = .seconds(30)
    /// After how long the built-in client, or what a step waits for, is given up in any case. Default 2 min: the machine may be
    /// busy. While the order of the answers holds one back it does not pass.
    package var patience: Duration = .seconds(120)
    /// After how long an answer to the client's question waits no longer for what the scenario has it wait for. Default 2 min.
    package var answerPatience: Duration = .seconds(120)
    /// After how long without any sign of life they are given up; a third of it where no step is at work. Default 30 s.
    package var silence: Duration = .seconds(30)
    /// In which order answers go out in scenarios whose steps run side by side. Default: as they are ready.
    package var schedule: AnswerSchedule = .free
    /// What else stands on the command line that decides a verdict; lines that run a scenario again repeat it.
    package var furtherArguments: [String] = []
    /// Ends the run before everything is judged.
    package var interruption: RunInterruption = RunInterruption()
    /// Reads the machine's clocks; injected, so that a jump can be tested.
    package var clocks: @Sendable () -> ClockReading = { ClockReading.now }
    /// Judges what was seen of a run; injected, so that one that takes long can be tested.
    package var judge: @Sendable (Evidence, Expectation) -> Verdict = { Judge.verdict(on: $0, expecting: $1) }
    /// Puts something between the built-in client and the wire, as a planted fault.
    package var transportWrapper: (@Sendable (any HTTPTransport, WireFacts) -> any HTTPTransport)?
    /// Puts something between the client's stores and their folder, as a planted fault.
    package var storeWrapper: (@Sendable (any StorePersistence, _ folder: String) -> any StorePersistence)?
    /// What the app around the built-in client does where it has a choice.
    package var behavior: AppBehavior = AppBehavior()

    package init() {}
}

/// What a transport wrapper knows of the run.
package struct WireFacts: Sendable {
    /// The portal's URL.
    package let portalURL: String
    /// The portal's URL on its plain listener; nil where it has none.
    package let plainURL: String?
    /// An API key of the portal by the blueprint's name of it.
    package let key: @Sendable (String) -> Secret<String>?
    /// An identity of the run by name.
    package let identity: @Sendable (String) -> ClientIdentity?
    /// The ticket cache of the client, as `KRB5CCNAME` names one; nil where it is in no realm.
    package let ticketCache: String?
    /// Stops the portal, as a test of what the judge says of a run whose portal is gone.
    package let stopPortal: @Sendable () -> Void
    /// Writes into the client's log.
    package let write: @Sendable (String) -> Void
}
