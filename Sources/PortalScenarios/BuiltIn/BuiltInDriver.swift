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
    let stage: ScenarioPortal
    let run: ScenarioRun
    let options: RunOptions
    let log: RunLog
    let vault: CredentialVault
    let grants: GrantLog
    let cabinet: RunIdentities
    let stores: RunStores
    /// The app's handlers, the present ones last.
    private let handlerSets: Locked<[AppHandlers]>
    let items: ItemNames
    let state = Locked(State())
    /// Why the client cannot be started as the scenario has it; the app hears of that and nothing is sent.
    private let startFailure: PortalError?
    private let client: Locked<Client>
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

    init(stage: ScenarioPortal, run: ScenarioRun, options: RunOptions, items: ItemNames) async throws {
        self.stage = stage
        self.run = run
        self.options = options
        self.items = items
        vault = CredentialVault(portal: stage.portal, placeholders: stage.placeholders)
        grants = GrantLog(portal: stage.portal)
        let cabinet = try RunIdentities(pki: stage.pki)
        self.cabinet = cabinet
        stores = RunStores(below: cabinet.folder)
        log = RunLog(hears: run.environment.hears, tells: options.conduct.tells) { cabinet.authority(named: $0) }
        handlerSets = Locked([
            AppHandlers(
                log: log, vault: vault, grants: grants, cabinet: cabinet, portal: stage.portal,
                conduct: options.conduct, patience: options.patience)
        ])
        // Standing, for a slow machine is no fault of the client; what hangs is ended by the run's own patience.
        let time = SteeredTimeSource(waits: run.environment.waits, limits: .standing)
        let portal = stage.portal
        // A wait that passes is one of both clocks: the portal must not think that nobody waited.
        time.onPass { duration in try? portal.perform(.advance(duration)) }
        self.time = time
        if let ahead = run.environment.clockAhead { time.advance(by: ahead) }
        do {
            client = Locked(
                try Self.start(
                    stage: stage, run: run, options: options, log: log, time: time, cabinet: cabinet,
                    storePath: cabinet.storePath, userAgent: run.environment.userAgent,
                    proxy: run.environment.proxy.map { stage.placeholders.filled($0) }))
            startFailure = nil
        } catch let error as TransportError where error.code == .malformedRequest {
            client = Locked(
                try Self.start(
                    stage: stage, run: run, options: options, log: log, time: time, cabinet: cabinet,
                    storePath: cabinet.storePath, userAgent: nil, proxy: nil))
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
        stage: ScenarioPortal, run: ScenarioRun, options: RunOptions, log: RunLog, time: SteeredTimeSource,
        cabinet: RunIdentities, storePath: String, userAgent: String?, proxy: String?
    ) throws -> Client {
        let conduct = options.conduct
        let transport = try CurlTransport(
            limits: run.environment.limits, userAgent: conduct.text(userAgent ?? "mockportal"), proxy: proxy,
            clock: time)
        let facts = WireFacts(
            portalURL: stage.portal.url, plainURL: stage.portal.httpURL, identity: { try? cabinet.identity($0) },
            stopPortal: { [portal = stage.portal] in portal.stop() }, write: { log.write($0, to: "log") })
        let wrapped = options.transportWrapper?(transport, facts) ?? transport
        let environment = PortalEnvironment(
            policy: policy(run.environment, portal: stage.portal, conduct: conduct), transport: wrapped,
            time: time, random: FixedRandomSource(0.5), trust: TrustDecisions(),
            identities: try ClientIdentityStore(directory: storePath),
            onEvent: { event in log.record(event, isHeard: conduct.hears(event)) })
        return Client(environment: environment, transport: transport)
    }

    /// Ends the client and starts it again on the same files, as after a restart of the app.
    ///
    /// Whoever is killed writes nothing more.
    private func restart(isKilled: Bool) async {
        do {
            if !isKilled { try? await environment.authentication.saveCredentials() }
            stores.look()
            let storePath = options.conduct.identities.folder(cabinet.storePath)
            let next = try Self.start(
                stage: stage, run: run, options: options, log: log, time: time, cabinet: cabinet,
                storePath: storePath, userAgent: run.environment.userAgent,
                proxy: run.environment.proxy.map { stage.placeholders.filled($0) })
            let last = client.withLock { client in
                defer { client = next }
                return client
            }
            state.withLock {
                $0.portals = [:]; $0.services = [:]; $0.maps = MapState()
            }
            last.transport.shutdown()
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

    /// Carries out steps in order, then waits for whatever still runs.
    func perform(_ steps: [Step]) async {
        if let startFailure { return fail(startFailure) }
        for step in steps { await perform(step) }
        await join()
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
        evidence.canaries += vault.canaries + cabinet.canaries + stores.canaries
        evidence.output += stores.output
        grants.fill(&evidence)
        state.withLock {
            $0.portals = [:]; $0.services = [:]; $0.maps = MapState()
        }
        options.conduct.end(client.withLock { $0.transport })
        cabinet.clear()
    }

    /// Carries out one step.
    func perform(_ step: Step) async {
        state.withLock {
            $0.begun += 1
            if step.isWork { $0.atWork += 1 }
        }
        defer { if step.isWork { state.withLock { $0.atWork -= 1 } } }
        await carryOut(step)
    }

    /// Returns once the client's transport has looked at everything that was asked of it.
    func settle() async { await client.withLock { $0.transport }.settle() }

    private func carryOut(_ step: Step) async {
        // A clock that is moved asks the client for nothing.
        if !step.isQuiet { grants.asked() }
        switch step.changingTexts(options.conduct.text) {
        case .connect(let connect): await self.connect(connect)
        case .load(let name): await load(name)
        case .retryLoad(let name): await retryLoad(name)
        case .cancelLoad(let name): state.withLock { $0.portals[name] }?.cancelLoad()
        case .drop(let name): drop(name)
        case .resubmit(let resubmit): await self.resubmit(resubmit)
        case .credential(let input, let place, let below): await keep(input, for: place, below: below)
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
            options.conduct.answers.withdraw(environment)
        case .otherHandlers:
            handlerSets.withLock { $0.append($0[$0.count - 1].successor()) }
            state.withLock { $0.hasHandlers = true }
            environment.authentication.setHandlers(arcGIS: handlers, network: handlers)
        case .parallel(let count, let steps): await parallel(count, steps)
        case .repeated(let count, let steps):
            for _ in 0..<count { for step in steps { await perform(step) } }
        case .background(let background): start(background)
        case .cancel(let name, let index): cancel(name: name, index: index)
        case .join: await join()
        case .portal(let action): act(action)
        case .issue(let user, let lifetime, let referer): issue(user, lifetime, referer)
        case .advance(let duration, let text):
            // What has already come belongs to the time before.
            await settle()
            act(["advance": .string(text)])
            time.advance(by: duration)
            await settle()
        case .waitFor(let wait): await waitFor(wait)
        case .signOut: await signOut()
        case .signIn(let plan, let portal): await signIn(plan, portal: portal)
        case .application(let client, let secret): application(client, secret: secret)
        case .revokeTokens: await revokeTokens()
        case .clearStores: await clearStores()
        case .openStores(let opening): await openStores(opening)
        case .damageStore(let file, let damage): self.damage(file, damage)
        case .removeCredential(let place): removeCredential(of: place)
        case .describe: describe()
        case .importIdentity(let file): await importIdentity(file)
        case .identities(let place): listIdentities(of: place)
        case .removeIdentity(let name): await removeIdentity(name)
        case .restart(let isKilled): await restart(isKilled: isKilled)
        case .webMap, .openMap, .cancelOpening, .popups, .layer, .retryLayer: await carryOutMaps(step)
        }
    }

    private static func policy(_ plan: EnvironmentPlan, portal: MockPortal, conduct: AppBehavior) -> ClientPolicy {
        var policy = ClientPolicy()
        // The pair of ports that an installation would have as 80 and 443.
        if let plain = portal.httpURL.flatMap({ Origin(ofURL: $0) }) { policy.securePorts[plain.port] = portal.port }
        policy.referer = conduct.text(plan.referer)
        if let tries = plan.tries { policy.retry.maxTries = tries }
        // No key of the fake is for anybody else's hosts.
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
        conduct.policy(&policy)
        return policy
    }

    private func act(_ action: JSONValue) {
        do {
            let filled = stage.placeholders.filled(action) { vault.token($0)?.reveal { $0 } }
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
