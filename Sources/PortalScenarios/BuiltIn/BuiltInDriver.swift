internal import HTTPAuthentication
internal import JSONValues
internal import Locking
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport

/// Carries out a scenario's steps with the built-in client, in a fresh environment of its own.
final class BuiltInDriver: Sendable {
    let stage: Stage
    let run: ScenarioRun
    let options: RunOptions
    let log: RunLog
    let vault: CredentialVault
    let grants: GrantBook
    let cabinet: IdentityCabinet
    let handlers: AppHandlers
    let items: ItemNames
    let state = Locked(State())
    private let client: Locked<Client>
    private let time = SteeredTimeSource()

    /// The client as it runs; a restart makes a new one.
    private struct Client: Sendable {
        let environment: PortalEnvironment
        let transport: CurlTransport
    }

    struct State {
        var portals: [String: PortalHandle] = [:]
        var background: [(portal: String?, task: Task<Void, Never>)] = []
        var services: [String: PortalEnvironment] = [:]
        var trustedRecipes: Set<String> = []
        var trustsRun = false
        var hasHandlers = false
        var last: (status: String, user: String?)?
    }

    init(stage: Stage, run: ScenarioRun, options: RunOptions, items: ItemNames) async throws {
        self.stage = stage
        self.run = run
        self.options = options
        self.items = items
        vault = CredentialVault(portal: stage.portal, placeholders: stage.placeholders)
        grants = GrantBook(portal: stage.portal)
        let cabinet = try IdentityCabinet(pki: stage.pki)
        self.cabinet = cabinet
        log = RunLog { cabinet.authority(named: $0) }
        handlers = AppHandlers(
            log: log, vault: vault, grants: grants, cabinet: cabinet, portal: stage.portal, faults: options.appFaults)
        client = Locked(
            try Self.start(
                stage: stage, run: run, options: options, log: log, time: time, cabinet: cabinet,
                storePath: cabinet.storePath))
        handlers.use(environment.identities)
        await trust(run.environment.trusts)
        try await keepIdentities(run.environment.identities)
    }

    /// The client's environment.
    var environment: PortalEnvironment { client.withLock { $0.environment } }

    private static func start(
        stage: Stage, run: ScenarioRun, options: RunOptions, log: RunLog, time: SteeredTimeSource,
        cabinet: IdentityCabinet, storePath: String
    ) throws -> Client {
        let transport = try CurlTransport()
        let facts = WireFacts(
            portalURL: stage.portal.url, plainURL: stage.portal.httpURL, identity: { try? cabinet.identity($0) },
            write: { log.write($0, to: "log") })
        let hears = !options.appFaults.contains(.swallowWarning)
        let wrapped = options.transportWrapper?(transport, facts) ?? transport
        let environment = PortalEnvironment(
            policy: policy(run.environment, portal: stage.portal, faults: options.appFaults), transport: wrapped,
            time: time,
            trust: TrustDecisions(), identities: try ClientIdentityStore(directory: storePath),
            onEvent: { event in log.take(event, hearsWarnings: hears) })
        return Client(environment: environment, transport: transport)
    }

    /// Ends the client and starts it again on the same store of identities, as after a restart of the app.
    private func restart() async {
        do {
            let storePath = cabinet.storePath + (options.appFaults.contains(.forgetIdentities) ? "-anew" : "")
            let next = try Self.start(
                stage: stage, run: run, options: options, log: log, time: time, cabinet: cabinet,
                storePath: storePath)
            let last = client.withLock { client in
                defer { client = next }
                return client
            }
            state.withLock {
                $0.portals = [:]; $0.services = [:]
            }
            last.transport.shutdown()
            handlers.use(environment.identities)
            await trust(run.environment.trusts)
            if state.withLock({ $0.hasHandlers }) {
                environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
            }
        } catch {
            log.complain("the client cannot be started again: \(error)")
        }
    }

    /// The authorities that the client was told to trust.
    var trustedAuthorities: (run: Bool, recipes: Set<String>) {
        state.withLock { ($0.trustsRun, $0.trustedRecipes) }
    }

    /// Carries out steps in order, then waits for whatever still runs.
    func perform(_ steps: [Step]) async {
        for step in steps { await perform(step) }
        await join()
    }

