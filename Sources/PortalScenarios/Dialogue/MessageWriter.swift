internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Writes what messages to a foreign client hold: plain JSON, with everything filled in that a scenario only names.
final class MessageWriter {
    let scenarioPortal: ScenarioPortal
    let run: RunSetup
    let sandbox: ForeignSandbox
    let vault: CredentialVault
    let grants: GrantLog
    let items: ItemNames
    let runIdentities: RunIdentities
    let stores: RunStores
    private var identities: [String: ForeignIdentity] = [:]
    /// Whether the run is the twin of the scenario's own.
    let isTwin: Bool
    /// Whether the client was started before, and has kept what it was given then.
    var isStartedAgain = false
    /// How many files to attach were written.
    var attachments = 0
    /// The passwords that requests with a credential of their own were told, by what the credential is for.
    var ownPasswords: [String: String] = [:]
    private(set) var identityGrants: [IdentityGrant] = []
    /// The last connection at each moment when an answer was prepared that trusts one certificate, whichever comes.
    private var pinned: [Int] = []
    private(set) var trustedRecipes: Set<String> = []
    private(set) var trustsRun = false

    init(
        scenarioPortal: ScenarioPortal, run: RunSetup, sandbox: ForeignSandbox, items: ItemNames, isTwin: Bool = false
    ) throws {
        self.isTwin = isTwin
        self.scenarioPortal = scenarioPortal
        self.run = run
        self.sandbox = sandbox
        self.items = items
        vault = CredentialVault(portal: scenarioPortal.portal, placeholders: scenarioPortal.placeholders)
        grants = GrantLog(portal: scenarioPortal.portal)
        runIdentities = try RunIdentities(pki: scenarioPortal.pki)
        stores = RunStores(below: sandbox.home)
    }

    /// The time by the client's clock, in milliseconds since 1970.
    var clientTime: Int64 {
        let ahead = run.environment.clockAhead?.components
        return scenarioPortal.portal.portalTime + (ahead.map { $0.seconds * 1000 } ?? 0)
    }

    /// The documents of the maps that the run's portal serves.
    var stagedMaps: StagedMaps { StagedMaps(run, scenarioPortal.placeholders, items) }

    /// Secrets that were made up for the run.
    var canaries: [Canary] {
        vault.canaries + runIdentities.canaries + stores.canaries + identities.values.flatMap(\.canaries)
    }

    /// What was granted: an answer that trusts one certificate is for the next one that is shown and was not granted before.
    func fill(_ evidence: inout Evidence) {
        grants.fill(&evidence)
        evidence.output += stores.output(knowing: RawKeys(canaries))
        evidence.complaints += stores.openPlaces.map {
            "the client keeps what it stores where others can read it: \($0)"
        }
        evidence.identityGrants = identityGrants
        // Most were known before the client's files were searched.
        let known = Set(evidence.canaries)
        evidence.canaries += canaries.filter { !known.contains($0) }
        // The last connection for which a certificate was granted at an origin.
        var granted: [String: Int] = [:]
        for after in pinned {
            var taken: Set<String> = []
            for connection in evidence.journal.connections where connection.number > after {
                let origin = connection.origin
                guard let fingerprint = connection.tls?.fingerprint, !taken.contains(origin),
                    connection.number > granted[origin + fingerprint] ?? 0
                else { continue }
                taken.insert(origin)
                let until = grants.revocation(of: origin, since: connection.number)
                granted[origin + fingerprint] = until ?? .max
                evidence.grants.append(
                    Grant(
                        origin: origin, fingerprint: fingerprint, tolerating: Self.answered,
                        after: max(after, connection.number - 1), until: until))
            }
        }
    }

    /// What an answer lets pass: an issuer that is not known, and no wrong name or time, as in the built-in client
    /// (RFC 5280 §6.1, RFC 9525 §6: the path and the name are checked apart from each other).
    private static let answered: [Reason] = [.certificateSelfSigned, .certificateUnknownRoot]

    /// Removes the files that were imported from.
    func clear() { runIdentities.clear() }

