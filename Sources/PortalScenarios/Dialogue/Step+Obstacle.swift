internal import PortalAuthentication
internal import PortalTransport
internal import ScenarioFormat

extension ScenarioRun {
    /// Why the steps cannot be told to any foreign client; nil where they can.
    var dialogueObstacle: String? {
        if interface == .legacy { return "they are about the older interface and its delegate" }
        if let why = environment.dialogueObstacle { return why }
        for step in steps { if let why = step.dialogueObstacle { return why } }
        return nil
    }

    /// Whether they can only be told to a client that does several things at once.
    var needsParallelClient: Bool { steps.contains(where: \.needsParallelClient) }

    /// Whether they can only be told to a client whose clock goes as the runner says.
    var needsSteeredClock: Bool { steps.contains(where: \.needsSteeredClock) }
}

extension EnvironmentPlan {
    /// What no foreign client can be given.
    fileprivate var dialogueObstacle: String? {
        if clockAhead != nil { return "environment.clockAhead is for a client whose clock is the runner's" }
        if limits != TransportLimits() { return "environment.limits are those of the built-in client" }
        if waits == .hold { return "environment.waits are those of a client whose clock is the runner's" }
        if tries != nil { return "environment.retry is the built-in client's own" }
        if !tokenFamilies.isEmpty { return "environment.tokenFamilies is the built-in client's own" }
        if store != nil { return "environment.store is the built-in client's own" }
        if !proxies.isEmpty { return "environment.identityProxies are signed in to in a browser" }
        if identities.contains(where: { $0.flaw != nil || $0.password != .right }) {
            return "environment.identities are files that are imported"
        }
        return nil
    }
}

extension Step {
    /// Why no foreign client can be asked for it; nil where one can.
    fileprivate var dialogueObstacle: String? {
        switch self {
        case .drop: return "nobody sees from outside that a reference is dropped"
        case .cancelLoad, .cancel: return "a step is cancelled from within"
        case .resubmit: return "it resubmits a portal of the older interface"
        case .connect(let connect): return connect.interface == .legacy ? "it is about the older interface" : nil
        case .otherHandlers: return "its handlers are replaced while it runs"
        case .openStores, .damageStore: return "the stores are the built-in client's own"
        case .webMap(let step): return step.waits ? nil : "a map is opened before it is loaded"
        case .openMap(let step):
            if step.answers.contains(where: \.listsIdentities) {
                return "which identities fit a layer's server is asked of the built-in client"
            }
            return step.changesBasemap ? "only a map on a screen changes its basemap" : nil
        case .popups: return "popups are those of the built-in client"
        case .layer: return "layers by themselves are those of the built-in client"
        case .restart: return "it restarts the client on the files of the built-in one"
        case .answers(let plans): return plans.lazy.compactMap(\.kind.dialogueObstacle).first ?? Self.until(plans)
        case .parallel(_, let steps), .repeated(_, let steps):
            return steps.lazy.compactMap(\.dialogueObstacle).first
        case .background(let background):
            if background.steps.contains(where: \.opensMap) { return "a map is opened beside other steps" }
            return background.steps.lazy.compactMap(\.dialogueObstacle).first
        case .waitFor(let wait): return wait.dialogueObstacle
        case .signIn(let plan, _): return plan.dialogueObstacle
        default: return nil
        }
    }

    private var opensMap: Bool { if case .openMap = self { true } else { false } }

    private static func until(_ plans: [AnswerPlan]) -> String? {
        plans.contains { $0.until != nil } ? "an answer waits for what other requests do" : nil
    }

    /// Whether it moves the client's clock.
    fileprivate var needsSteeredClock: Bool {
        switch self {
        case .advance: true
        case .parallel(_, let steps), .repeated(_, let steps): steps.contains(where: \.needsSteeredClock)
        case .background(let background): background.steps.contains(where: \.needsSteeredClock)
        default: false
        }
    }

    /// Whether it runs beside another one.
    fileprivate var needsParallelClient: Bool {
        switch self {
        case .parallel(let count, let steps): count * steps.count > 1
        case .background: true
        case .repeated(_, let steps): steps.contains(where: \.needsParallelClient)
        default: false
        }
    }
}

extension Step.Wait {
    fileprivate var dialogueObstacle: String? {
        switch self {
        case .requests, .faults, .quiet: nil
        case .waits, .transfers, .challenges, .events: "it waits for what only the built-in client tells"
        }
    }
}

extension AnswerPlan.Kind {
    fileprivate var dialogueObstacle: String? {
        switch self {
        case .never: "an answer never comes"
        case .twice: "an answer comes twice"
        case .requesting: "an answer makes a request of its own"
        case .oauth(let plan, let otherwise): plan.dialogueObstacle ?? otherwise?.dialogueObstacle
        case .imports(let files):
            files.contains { $0.flaw == .unreadable } ? "an answer imports a file that nobody may read" : nil
        default: nil
        }
    }
}

extension BrowserPlan {
    /// A client without a browser of its own can fill the portal's page in; what else a person may do there is not told.
    fileprivate var dialogueObstacle: String? {
        act == .signIn && way == .browser && !strangers ? nil : "a person does more in a browser than sign in"
    }
}
