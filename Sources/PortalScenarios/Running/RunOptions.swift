package import PortalAuthentication
package import PortalTransport
package import TLSIdentity

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
    /// How long one run of a command may take. Default 30 s.
    package var timeLimit: Duration = .seconds(30)
    /// After how long the built-in client, or what a step waits for, is given up in any case. Default 2 min: the machine may be busy.
    package var patience: Duration = .seconds(120)
    /// After how long without any sign of life they are given up; a third of it where no step is at work. Default 30 s.
    package var silence: Duration = .seconds(30)
    /// In which order answers go out in scenarios whose steps run side by side. Default: as they are ready.
    package var schedule: AnswerSchedule = .free
    /// Reads the machine's clocks; injected, so that a jump can be tested.
    package var clocks: @Sendable () -> ClockReading = { ClockReading.now }
    /// Puts something between the built-in client and the wire, as a planted fault.
    package var transportWrapper: (@Sendable (any HTTPTransport, WireFacts) -> any HTTPTransport)?
    /// Puts something between the client's stores and their folder, as a planted fault.
    package var storeWrapper: (@Sendable (any StorePersistence, _ folder: String) -> any StorePersistence)?
    /// Changes what the built-in client's app does, as a planted fault.
    package var appFaults: AppFaults = []

    package init() {}
}

/// What a transport wrapper knows of the run.
package struct WireFacts: Sendable {
    /// The portal's URL.
    package let portalURL: String
    /// The portal's URL on its plain listener; nil where it has none.
    package let plainURL: String?
    /// An identity of the run by name.
    package let identity: @Sendable (String) -> ClientIdentity?
    /// Stops the portal, as a test of what the judge says of a run whose portal is gone.
    package let stopPortal: @Sendable () -> Void
    /// Writes into the client's log.
    package let write: @Sendable (String) -> Void
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
    /// The client is never shut down.
    package static let neverShutDown = AppFaults(rawValue: 1 << 4)
    /// Consent is given to whoever asks.
    package static let consentAlways = AppFaults(rawValue: 1 << 6)
    /// Every load is a new one, whatever was loaded before.
    package static let loadAgain = AppFaults(rawValue: 1 << 7)
    /// Failures are reported as something else.
    package static let reportOtherReason = AppFaults(rawValue: 1 << 8)
    /// Portals that are dropped go on loading.
    package static let keepLoading = AppFaults(rawValue: 1 << 10)
    /// Basic may travel over plain HTTP.
    package static let insecureBasic = AppFaults(rawValue: 1 << 11)
    /// Stale nonces are followed for long.
    package static let endlessStale = AppFaults(rawValue: 1 << 12)
    /// There is one attempt more than the scenario allows.
    package static let oneAttemptMore = AppFaults(rawValue: 1 << 13)
    /// Going on without a credential cancels.
    package static let withoutIsCancel = AppFaults(rawValue: 1 << 14)
    /// A rejected protection space ends the request.
    package static let rejectGivesUp = AppFaults(rawValue: 1 << 15)
    /// Nothing is imported, and the app says that it is.
    package static let skipImport = AppFaults(rawValue: 1 << 16)
    /// An import replaces whatever is there.
    package static let importOverwrites = AppFaults(rawValue: 1 << 17)
    /// An import leaves what is there, and the app says that it was replaced.
    package static let importKeepsOld = AppFaults(rawValue: 1 << 18)
    /// A restart begins with an empty store of identities.
    package static let forgetIdentities = AppFaults(rawValue: 1 << 19)
    /// Identities that are removed stay.
    package static let keepRemovedIdentity = AppFaults(rawValue: 1 << 20)
    /// Nobody is warned of an identity that has expired, or of a certificate that changed.
    package static let swallowWarning = AppFaults(rawValue: 1 << 21)
    /// Everybody may read the files of identities.
    package static let openKeyFiles = AppFaults(rawValue: 1 << 22)
    /// Observers are registered twice.
    package static let observeTwice = AppFaults(rawValue: 1 << 23)
    /// Line breaks are taken out of what is given, and the rest is sent.
    package static let stripLineBreaks = AppFaults(rawValue: 1 << 24)
    /// Somebody is asked though challenges are suppressed.
    package static let askSuppressed = AppFaults(rawValue: 1 << 25)
    /// Something is sent in the place of a field that was left empty.
    package static let sendEmptyFields = AppFaults(rawValue: 1 << 26)
    /// Nothing is ever sent again.
    package static let neverRetry = AppFaults(rawValue: 1 << 27)
    /// What is sent again goes out at once.
    package static let retryAtOnce = AppFaults(rawValue: 1 << 28)
    /// What is sent again is sent once more than the rules allow.
    package static let oneTryMore = AppFaults(rawValue: 1 << 29)
    /// However long a server asks for, it is waited for.
    package static let waitForEver = AppFaults(rawValue: 1 << 30)
    /// Who cancels one of several tasks cancels them all.
    package static let cancelAll = AppFaults(rawValue: 1 << 31)
    /// Signing out changes nothing.
    package static let ignoreSignOut = AppFaults(rawValue: 1 << 32)
    /// Of several answers to one challenge the last counts.
    package static let lastAnswerCounts = AppFaults(rawValue: 1 << 33)
    /// Credentials that are removed stay.
    package static let keepRemovedCredential = AppFaults(rawValue: 1 << 34)
    /// Handlers that are taken away are asked all the same.
    package static let keepHandlers = AppFaults(rawValue: 1 << 35)
    /// A sign-in page is asked for without a state.
    package static let noState = AppFaults(rawValue: 1 << 36)
    /// Every sign-in has the same state.
    package static let constantState = AppFaults(rawValue: 1 << 37)
    /// A sign-in page is asked for without a challenge.
    package static let noProof = AppFaults(rawValue: 1 << 38)
    /// A sign-in page is asked for with its verifier in the open.
    package static let plainProof = AppFaults(rawValue: 1 << 39)
    /// Every sign-in has the challenge of RFC 7636 appendix B.
    package static let constantProof = AppFaults(rawValue: 1 << 40)
    /// The state that comes back is not looked at.
    package static let ignoreState = AppFaults(rawValue: 1 << 41)
    /// A sign-in is waited for without end.
    package static let endlessPatience = AppFaults(rawValue: 1 << 42)
    /// The sign-in page is opened twice for each sign-in.
    package static let browserTwice = AppFaults(rawValue: 1 << 43)
    /// The first application is used for every portal.
    package static let firstConfiguration = AppFaults(rawValue: 1 << 44)
    /// What somebody signed in with is not kept.
    package static let forgetSignIn = AppFaults(rawValue: 1 << 45)
    /// The first of two stores is kept although the second could not be.
    package static let halfStore = AppFaults(rawValue: 1 << 46)
    /// Nobody hears of changes of the store.
    package static let swallowStoreEvents = AppFaults(rawValue: 1 << 47)
    /// Of a revocation the contrary is told.
    package static let misreportRevocation = AppFaults(rawValue: 1 << 48)
    /// Whatever reaches the listener of a sign-in counts as its answer.
    package static let anyCallback = AppFaults(rawValue: 1 << 49)
    /// API keys go to every host.
    package static let keysEverywhere = AppFaults(rawValue: 1 << 50)
    /// An API key counts as a sign-in.
    package static let keyIsSignIn = AppFaults(rawValue: 1 << 51)
    /// An API key is used in the place of a stored credential.
    package static let keyFirst = AppFaults(rawValue: 1 << 52)
    /// The API key that a request brings is not looked at.
    package static let ownKeyIgnored = AppFaults(rawValue: 1 << 53)
}