    /// Ends the client and fills the evidence with what it left.
    func fill(_ evidence: inout Evidence) async {
        var final: [String: JSONValue] = await finalState()
        log.fill(&evidence, final: &final)
        evidence.final = .object(final)
        evidence.canaries += vault.canaries + cabinet.canaries
        grants.fill(&evidence)
        state.withLock {
            $0.portals = [:]; $0.services = [:]
        }
        if !options.appFaults.contains(.neverShutDown) {
            client.withLock { $0.transport }.shutdown()
        }
        cabinet.clear()
    }

    /// Carries out one step.
    func perform(_ step: Step) async {
        switch step {
        case .connect(let connect): await self.connect(connect)
        case .load(let name): await load(name)
        case .retryLoad(let name): await retryLoad(name)
        case .cancelLoad(let name): state.withLock { $0.portals[name] }?.cancelLoad()
        case .drop(let name): drop(name)
        case .resubmit(let resubmit): await self.resubmit(resubmit)
        case .credential(let input, let place): await keep(input, for: place)
        case .request(let request): await self.request(request)
        case .item(let id, let data, let portal): await item(id, data: data, portal: portal)
        case .thumbnail(let kind, let portal, let item): await thumbnail(of: kind, portal: portal, item: item)
        case .find(let find): await self.find(find)
        case .trust(let trust): await grant(trust)
        case .untrust(let host): await revoke(host)
        case .authority(let name): await trust(name)
        case .answers(let plans):
            handlers.add(plans)
            state.withLock { $0.hasHandlers = true }
            environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
        case .withoutHandlers:
            state.withLock { $0.hasHandlers = false }
            environment.authentication.setHandlers(arcGIS: nil, network: nil)
        case .parallel(let count, let steps): await parallel(count, steps)
        case .repeated(let count, let steps):
            for _ in 0..<count { for step in steps { await perform(step) } }
        case .background(let steps): start(steps)
        case .join: await join()
        case .portal(let action): act(action)
        case .issue(let user, let lifetime, let referer): issue(user, lifetime, referer)
        case .advance(let duration, let text):
            act(["advance": .string(text)])
            time.advance(by: duration)
        case .waitFor(let requests, let operation):
            if await !stage.portal.waitForRequests(requests, operation: operation, timeout: .seconds(30)) {
                log.complain("the portal did not see \(requests) requests of \(operation ?? "any operation") in 30 s")
            }
        case .signOut:
            grants.unchose(nil)
            await environment.authentication.signOut()
        case .describe: describe()
        case .importIdentity(let file): await importIdentity(file)
        case .identities(let place): listIdentities(of: place)
        case .removeIdentity(let name): await removeIdentity(name)
        case .restart: await restart()
        }
    }

    private static func policy(_ plan: EnvironmentPlan, portal: MockPortal, faults: AppFaults) -> ClientPolicy {
        var policy = ClientPolicy()
        if faults.contains(.insecureBasic) { policy.allowsInsecureBasic = true }
        if faults.contains(.endlessStale) { policy.maxStaleRetries = 40 }
        // The pair of ports that an installation would have as 80 and 443.
        if let plain = portal.httpURL.flatMap({ Origin(ofURL: $0) }) { policy.securePorts[plain.port] = portal.port }
        policy.referer = plan.referer
        if let attempts = plan.attempts { policy.maxAttempts = attempts }
        if faults.contains(.oneAttemptMore) { policy.maxAttempts += 1 }
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
        return policy
    }

    private func parallel(_ count: Int, _ steps: [Step]) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count { for step in steps { group.addTask { await self.perform(step) } } }
        }
    }

    private func start(_ steps: [Step]) {
        var name: String?
        if case .connect(let connect) = steps.first { name = connect.name }
        if case .load(let portal) = steps.first { name = portal }
        let task = Task { for step in steps { await self.perform(step) } }
        state.withLock { $0.background.append((name, task)) }
    }

    private func join() async {
        let running = state.withLock { state in
            defer { state.background = [] }
            return state.background
        }
        for (_, task) in running { await task.value }
    }

    private func act(_ action: JSONValue) {
        do {
            let filled = stage.placeholders.filled(action)
            try stage.portal.perform(
                try PortalAction(decoding: filled, source: run.scenario.source, keyPath: "client.portal"))
        } catch {
            log.complain("the portal cannot do \(action.text()): \(error)")
        }
    }

    private func issue(_ user: String, _ lifetime: Duration?, _ referer: String?) {
        do {
            let issued = try stage.portal.issueToken(for: user, lifetime: lifetime, referer: referer)
            vault.keep(issued.token, as: issued.alias)
        } catch {
            log.complain("the portal cannot issue a token for \(user): \(error)")
        }
    }
}
