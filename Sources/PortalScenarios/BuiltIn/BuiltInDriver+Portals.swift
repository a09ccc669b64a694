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
    /// A credential as the older interface takes it.
    func legacy(
        _ input: CredentialInput?, identity name: String?, url: String?
    ) throws(PortalError) -> LegacyCredential? {
        if let name {
            let identity = try named(name)
            if let origin = Origin(ofURL: scenarioPortal.placeholders.filled(url ?? "{{portal}}")) {
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

    /// Loads a portal and tells how it went, unless it was dropped meanwhile.
    func load(_ portal: Portal, named name: String, retrying: Bool) async {
        do {
            try await options.behavior.loading.load(portal, environment, retrying)
            guard handle(name, isAsked: false) != nil else { return }
            log.note("loaded")
        } catch let error as PortalError {
            guard handle(name, isAsked: false) != nil else { return }
            fail(error, of: name)
        } catch {
            log.complain("a portal cannot be loaded: \(error)")
        }
    }

    /// The portal that a step names.
    func handle(_ name: String, isAsked: Bool = true) -> PortalHandle? {
        let handle = state.withLock { $0.portals[name] }
        if handle == nil, isAsked { log.complain("there is no portal \(name)") }
        return handle
    }

    /// The portal that a step names, as the modern interface has it; that it is not loaded is a complaint.
    func loadedPortal(_ name: String) async -> Portal? {
        if let portal = handle(name)?.portal { return options.behavior.loading.portal(portal) }
        log.complain("the portal \(name) is not loaded")
        return nil
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
            environment.identities.identities.map { .string(runIdentities.name(of: $0)) }.sorted { "\($0)" < "\($1)" })
        let modes = runIdentities.modes
        final["keyFiles"] = .array(modes.files.map { .string($0) })
        final["keyFolder"] = modes.folder.map { .string($0) }
        final["trusted"] = .array(environment.trust.grants.map { .string(name(ofHost: $0.host, port: $0.port)) })
        return final
    }

    /// What a scenario calls a context.
    func name(of context: ServerContext) -> String {
        let places =
            [("portal", scenarioPortal.portal.url), ("server", scenarioPortal.portal.serverURL)]
            + scenarioPortal.portal.hostURLs.map { ($0, $1) }
        for (name, url) in places where context.description == url || context.url.description == url { return name }
        return context.description
    }
}