    /// The message before the first step: everything that the client is given before it starts.
    func begin(needs: StepTraits) throws -> StepMessage {
        let plan = run.environment
        var message = StepMessage(.begin, meaning: nil)
        message["scenario"] = .string(run.name)
        message["referer"] = .string(plan.referer)
        message["authorities"] = .array(try authorities(plan.trusts).map { .string($0) })
        message["carriers"] = plan.carriers.map { .array($0.map { .string($0) }) }
        message["attempts"] = plan.attempts.map { .integer(Int64($0)) }
        message["userAgent"] = plan.userAgent.map { .string($0) }
        message["proxy"] = plan.proxy.map { .string(scenarioPortal.placeholders.filled($0)) }
        if let name = plan.key.key {
            let hosts = plan.key.hosts ?? [Origin(ofURL: scenarioPortal.portal.url)?.host ?? ""]
            message["apiKey"] = [
                "key": .string(try key(name)), "hosts": .array(hosts.map { .string($0) }),
                "countsAsSignIn": .bool(plan.key.countsAsSignIn),
            ]
        }
        if !plan.oauth.isEmpty {
            message["oauth"] = .array(plan.oauth.map(application))
        }
        message["restarted"] = isStartedAgain ? true : nil
        if !plan.identities.isEmpty, !isStartedAgain {
            message["identities"] = .array(try plan.identities.map { try identity($0.recipe) })
        }
        message["secure"] = secureURLs
        message["consents"] = consents
        message["limits"] = limits(plan)
        message["tries"] = plan.tries.map { .integer(Int64($0)) }
        if !plan.tokenFamilies.isEmpty {
            message["tokenFamilies"] = .array(plan.tokenFamilies.map { .array($0.map { .string($0) }) })
        }
        if needs.contains(.needsStore) { message["store"] = try store(plan.store) }
        if let kerberos = plan.kerberos {
            message["negotiate"] = negotiate(kerberos)
        }
        message["needsParallel"] = needs.contains(.needsParallelClient) ? true : nil
        message["needsClock"] = needs.contains(.needsSteeredClock) ? true : nil
        return message
    }
}

extension MessageWriter {
    private func application(_ plan: OAuthPlan) -> JSONValue {
        var members: [String: JSONValue] = [
            "portal": .string(scenarioPortal.placeholders.filled(plan.portal)), "clientID": .string(plan.client),
            "redirectURI": .string(plan.redirect),
        ]
        members["refreshLifetime"] = plan.lifetime.map { .string($0) }
        members["exchangeSeconds"] = plan.exchange.map { .integer($0.components.seconds) }
        return .object(members)
    }

    /// The members that name a file to import.
    func members(of file: IdentityFile) throws -> [String: JSONValue] {
        let (path, password) = try runIdentities.file(file)
        sandbox.keys.add(runIdentities.canaries)
        var members: [String: JSONValue] = ["file": .string(path)]
        if let password { members["password"] = .string(password.reveal { $0 }) }
        if file.overwrites { members["overwrite"] = true }
        if file.allowsLegacy { members["legacy"] = true }
        return members
    }

