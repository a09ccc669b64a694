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

/// Puts steps into words for a client of anybody's: plain JSON, with everything filled in that a scenario only names.
final class StepMessages {
    let stage: ScenarioPortal
    let run: ScenarioRun
    let sandbox: ForeignSandbox
    let vault: CredentialVault
    let grants: GrantLog
    let items: ItemNames
    private let cabinet: RunIdentities
    private var identities: [String: ForeignIdentity] = [:]
    private(set) var identityGrants: [IdentityGrant] = []
    /// The last connection at each moment when an answer was prepared that trusts one certificate, whichever comes.
    private var pinned: [Int] = []
    private(set) var trustedRecipes: Set<String> = []
    private(set) var trustsRun = false

    init(stage: ScenarioPortal, run: ScenarioRun, sandbox: ForeignSandbox, items: ItemNames) throws {
        self.stage = stage
        self.run = run
        self.sandbox = sandbox
        self.items = items
        vault = CredentialVault(portal: stage.portal, placeholders: stage.placeholders)
        grants = GrantLog(portal: stage.portal)
        cabinet = try RunIdentities(pki: stage.pki)
    }

    /// The documents of the maps that the run's portal serves.
    var stagedMaps: StagedMaps { StagedMaps(run, stage.placeholders, items) }

    /// Secrets that were made up for the run.
    var canaries: [Canary] { vault.canaries + cabinet.canaries + identities.values.flatMap(\.canaries) }

    /// What was granted: an answer that trusts one certificate is for the next one that is shown and was not granted before.
    func fill(_ evidence: inout Evidence) {
        grants.fill(&evidence)
        evidence.identityGrants = identityGrants
        evidence.canaries += canaries
        let reasons = Reason.allCases.filter(\.isAboutCertificate)
        var granted: Set<String> = []
        for after in pinned {
            var taken: Set<String> = []
            for connection in evidence.journal.connections where connection.number > after {
                let origin = connection.origin
                guard let fingerprint = connection.tls?.fingerprint, !taken.contains(origin),
                    !granted.contains(origin + fingerprint)
                else { continue }
                taken.insert(origin)
                granted.insert(origin + fingerprint)
                evidence.grants.append(
                    Grant(origin: origin, fingerprint: fingerprint, tolerating: reasons, after: after))
            }
        }
    }

    /// Removes the files that were imported from.
    func clear() { cabinet.clear() }

    /// What comes before the first step: everything that the client is given before it starts.
    func begin() throws -> JSONValue {
        let plan = run.environment
        var words = Words("begin")
        words["scenario"] = .string(run.name)
        words["referer"] = .string(plan.referer)
        words["authorities"] = .array(try authorities(plan.trusts).map { .string($0) })
        words["carriers"] = plan.carriers.map { .array($0.map { .string($0) }) }
        words["attempts"] = plan.attempts.map { .integer(Int64($0)) }
        words["userAgent"] = plan.userAgent.map { .string($0) }
        words["proxy"] = plan.proxy.map { .string(stage.placeholders.filled($0)) }
        if let name = plan.key.key {
            let hosts = plan.key.hosts ?? [Origin(ofURL: stage.portal.url)?.host ?? ""]
            words["apiKey"] = [
                "key": .string(try key(name)), "hosts": .array(hosts.map { .string($0) }),
                "countsAsSignIn": .bool(plan.key.countsAsSignIn),
            ]
        }
        if !plan.oauth.isEmpty {
            words["oauth"] = .array(plan.oauth.map(application))
        }
        if !plan.identities.isEmpty {
            words["identities"] = .array(try plan.identities.map { try identity($0.recipe) })
        }
        words["needsParallel"] = run.needsParallelClient ? true : nil
        return words.value
    }

    /// A step in words; nil for what the runner does itself.
    func message(for step: Step) throws -> JSONValue? {
        switch step {
        case .connect(let connect): return try message(connect)
        case .load(let portal): return Words("load", ["portal": .string(portal)]).value
        case .retryLoad(let portal): return Words("retryLoad", ["portal": .string(portal)]).value
        case .credential(let input, let place, let below):
            var words = Words("credential", try credential(input))
            words["for"] = .string(url(of: place))
            words["below"] = below.map { .string(url(of: $0)) }
            return words.value
        case .request(let request): return try message(request)
        case .item(let id, let data, let portal):
            var words = Words("item", ["item": .string(items.id(of: id)), "portal": .string(portal)])
            if data { words["data"] = true }
            return words.value
        case .thumbnail(let of, let portal, let item):
            var words = Words("thumbnail", ["of": .string(of), "portal": .string(portal)])
            words["item"] = item.map { .string(items.id(of: $0)) }
            return words.value
        case .find(let find): return message(find)
        case .trust(let trust): return try message(trust)
        case .untrust(let host): return try untrust(host)
        case .authority(let name):
            return Words("authority", ["files": .array(try authorities(name).map { .string($0) })]).value
        case .answers(let plans):
            return Words("answers", ["answers": .array(try plans.map { try answer($0.kind) })]).value
        case .signIn(let plan, let portal):
            var words = Words("signIn", browser(plan))
            words["portal"] = portal.map { .string(stage.placeholders.filled($0)) }
            return words.value
        case .application(let client, let secret): return try message(application: client, secret)
        case .importIdentity(let file): return Words("importIdentity", try message(file)).value
        default: return try plain(step) ?? mapWords(for: step)
        }
    }

