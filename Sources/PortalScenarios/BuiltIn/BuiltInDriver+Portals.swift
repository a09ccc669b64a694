internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport
internal import ScenarioFormat

extension BuiltInDriver {
    /// Makes a portal and loads it.
    func connect(_ connect: Step.Connect) async {
        let interface = connect.interface ?? run.interface
        let credential = connect.credential
        if interface == .legacy {
            await connectLegacy(connect, credential)
            return
        }
        do {
            let url = try PortalURL(stage.placeholders.filled(connect.url))
            if let identity = connect.identity { try await choose(identity, for: url.root.origin) }
            if let credential, credential.kind == .http {
                try await keep(forWebTier: credential, at: url.root.origin)
            } else if let credential {
                environment.credentials.add(
                    try await vault.credential(credential, for: url.rest, in: environment, isMade: false))
            }
            let portal = Portal(
                url: url, connection: connect.isAuthenticated ? .authenticated : .anonymous,
                challenges: options.conduct.loading.challenges(connect.asks ? .ask : .suppress),
                in: environment)
            state.withLock { $0.portals[connect.name] = PortalHandle(.modern(portal)) }
            if connect.loads { await load(portal, named: connect.name, retrying: false) }
        } catch {
            fail(error, of: connect.name)
        }
    }

    private func connectLegacy(_ connect: Step.Connect, _ credential: CredentialInput?) async {
        do {
            let watcher = LegacyWatcher(name: connect.name, log: log, conduct: options.conduct.loading)
            let portal = LegacyPortal(
                url: stage.placeholders.filled(connect.url),
                credential: try legacy(credential, identity: connect.identity, url: connect.url),
                delegate: watcher, notifications: watcher.notifications, in: environment)
            state.withLock { $0.portals[connect.name] = PortalHandle(.legacy(portal, watcher)) }
            if connect.loads { await watcher.wait() }
        } catch {
            fail(error, of: connect.name)
        }
    }

    /// A credential as the older interface takes it.
    func legacy(
        _ input: CredentialInput?, identity name: String?, url: String?
    ) throws(PortalError) -> LegacyCredential? {
        if let name {
            let identity = try named(name)
            if let origin = Origin(ofURL: stage.placeholders.filled(url ?? "{{portal}}")) {
                grants.chose(name, for: origin)
            }
            return LegacyCredential(identity: identity)
        }
        guard let input else { return nil }
        if let token = try vault.token(of: input) { return LegacyCredential(token: token, referer: input.referer) }
        let type: LegacyCredential.AuthType =
            switch input.authType {
            case .unknown: .unknown
            case .token: .token
            case .none: .none
            case .http: .http
            case .clientCertificate: .clientCertificate
            }
        var credential = LegacyCredential(
            user: input.username ?? input.user ?? "", password: vault.password(of: input), authType: type,
            tokenURL: try vault.tokenURL(of: input))
        credential.tokenLifetime = input.lifetime
        return credential
    }

    func load(_ name: String) async {
        guard let handle = handle(name) else { return }
        switch handle.interface {
        case .modern(let portal): await load(portal, named: name, retrying: false)
        case .legacy(_, let watcher): await watcher.wait()
        }
    }

    func retryLoad(_ name: String) async {
        guard let handle = handle(name) else { return }
        switch handle.interface {
        case .modern(let portal): await load(portal, named: name, retrying: true)
        case .legacy(let portal, let watcher): await resubmit(portal, watcher) { portal.resubmit() }
        }
    }

    /// Loads a portal and tells how it went, unless it was dropped meanwhile.
    private func load(_ portal: Portal, named name: String, retrying: Bool) async {
        do {
            try await options.conduct.loading.load(portal, environment, retrying)
            guard handle(name, isAsked: false) != nil else { return }
            log.note("loaded")
        } catch let error as PortalError {
            guard handle(name, isAsked: false) != nil else { return }
            fail(error, of: name)
        } catch {
            log.complain("a portal cannot be loaded: \(error)")
        }
    }

    /// Lets the last reference to a portal go.
    func drop(_ name: String) {
        options.conduct.loading.drop { letGo(name) }
    }

    private func letGo(_ name: String) {
        let (handle, tasks) = state.withLock { state in
            (state.portals.removeValue(forKey: name), state.background.filter { $0.portal == name }.map(\.task))
        }
        if case .legacy(_, let watcher) = handle?.interface { watcher.drop() }
        // The task that waits for the load is part of what is let go.
        for task in tasks { task.cancel() }
    }

    /// Submits an older portal again.
    func resubmit(_ step: Step.Resubmit) async {
        guard let handle = handle(step.portal) else { return }
        guard case .legacy(let portal, let watcher) = handle.interface else {
            log.complain("only portals of the older interface are submitted again")
            return
        }
        do {
            let credential = try legacy(step.credential, identity: step.identity, url: step.url)
            for _ in 0..<step.times {
                await resubmit(portal, watcher) {
                    if let url = step.url {
                        portal.resubmit(url: self.stage.placeholders.filled(url), credential: credential)
                    } else {
                        if let credential { portal.credential = credential }
                        portal.resubmit()
                    }
                }
            }
        } catch {
            fail(error)
        }
    }

    /// Waits for the delegate's call only where one will come: while a portal loads and once it has loaded there is none.
    private func resubmit(_ portal: LegacyPortal, _ watcher: LegacyWatcher, _ body: () -> Void) async {
        let isIgnored = watcher.isPending || portal.isLoaded
        if !isIgnored { watcher.begin() }
        body()
        if !isIgnored { await watcher.wait() }
    }

    /// The portal that a step names.
    func handle(_ name: String, isAsked: Bool = true) -> PortalHandle? {
        let handle = state.withLock { $0.portals[name] }
        if handle == nil, isAsked { log.complain("there is no portal \(name)") }
        return handle
    }

    /// How things stand at the end.
    func finalState() async -> [String: JSONValue] {
        let (portals, last) = state.withLock { ($0.portals, $0.last) }
        var final = portals["portal"]?.final ?? [:]
        final.merge(finalMap) { $1 }
        if final["status"] == nil, let last { final["status"] = .string(last.status) }
        // Whole documents only where a scenario asks for parts of them.
        let asked = run.expectation["final"]
        if asked?["raw"] != nil { final["raw"] = portals["portal"]?.portal?.info?.rawJSON }
        if asked?["mapDocument"] != nil { final["mapDocument"] = mapDocument }
        final["portals"] = .object(portals.filter { $0.key != "portal" }.mapValues { .object($0.final) })
        final["credentials"] = .array(environment.credentials.credentials.map { .string(name(of: $0.serverContext)) })
        final["networkCredentials"] = .array(networkCredentialNames.map { .string($0) })
        final["identities"] = .array(
            environment.identities.identities.map { .string(cabinet.name(of: $0)) }.sorted { "\($0)" < "\($1)" })
        let modes = cabinet.modes
        final["keyFiles"] = .array(modes.files.map { .string($0) })
        final["keyFolder"] = modes.folder.map { .string($0) }
        final["trusted"] = .array(environment.trust.grants.map { .string(name(ofHost: $0.host, port: $0.port)) })
        return final
    }

    /// What a scenario calls a context.
    func name(of context: ServerContext) -> String {
        let places =
            [("portal", stage.portal.url), ("server", stage.portal.serverURL)] + stage.portal.hostURLs.map { ($0, $1) }
        for (name, url) in places where context.description == url || context.url.description == url { return name }
        return context.description
    }
}
