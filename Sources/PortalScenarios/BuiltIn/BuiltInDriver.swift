internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport
internal import ScenarioFormat

/// Carries out a scenario's steps with the built-in client, in a fresh environment of its own.
final class BuiltInDriver: Sendable {
    let scenarioPortal: ScenarioPortal
    let run: RunSetup
    let options: RunOptions
    /// Says where the order of the portal's answers stands while it holds any back; each goes in the end.
    let held: @Sendable () -> Int?
    let log: RunLog
    let vault: CredentialVault
    let grants: GrantLog
    /// The cookies of the browser in which people sign in.
    let jar = BrowserJar()
    let runIdentities: RunIdentities
    let stores: RunStores
    /// The app's handlers, the present ones last.
    private let handlerSets: Locked<[AppHandlers]>
    let items: ItemNames
    let state = Locked(State())
    /// Why the client cannot be started as the scenario has it; the app hears of that and nothing is sent.
    let startFailure: PortalError?
    private let client: Locked<Client>
    /// Further clients of the same app, each with an environment of its own.
    private let others = Locked<[Client]>([])
    let time: SteeredTimeSource

    /// The client as it runs; a restart makes a new one.
    private struct Client: Sendable {
        let environment: PortalEnvironment
        let transport: CurlTransport
    }

    struct State {
        var portals: [String: PortalHandle] = [:]
        var maps = MapState()
        var background: [BackgroundTask] = []
        var services: [String: PortalEnvironment] = [:]
        var trustedRecipes: Set<String> = []
        var trustsRun = false
        var hasHandlers = false
        var last: (status: String, user: String?)?
        /// Steps that were begun, and those that are at work: not those that wait for what others do.
        var begun = 0
        var atWork = 0
        /// Writes down what happens to the store.
        var hearing: Task<Void, Never>?
    }

    init(
        scenarioPortal: ScenarioPortal, run: RunSetup, options: RunOptions, items: ItemNames,
        held: @escaping @Sendable () -> Int? = { nil }
    ) async throws {
        self.scenarioPortal = scenarioPortal
        self.run = run
        self.options = options
        self.held = held
        self.items = items
        vault = CredentialVault(portal: scenarioPortal.portal, placeholders: scenarioPortal.placeholders)
        grants = GrantLog(portal: scenarioPortal.portal)
        let runIdentities = try RunIdentities(pki: scenarioPortal.pki)
        self.runIdentities = runIdentities
        stores = RunStores(below: runIdentities.folder)
        log = RunLog(hears: run.environment.hears, tells: options.behavior.tells) { runIdentities.authority(named: $0) }
        handlerSets = Locked([
            AppHandlers(
                AppTools(
                    log: log, vault: vault, grants: grants, runIdentities: runIdentities,
                    portal: scenarioPortal.portal, behavior: options.behavior, patience: options.answerPatience,
                    jar: jar),
                authenticator: run.environment.authenticator)
        ])
        let portal = scenarioPortal.portal
        // Standing, for a slow machine is no fault of the client; what hangs is ended by the run's own patience. It stands where the
        // portal's does: a date that the portal names is no nearer where the portal took long to start.
        let time = SteeredTimeSource(
            following: StandingTimeSource(at: Timestamp(milliseconds: portal.portalTime)), waits: run.environment.waits,
            limits: .standing)
        // A wait that passes is one of both clocks, so that the portal's time passes too.
        time.onPass { duration in try? portal.perform(.advance(duration)) }
        self.time = time
        if let ahead = run.environment.clockAhead { time.advance(by: ahead) }
        do {
            client = Locked(
                try Self.start(
                    scenarioPortal: scenarioPortal, run: run, options: options, log: log, time: time,
                    runIdentities: runIdentities, vault: vault,
                    storePath: runIdentities.storePath, userAgent: run.environment.userAgent,
                    proxy: run.environment.proxy.map { scenarioPortal.placeholders.filled($0) }))
            startFailure = nil
        } catch let error as TransportError where error.code == .malformedRequest {
            client = Locked(
                try Self.start(
                    scenarioPortal: scenarioPortal, run: run, options: options, log: log, time: time,
                    runIdentities: runIdentities, vault: vault,
                    storePath: runIdentities.storePath, userAgent: nil, proxy: nil))
            startFailure = PortalError(error)
        }
        handlers.use(environment.identities)
        handlers.use(try configurations(), proxies: try proxies())
        handlers.send { [weak self] in await self?.request($0) }
        await trust(run.environment.trusts)
        try await keepIdentities(run.environment.identities)
        await begin()
    }