    /// Steps that need nothing, or a name.
    private func plain(_ step: Step) throws -> JSONValue? {
        switch step {
        case .withoutHandlers: return Words("handlers", ["handlers": "none"]).value
        case .signOut: return Words("signOut").value
        case .revokeTokens: return Words("revokeTokens").value
        case .clearStores: return Words("clearStores").value
        case .removeCredential(let place): return Words("removeCredential", ["for": .string(url(of: place))]).value
        case .describe: return Words("describe").value
        case .identities(let place):
            var words = Words("identities")
            words["for"] = place.map { .string(url(of: $0)) }
            return words.value
        case .removeIdentity(let name): return Words("removeIdentity", ["identity": .string(name)]).value
        case .advance(let duration, _):
            return Words("advance", ["seconds": .integer(duration.components.seconds)]).value
        default: return nil
        }
    }
}

extension StepMessages {
    /// The members of a message; what is nil is left out.
    struct Words {
        private(set) var value: JSONValue

        init(_ step: String?, _ members: [String: JSONValue] = [:]) {
            var all = members
            all["step"] = step.map { .string($0) }
            value = .object(all)
        }

        subscript(_ key: String) -> JSONValue? {
            get { value[key] }
            set { value[key] = newValue }
        }
    }

    private func application(_ plan: OAuthPlan) -> JSONValue {
        var words = Words(nil)
        words["portal"] = .string(stage.placeholders.filled(plan.portal))
        words["clientID"] = .string(plan.client)
        words["redirectURI"] = .string(plan.redirect)
        words["refreshLifetime"] = plan.lifetime.map { .string($0) }
        words["exchangeSeconds"] = plan.exchange.map { .integer($0.components.seconds) }
        return words.value
    }

    private func message(_ connect: Step.Connect) throws -> JSONValue {
        var words = Words("connect", try connect.credential.map { try credential($0) } ?? [:])
        words["portal"] = .string(connect.name)
        let url = stage.placeholders.filled(connect.url)
        words["url"] = .string(url)
        words["authenticated"] = .bool(connect.isAuthenticated)
        if !connect.loads { words["load"] = false }
        if !connect.asks { words["challenges"] = "suppress" }
        if let service = connect.service { words["for"] = .string(stage.url(ofService: service)) }
        if let name = connect.identity {
            words["identity"] = try identity(name)
            choose(name, at: [url])
        }
        return words.value
    }

    private func message(_ request: Step.ServiceRequest) throws -> JSONValue {
        var words = Words("request", try request.credential.map { try credential($0) } ?? [:])
        var url = stage.url(ofService: request.url ?? request.service)
        var fields = request.form.map { ($0.name, stage.placeholders.filled($0.value)) }
        if let layer = request.layer { url += "/\(layer)" }
        if request.isQuery {
            url += request.layer == nil ? "/0/query" : "/query"
            fields += [("where", "1=1"), ("outFields", "*")]
        }
        words["url"] = .string(url)
        words["method"] = .string(request.method)
        if !fields.isEmpty {
            words["form"] = .object(Dictionary(fields.map { ($0.0, .string($0.1)) }) { $1 })
        }
        if request.isData { words["data"] = true }
        if let name = request.key { words["apiKey"] = .string(try key(name)) }
        return words.value
    }

    private func message(_ find: Step.Find) -> JSONValue {
        var words = Words(find.findsGroups ? "findGroups" : "findItems", ["portal": .string(find.portal)])
        words["text"] = find.text.map { .string($0) }
        words["kinds"] = .array(find.kinds.map { .string($0) })
        words["limit"] = .integer(Int64(find.limit))
        words["pages"] = find.followsPages ? "all" : "one"
        if find.isFeatured { words["featured"] = true }
        return words.value
    }