    /// The members that name a credential.
    func credential(_ input: CredentialInput) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if let text = input.tokenText {
            members["token"] = .string(text)
        } else if let alias = input.token {
            guard let token = vault.token(alias) else {
                throw ForeignCommandError(description: "there is no \(alias)")
            }
            members["token"] = .string(token.reveal { $0 })
        } else {
            members["username"] = .string(input.username ?? input.user ?? "")
            members["password"] = .string(vault.password(of: input).reveal { $0 })
        }
        switch input.tokenURL {
        case "discover": break
        case "explicit": members["tokenURL"] = .string("\(scenarioPortal.portal.url)/sharing/rest/generateToken")
        default: members["tokenURL"] = .string(scenarioPortal.placeholders.filled(input.tokenURL))
        }
        if let referer = input.referer { members["referer"] = .string(referer) }
        if let lifetime = input.lifetime { members["lifetimeMinutes"] = .integer(lifetime.components.seconds / 60) }
        if let realm = input.realm { members["realm"] = .string(realm) }
        if input.kind == .http || input.authType == .http { members["kind"] = "http" }
        return members
    }

    /// The members that name who signs in.
    func members(of plan: BrowserPlan) -> [String: JSONValue] {
        let password = vault.password(of: plan.credential).reveal { $0 }
        var members: [String: JSONValue] = ["username": .string(plan.user), "password": .string(password)]
        if plan.act != .signIn { members["act"] = .string(plan.act.rawValue) }
        if plan.act == .wrongPassword {
            members["wrongPassword"] = .string(vault.password(of: .wrong(plan.user)).reveal { $0 })
        }
        return members
    }

    /// An answer of the app's handler; what it grants counts as granted from now on.
    func answer(_ kind: AnswerPlan.Kind) throws -> JSONValue {
        let all = ([scenarioPortal.portal.url] + scenarioPortal.portal.hostURLs.values).compactMap { Origin(ofURL: $0) }
        switch kind {
        case .credential(let input): return ["credential": .object(try credential(input))]
        case .password(let input): return ["password": .object(try credential(input))]
        case .trust(let isForCertificate):
            for origin in all where !isForCertificate {
                grants.granted(origin, fingerprint: nil, tolerating: Self.answered)
            }
            if isForCertificate { pinned.append(grants.lastConnection) }
            return ["trust": isForCertificate ? "certificate" : "host"]
        case .consent:
            for origin in all { grants.consented(to: origin) }
            return "consent"
        case .cancel: return "cancel"
        case .without: return "without"
        case .reject: return "reject"
        case .certificate(let name):
            choose(name, at: [scenarioPortal.portal.url, scenarioPortal.portal.serverURL])
            return ["certificate": try identity(name)]
        case .imports(let files):
            for file in files { choose(file.recipe, at: [scenarioPortal.portal.url, scenarioPortal.portal.serverURL]) }
            return ["importThenCertificate": .array(try files.map { .object(try members(of: $0)) })]
        case .failure(let text): return ["throw": .string(text)]
        case .oauth(let plan, let otherwise):
            var members: [String: JSONValue] = ["signIn": .object(self.members(of: plan))]
            members["otherwise"] = try otherwise.map { try answer($0) }
            return .object(members)
        case .never, .twice, .requesting: return "cancel"
        }
    }

    /// The files of an identity.
    func identity(_ name: String) throws -> JSONValue {
        let known = try identities[name] ?? ForeignIdentity(name, of: scenarioPortal.pki, in: sandbox)
        identities[name] = known
        return [
            "name": .string(name), "p12": .string(known.p12), "password": .string(known.password),
            "certificate": .string(known.certificate), "key": .string(known.key),
        ]
    }

    /// From now on an identity may be shown at some places; one that is still to be answered with takes nothing back.
    func choose(_ name: String, at urls: [String]) {
        for origin in Set(urls.compactMap { Origin(ofURL: $0)?.description }) {
            identityGrants.append(IdentityGrant(origin: origin, identity: name, after: grants.lastConnection))
        }
    }

    /// An API key of the portal by its name.
    func key(_ name: String) throws -> String {
        guard let key = vault.token("key:\(name)") else {
            throw ForeignCommandError(description: "there is no API key \(name)")
        }
        return key.reveal { $0 }
    }

    /// `portal`, a host of the blueprint, a service, or a URL.
    func url(of place: String) -> String {
        if place == "portal" { return scenarioPortal.portal.url }
        return scenarioPortal.portal.url(ofHost: place) ?? scenarioPortal.url(ofService: place)
    }

    /// The files of the authorities to trust from now on.
    func authorities(_ name: String) throws -> [String] {
        guard name != "nothing" else { return [] }
        var files: [String] = []
        if name != "portal" {
            guard let pem = scenarioPortal.pki.authorityPEM(ofRecipe: name) else {
                throw ForeignCommandError(description: "the recipe \(name) has no authority of its own")
            }
            trustedRecipes.insert(name)
            files.append(try sandbox.write(Data(pem.utf8), as: "\(name).pem"))
        } else {
            trustsRun = true
        }
        if name != "untrusted-root" {
            files.append(try sandbox.write(Data(scenarioPortal.portal.authorityPEM.utf8), as: "ca.pem"))
        }
        return files
    }
}