    /// What an app does at its start: it listens, sets its API key, and opens its stores.
    private func begin() async {
        if let name = run.environment.key.key { setKey(name) }
        let hearing = hearStore()
        let last = state.withLock { state in
            defer { state.hearing = hearing }
            return state.hearing
        }
        last?.cancel()
        if let store = run.environment.store { await openStores(store) }
    }

    /// The app's present handlers.
    var handlers: AppHandlers { handlerSets.withLock { $0[$0.count - 1] } }

    /// Every challenge that reached any of the app's handlers, described.
    var challengeDescriptions: [String] { handlerSets.withLock { $0 }.flatMap(\.descriptions) }

    /// The client's environment.
    var environment: PortalEnvironment { client.withLock { $0.environment } }

    private static func start(
        scenarioPortal: ScenarioPortal, run: RunSetup, options: RunOptions, log: RunLog, time: SteeredTimeSource,
        runIdentities: RunIdentities, vault: CredentialVault, storePath: String, userAgent: String?, proxy: String?
    ) throws -> Client {
        let behavior = options.behavior
        let transport = try CurlTransport(
            limits: run.environment.limits, userAgent: behavior.text(userAgent ?? "mockportal"),
            proxies: try proxy.map { .fixed(try Proxy($0)) } ?? .none, clock: time)
        let facts = WireFacts(
            portalURL: scenarioPortal.portal.url, plainURL: scenarioPortal.portal.httpURL,
            key: { vault.token("key:\($0)") }, identity: { try? runIdentities.identity($0) },
            ticketCache: scenarioPortal.tickets?.cache,
            stopPortal: { [portal = scenarioPortal.portal] in portal.stop() }, write: { log.write($0, to: "log") })
        let wrapped = options.transportWrapper?(transport, facts) ?? transport
        let environment = PortalEnvironment(
            policy: policy(run.environment, at: scenarioPortal, behavior: behavior), transport: wrapped,
            time: time, random: FixedRandomSource(0.5), trust: TrustDecisions(),
            identities: try ClientIdentityStore(directory: storePath),
            onEvent: { event in log.record(event, isHeard: behavior.hears(event)) })
        return Client(environment: environment, transport: transport)
    }

    /// An environment beside the client's own, with a wire, stores and trust of its own; the app's handlers answer its challenges too.
    func furtherEnvironment() async throws -> PortalEnvironment {
        let further = try Self.start(
            scenarioPortal: scenarioPortal, run: run, options: options, log: log, time: time,
            runIdentities: runIdentities, vault: vault,
            storePath: "\(runIdentities.storePath)-\(others.withLock { $0.count } + 1)",
            userAgent: run.environment.userAgent,
            proxy: run.environment.proxy.map { scenarioPortal.placeholders.filled($0) })
        others.withLock { $0.append(further) }
        if run.environment.trusts == "portal" {
            await further.environment.trust.addAuthorities(pem: scenarioPortal.portal.authorityPEM)
        }
        if state.withLock({ $0.hasHandlers }) {
            further.environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
        }
        return further.environment
    }

    /// Every environment of the app.
    private var environments: [PortalEnvironment] { [environment] + others.withLock { $0.map(\.environment) } }

    /// Ends the client and starts it again on the same files, as after a restart of the app; a killed client writes nothing more.
    func restart(isKilled: Bool) async {
        do {
            if !isKilled { try? await environment.authentication.saveCredentials() }
            stores.look()
            let storePath = options.behavior.identities.folder(runIdentities.storePath)
            let next = try Self.start(
                scenarioPortal: scenarioPortal, run: run, options: options, log: log, time: time,
                runIdentities: runIdentities, vault: vault,
                storePath: storePath, userAgent: run.environment.userAgent,
                proxy: run.environment.proxy.map { scenarioPortal.placeholders.filled($0) })
            let last = client.withLock { client in
                defer { client = next }
                return client
            }
            state.withLock {
                $0.portals = [:]; $0.services = [:]; $0.maps = MapState()
            }
            last.transport.shutdown()
            endOthers()
            handlers.use(environment.identities)
            await trust(run.environment.trusts)
            if state.withLock({ $0.hasHandlers }) {
                environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
            }
            await begin()
        } catch {
            log.complain("the client cannot be started again: \(error)")
        }
    }