    private func message(application client: String, _ secret: CredentialInput.Password) throws -> JSONValue {
        guard let known = stage.portal.oauthApplications.first(where: { $0.clientID == client }) else {
            throw ForeignCommandError(description: "the portal has no application \(client)")
        }
        let text = secret == .right ? known.secret?.reveal { $0 } : vault.makeSecret(client)
        var words = Words("application", ["clientID": .string(client)])
        words["clientSecret"] = text.map { .string($0) }
        return words.value
    }

    private func message(_ file: IdentityFile) throws -> [String: JSONValue] {
        let (path, password) = try cabinet.file(file)
        var words: [String: JSONValue] = ["file": .string(path)]
        if let password { words["password"] = .string(password.reveal { $0 }) }
        if file.overwrites { words["overwrite"] = true }
        if file.allowsLegacy { words["legacy"] = true }
        return words
    }

    /// The members that name a credential.
    func credential(_ input: CredentialInput) throws -> [String: JSONValue] {
        var words: [String: JSONValue] = [:]
        if let text = input.tokenText {
            words["token"] = .string(text)
        } else if let alias = input.token {
            guard let token = vault.token(alias) else {
                throw ForeignCommandError(description: "there is no \(alias)")
            }
            words["token"] = .string(token.reveal { $0 })
        } else {
            words["username"] = .string(input.username ?? input.user ?? "")
            words["password"] = .string(vault.password(of: input).reveal { $0 })
        }
        switch input.tokenURL {
        case "discover": break
        case "explicit": words["tokenURL"] = .string("\(stage.portal.url)/sharing/rest/generateToken")
        default: words["tokenURL"] = .string(stage.placeholders.filled(input.tokenURL))
        }
        if let referer = input.referer { words["referer"] = .string(referer) }
        if let lifetime = input.lifetime { words["lifetimeMinutes"] = .integer(lifetime.components.seconds / 60) }
        if let realm = input.realm { words["realm"] = .string(realm) }
        if input.kind == .http { words["kind"] = "http" }
        return words
    }

    private func browser(_ plan: BrowserPlan) -> [String: JSONValue] {
        let password = vault.password(of: .account(plan.user)).reveal { $0 }
        return ["username": .string(plan.user), "password": .string(password)]
    }

    private func answer(_ kind: AnswerPlan.Kind) throws -> JSONValue {
        let all = ([stage.portal.url] + stage.portal.hostURLs.values).compactMap { Origin(ofURL: $0) }
        switch kind {
        case .credential(let input): return ["credential": Words(nil, try credential(input)).value]
        case .password(let input): return ["password": Words(nil, try credential(input)).value]
        case .trust(let isForCertificate):
            let reasons = Reason.allCases.filter(\.isAboutCertificate)
            for origin in all where !isForCertificate {
                grants.granted(origin, fingerprint: nil, tolerating: reasons)
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
            choose(name, at: [stage.portal.url, stage.portal.serverURL])
            return ["certificate": try identity(name)]
        case .imports(let files):
            for file in files { choose(file.recipe, at: [stage.portal.url, stage.portal.serverURL]) }
            return ["importThenCertificate": .array(try files.map { Words(nil, try message($0)).value })]
        case .failure(let text): return ["throw": .string(text)]
        case .oauth(let plan, let otherwise):
            var words = Words(nil, ["signIn": Words(nil, browser(plan)).value])
            words["otherwise"] = try otherwise.map { try answer($0) }
            return words.value
        case .never, .twice, .requesting: return "cancel"
        }
    }

    /// The files of an identity.
    func identity(_ name: String) throws -> JSONValue {
        let known = try identities[name] ?? ForeignIdentity(name, of: stage.pki, in: sandbox)
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

    private func key(_ name: String) throws -> String {
        guard let key = vault.token("key:\(name)") else {
            throw ForeignCommandError(description: "there is no API key \(name)")
        }
        return key.reveal { $0 }
    }

    /// `portal`, a host of the blueprint, a service, or a URL.
    private func url(of place: String) -> String {
        if place == "portal" { return stage.portal.url }
        return stage.portal.url(ofHost: place) ?? stage.url(ofService: place)
    }

    /// The files of the authorities to trust from now on.
    private func authorities(_ name: String) throws -> [String] {
        guard name != "nothing" else { return [] }
        var files: [String] = []
        if name != "portal" {
            guard let pem = stage.pki.authorityPEM(ofRecipe: name) else {
                throw ForeignCommandError(description: "the recipe \(name) has no authority of its own")
            }
            trustedRecipes.insert(name)
            files.append(try sandbox.write(Data(pem.utf8), as: "\(name).pem"))
        } else {
            trustsRun = true
        }
        if name != "untrusted-root" {
            files.append(try sandbox.write(Data(stage.portal.authorityPEM.utf8), as: "ca.pem"))
        }
        return files
    }
}
