internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

/// What crossed the wire while a map was opened, laid beside the map's document.
struct OpenedMap {
    private let own: [WireExchange]
    /// What was asked at each place once the map's document was there.
    private let exchanges: [MapLayerText.Place: [WireExchange]]
    /// Whether a server names the portal as its owner, by its last answer; servers that were not asked are not among them.
    private let owners: [HTTPURL: Bool]
    private let portal: PortalURL
    private let layers: [MapLayerText]
    private let witness: OpeningWitness
    /// What tokens are bound to; nil where the row does not sign in.
    private let referer: String?
    /// When the map's document was there.
    private let began: Int
    /// Whether anything failed after that.
    private let wasRefused: Bool

    init(_ client: RowClient, _ data: WireExchange, _ witness: OpeningWitness, _ referer: String?) {
        let (own, portal) = (client.own, client.portal)
        self.own = own
        self.portal = portal
        exchanges = own.reduce(into: [:]) { places, exchange in
            guard exchange.number > data.number, let url = exchange.url else { return }
            places[MapLayerText.Place(url), default: []].append(exchange)
        }
        owners = own.reduce(into: [:]) { owners, exchange in
            guard exchange.endpoint == .serverInfo, let server = exchange.url.flatMap({ ServerContext($0) })?.url
            else { return }
            let owner = exchange.document?["owningSystemUrl"]?.string
            owners[server] = owner.map { FederatedTraffic.names($0, portal) } ?? false
        }
        layers = MapLayerText.services(in: data.document)
        self.witness = witness
        self.referer = referer
        began = data.number
        wasRefused = own.contains { $0.number > data.number && !$0.isSuccess }
    }

    /// Says who departed from what; a map of which nothing could be had says nothing of anybody.
    func judge(_ outcome: inout RowOutcome) {
        guard !layers.isEmpty else {
            outcome.notApplicable = "the map has no layer of a feature, map or image service; name one that has"
            return
        }
        outcome.elsewhere = elsewhere
        checkOrder(&outcome)
        checkStrangers(&outcome)
        for layer in layers { checkOutcome(of: layer, &outcome) }
        if let referer { checkServers(referer, &outcome) }
        if outcome.findings.isEmpty, !layers.contains(where: { last(of: $0)?.isSuccess == true }) {
            outcome.notJudged = "none of the map's \(layers.count) layers could be had"
        }
    }

    private func requests(for layer: MapLayerText) -> [WireExchange] {
        exchanges[MapLayerText.Place(layer.url), default: []].filter { $0.url.map(layer.isAt) == true }
    }

    private func last(of layer: MapLayerText) -> WireExchange? { requests(for: layer).last }

    /// Where layers are that are the portal's business: its own host, and servers that name it as their owner.
    private func isPortals(_ exchange: WireExchange) -> Bool {
        guard let url = exchange.url else { return true }
        return url.origin.host == portal.root.origin.host || owner(of: url) == true
    }

    /// Whether a server names the portal as its owner; nil where it was not asked.
    private func owner(of url: HTTPURL) -> Bool? {
        ServerContext(url).flatMap { owners[$0.url] }
    }

    private var elsewhere: Set<Origin> {
        let hosts = Set(layers.map(\.url.origin.host))
        return Set(
            own.filter { hosts.contains($0.origin?.host ?? "") && !isPortals($0) }.compactMap(\.origin))
    }

    /// The basemap first, then one layer after the other, as the document has them.
    private func checkOrder(_ outcome: inout RowOutcome) {
        var asked = began
        for layer in layers {
            let all = requests(for: layer)
            if let next = all.first(where: { $0.number > asked }) {
                asked = next.number
            } else if let early = all.first {
                outcome.client(
                    "W10", "order", "the layer \(layer.title) was asked for before a layer below it",
                    expected: layers.map(\.title).joined(separator: ", "), at: early)
                return
            } else if let isLoaded = witness.hasLoaded(layer), isLoaded || !wasRefused {
                // What it says nothing of, it may not know; what was refused before, it need not ask for.
                outcome.client(
                    "W10", "no-request", "it says how the layer \(layer.title) is, and did not ask for it",
                    expected: "GET \(layer.url.withoutQuery)")
            }
        }
    }

    /// R26: a server that is not the portal's learns neither who asks nor where from.
    private func checkStrangers(_ outcome: inout RowOutcome) {
        for exchange in own where outcome.isElsewhere(exchange) {
            if exchange.headerToken != nil || exchange.formValue("token") != nil
                || exchange.query.contains(where: { $0.0 == "token" })
            {
                outcome.client(
                    "R26", "token-to-stranger", "a server that is not the portal's is sent a token",
                    expected: "a bare request", at: exchange)
            } else if exchange.request.headers.first(named: "Referer") != nil {
                outcome.client(
                    "R26", "referer-to-stranger", "a server that is not the portal's learns the referer",
                    expected: "no Referer", at: exchange)
            }
        }
    }

    /// What the client says of a layer is what the wire shows.
    private func checkOutcome(of layer: MapLayerText, _ outcome: inout RowOutcome) {
        guard let answer = last(of: layer), answer.error == nil, let isLoaded = witness.hasLoaded(layer) else { return }
        if answer.isSuccess, !isLoaded, answer.document?.object != nil {
            outcome.client(
                "W10", "failed-on-success", "the layer \(layer.title) failed though its service described itself",
                at: answer)
        } else if !answer.isSuccess, isLoaded {
            outcome.client("W10", "loaded-on-failure", "the layer \(layer.title) counts as loaded", at: answer)
        }
    }

    /// Each server of the portal gets a token that was exchanged for it, once; and takes it.
    private func checkServers(_ referer: String, _ outcome: inout RowOutcome) {
        if let first = layers.first {
            FederatedTraffic(own, portal: portal, service: first.url).checkPortalTokens(&outcome)
        }
        var seen: Set<HTTPURL> = []
        for layer in layers {
            guard let server = ServerContext(layer.url)?.url, seen.insert(server).inserted, owner(of: layer.url) == true
            else { continue }
            let traffic = FederatedTraffic(
                own.filter { $0.concerns(server) }, portal: portal, service: layer.url)
            guard let exchange = traffic.exchange(boundTo: referer, &outcome) else { continue }
            traffic.checkService(exchange, &outcome)
            // One token that is refused everywhere is the server's departure; where one layer takes it, rights decide.
            let mine = layers.filter { ServerContext($0.url)?.url == server }.compactMap { last(of: $0) }
            if let refused = mine.first(where: { $0.code == 498 && $0.headerToken != nil }),
                !mine.contains(where: \.isSuccess)
            {
                outcome.portal(
                    Endpoint.generateToken.source, "token-refused",
                    "its server refuses the token that was issued for it", expected: "a document", at: refused)
            }
        }
        // Of one map one says what all say.
        outcome.notApplicable = nil
    }
}

extension WireExchange {
    /// Whether it has to do with a server: with the server itself, or with the portal and no other server.
    fileprivate func concerns(_ server: HTTPURL) -> Bool {
        if endpoint == .serverInfo || endpoint == .service {
            return url.flatMap { ServerContext($0) }?.url == server
        }
        guard let named = formValue("serverUrl").flatMap({ HTTPURL(parsing: $0) }) else { return true }
        return named.origin == server.origin && server.segments.starts(with: named.segments)
            || ServerContext(named)?.url == server
    }
}