    /// The authorities that the client was told to trust.
    var trustedAuthorities: (run: Bool, recipes: Set<String>) {
        state.withLock { ($0.trustsRun, $0.trustedRecipes) }
    }

    /// Ends the client and fills the evidence with what it left.
    func fill(_ evidence: inout Evidence) async {
        try? await environment.authentication.saveCredentials()
        state.withLock { $0.hearing }?.cancel()
        stores.look()
        var final: [String: JSONValue] = await finalState()
        stores.fill(&final)
        log.fill(&evidence, final: &final)
        evidence.final = .object(final)
        evidence.canaries += vault.canaries + runIdentities.canaries + stores.canaries
        evidence.output += stores.output(knowing: RawKeys(evidence.canaries))
        grants.fill(&evidence)
        state.withLock {
            $0.portals = [:]; $0.services = [:]; $0.maps = MapState()
        }
        options.behavior.end(client.withLock { $0.transport })
        endOthers()
        runIdentities.clear()
    }

    private func endOthers() {
        let ended = others.withLock { others in
            defer { others = [] }
            return others
        }
        for other in ended { options.behavior.end(other.transport) }
    }

    /// Counts a step for as long as a body carries it out.
    ///
    /// - Parameters:
    ///   - isWork: whether the step does something itself, rather than hold or await what does.
    ///   - isQuiet: whether the step lets the client send nothing of its own accord.
    func counting(isWork: Bool, isQuiet: Bool, _ body: () async -> Void) async {
        state.withLock {
            $0.begun += 1
            if isWork { $0.atWork += 1 }
        }
        defer { if isWork { state.withLock { $0.atWork -= 1 } } }
        // A clock that is moved asks the client for nothing.
        if !isQuiet { grants.asked() }
        await body()
    }

    /// Returns once the client's transport has looked at everything that was asked of it.
    func settle() async { await client.withLock { $0.transport }.settle() }

    /// Has more answers ready, and puts the app's handlers in place.
    func answer(with plans: [AnswerPlan]) {
        handlers.add(plans)
        useHandlers()
    }

    /// Takes the handlers away from the client.
    func withdrawHandlers() {
        state.withLock { $0.hasHandlers = false }
        for environment in environments { options.behavior.answers.withdraw(environment) }
    }

    /// Lets another set of handlers take over, with no answers queued.
    func replaceHandlers() {
        handlerSets.withLock { $0.append($0[$0.count - 1].successor()) }
        useHandlers()
    }

    private func useHandlers() {
        state.withLock { $0.hasHandlers = true }
        for environment in environments {
            environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
        }
    }

    private static func policy(
        _ plan: EnvironmentPlan, at scenarioPortal: ScenarioPortal, behavior: AppBehavior
    ) -> ClientPolicy {
        let portal = scenarioPortal.portal
        var policy = ClientPolicy()
        // The pair of ports that an installation would have as 80 and 443.
        if let plain = portal.httpURL.flatMap({ Origin(ofURL: $0) }) { policy.securePorts[plain.port] = portal.port }
        policy.referer = behavior.text(plan.referer)
        if let tries = plan.tries { policy.retry.maxTries = tries }
        // No key of the fake is for other hosts.
        policy.apiKeyHosts = plan.key.hosts ?? [Origin(ofURL: portal.url)?.host ?? ""]
        policy.apiKeyCountsAsSignIn = plan.key.countsAsSignIn
        policy.tokenFamilies = plan.tokenFamilies
        if let attempts = plan.attempts { policy.maxAttempts = attempts }
        if let carriers = plan.carriers {
            policy.carriers = carriers.compactMap { word in
                switch word {
                case "authorizationHeader": .authorizationHeader
                case "form": .formBody
                case "query": .query
                default: .esriHeader
                }
            }
        }
        if let kerberos = plan.kerberos, let tickets = scenarioPortal.tickets {
            policy.negotiate = kerberos.policy(tickets, portalURL: portal.url)
        }
        behavior.policy(&policy)
        return policy
    }

    /// Does something to the portal.
    func act(_ action: JSONValue) {
        do {
            let filled = scenarioPortal.placeholders.filled(action) { vault.token($0)?.reveal { $0 } }
            try scenarioPortal.portal.perform(
                try PortalAction(decoding: filled, source: run.scenario.source, keyPath: "client.portal"))
        } catch {
            log.complain("the portal cannot do \(action.text()): \(error)")
        }
    }
}
