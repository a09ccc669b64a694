internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

/// The same questions to any portal, so that the answers of two can be laid side by side.
struct LookRound: Sendable {
    /// The answer to each question, by its name, as `portals/self (member)`.
    private(set) var answers: [String: WireExchange] = [:]
    private(set) var exchanges: [WireExchange] = []
    /// Layers of maps that are asked about, each of another type; the types of services are some eight
    /// (developers.arcgis.com/web-map-specification › operationalLayers).
    private static let mostLayerTypes = 16
    /// Bytes of the name of such a type.
    private static let longestLayerType = 64
    /// Who asks without a token: a stranger, or the member whom the web tier in front names to the portal.
    private var stranger = "stranger"
    /// How that one asks for what the portal shows to each user in another way.
    private var identity = ArcGISRequest.Identity.anonymous

    /// Whether the portal saw no stranger in this round: the web tier in front names the user of each request.
    var isWithoutStrangers: Bool { stranger == "member" }

    /// Asks as a stranger, then as the member, whatever the profile has names for; `askMember` is false where the portal has
    /// refused the password before. With `signsInFirst` the member asks in the stranger's place too, as behind a web tier that
    /// names the user of each request.
    static func perform(_ plan: ConformancePlan, askMember: Bool, signsInFirst: Bool = false) async -> LookRound {
        var round = LookRound()
        guard
            let client = try? RowClient(
                plan.portal, plan, trusting: plan.authorities, answers: plan.webTierAnswers, time: SystemTimeSource())
        else { return round }
        defer { client.end() }
        if signsInFirst, let account = plan.profile.member {
            client.signIn(account)
            round.identity = .stored
        }
        await round.askAsStranger(plan.profile, client)
        if askMember, let account = plan.profile.member { await round.askAsMember(account, plan.profile, client) }
        round.exchanges = client.recorder.exchanges
        return round
    }

    private mutating func ask(
        _ name: String, _ url: HTTPURL, _ client: RowClient, as identity: ArcGISRequest.Identity = .anonymous
    ) async {
        if let answer = await client.look(url, as: identity) { answers[name] = answer }
    }

    private mutating func askAsStranger(_ profile: ConformanceProfile, _ client: RowClient) async {
        let root = client.portal.rest
        await ask("sharing/rest", root, client)
        await ask("info", root.appending("info"), client)
        await ask("portals/self (stranger)", root.appending("portals", "self"), client, as: identity)
        // Whom the web tier in front has named is no stranger, whatever is asked without a token.
        if let first = answers["portals/self (stranger)"], first.isSuccess, first.document?["user"]?.object != nil {
            answers = ["sharing/rest", "info"].reduce(into: [:]) { $0[$1] = answers[$1] }
            answers["portals/self (member)"] = first
            stranger = "member"
        }
        let missing = String(repeating: "0", count: 31) + "1"
        await ask("content/items/{id} (missing)", root.appending("content", "items", missing), client, as: identity)
        await ask("community/self (\(stranger))", root.appending("community", "self"), client, as: identity)
        if let id = profile.publicItem {
            await ask("content/items/{id} (public)", root.appending("content", "items", id), client, as: identity)
        }
        if let id = profile.privateItem {
            await ask(
                "content/items/{id} (private, \(stranger))", root.appending("content", "items", id), client,
                as: identity)
        }
        if let service = profile.service.flatMap({ HTTPURL(parsing: $0) }), let server = ServerContext(service) {
            await ask("rest/info", server.url.appending("rest", "info"), client)
            await ask("rest/services/{service} (\(stranger))", service, client)
        }
        if let server = profile.federatedServer {
            await ask("rest/info (federated)", server.appending("rest", "info"), client)
        }
        if let id = profile.publicMap {
            await ask(
                "content/items/{id}/data (public map)", root.appending("content", "items", id, "data"), client,
                as: identity)
        }
        if let id = profile.privateMap {
            await ask(
                "content/items/{id}/data (private map, \(stranger))", root.appending("content", "items", id, "data"),
                client, as: identity)
        }
    }

    private mutating func askAsMember(
        _ account: ConformanceProfile.Account, _ profile: ConformanceProfile, _ client: RowClient
    ) async {
        let root = client.portal.rest
        let credential = TokenCredential(
            for: root, username: account.username, password: account.password, in: client.environment)
        let isIssued = await client.recorder.probing { (try? await credential.tokenInfo()) != nil }
        answers["generateToken"] = client.recorder.exchanges.last { $0.endpoint == .generateToken }
        guard isIssued else { return }
        client.environment.credentials.add(credential)
        await ask("portals/self (member)", root.appending("portals", "self"), client, as: .stored)
        await ask("community/self (member)", root.appending("community", "self"), client, as: .stored)
        if let id = profile.privateItem {
            await ask(
                "content/items/{id} (private, member)", root.appending("content", "items", id), client, as: .stored)
        }
        await askAboutServers(profile, client)
        await askAboutMaps(profile, client)
        guard let service = profile.service.flatMap({ HTTPURL(parsing: $0) }) else { return }
        client.environment.credentials.add(
            TokenCredential(
                for: service, username: account.username, password: account.password, in: client.environment))
        await ask("rest/services/{service} (member)", service, client, as: .stored)
        for layer in answers["rest/services/{service} (member)"]?.document?["layers"]?.array?.prefix(8) ?? [] {
            guard let id = layer["id"]?.integer else { continue }
            await ask("layer \(id)", service.appending(String(id)), client, as: .stored)
        }
    }

    /// The servers of the portal, and what its token is exchanged for at one of them.
    private mutating func askAboutServers(_ profile: ConformanceProfile, _ client: RowClient) async {
        guard let service = profile.federatedService.flatMap({ HTTPURL(parsing: $0) }) else { return }
        await ask(
            "portals/self/servers (member)", client.portal.rest.appending("portals", "self", "servers"), client,
            as: .stored)
        await ask("rest/services/{service} (federated)", service, client, as: .stored)
        answers["generateToken (serverUrl)"] = client.recorder.exchanges.last {
            $0.endpoint == .generateToken && $0.formValue("serverUrl") != nil
        }
    }

    /// The private map, and of the layers of both maps one of each type, of 16 types at the most; what lies on a server that the
    /// profile does not name is not asked.
    private mutating func askAboutMaps(_ profile: ConformanceProfile, _ client: RowClient) async {
        if let id = profile.privateMap {
            await ask(
                "content/items/{id}/data (private map, member)",
                client.portal.rest.appending("content", "items", id, "data"), client, as: .stored)
        }
        let known = Set(
            ([client.portal.root]
                + [profile.service, profile.federatedService].compactMap { $0.flatMap { HTTPURL(parsing: $0) } })
                .map(\.origin.host))
        var types: Set<String> = []
        let maps = ["content/items/{id}/data (private map, member)", "content/items/{id}/data (public map)"]
        for layer in maps.flatMap({ MapLayerText.services(in: answers[$0]?.document) })
        where known.contains(layer.url.origin.host) && types.count < Self.mostLayerTypes {
            guard layer.type.utf8.count <= Self.longestLayerType, types.insert(layer.type).inserted else { continue }
            await ask(
                "a map's layer (\(layer.type.isEmpty ? "of no type" : layer.type))", layer.url, client, as: .stored)
        }
    }
}
