internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

/// What went to a portal and to a server of its own.
struct FederatedTraffic {
    let own: [WireExchange]
    let portal: PortalURL
    let service: HTTPURL
    /// The tokens that the portal issued for itself.
    private let portalTokens: Set<String>
    private let exchanges: [WireExchange]

    init(_ own: [WireExchange], portal: PortalURL, service: HTTPURL) {
        self.own = own
        self.portal = portal
        self.service = service
        let tokens = own.filter { $0.endpoint == .generateToken }
        exchanges = tokens.filter { $0.formValue("serverUrl") != nil }.admitted
        portalTokens = Set(
            tokens.filter { $0.formValue("serverUrl") == nil }.compactMap { $0.document?["token"]?.string })
    }

    /// What went to the service.
    var atService: [WireExchange] {
        own.filter { $0.endpoint == .service && $0.url?.origin.host == service.origin.host }
    }

    /// R26: whatever goes to the server, the portal's own token does not.
    func checkPortalTokens(_ outcome: inout RowOutcome) {
        let gave = Set(exchanges.compactMap { $0.document?["token"]?.string })
        for exchange in own where exchange.endpoint == .serverInfo || exchange.endpoint == .service {
            let carried = ([exchange.headerToken, exchange.formValue("token")] + exchange.query.map(\.1)).compactMap {
                $0
            }
            guard carried.contains(where: { portalTokens.contains($0) && !gave.contains($0) }) else { continue }
            outcome.client(
                "R26", "portal-token-at-server", "the portal's own token goes to a federated server",
                expected: "the token that it was exchanged for", at: exchange)
        }
    }

    /// The exchange that counts; nil where there is none, with the reason in the outcome.
    func exchange(boundTo referer: String, _ outcome: inout RowOutcome) -> WireExchange? {
        guard let info = own.filter({ $0.endpoint == .serverInfo }).admitted.first else {
            outcome.client(
                "R26", "no-discovery", "it does not ask the server to which portal it belongs",
                expected: "GET rest/info",
                at: atService.first)
            return nil
        }
        guard let owner = info.document?["owningSystemUrl"]?.string else {
            if info.isSuccess {
                outcome.notApplicable =
                    "the server of federatedService names no owningSystemUrl: it belongs to no portal"
            } else {
                outcome.notJudged = "the server of federatedService does not describe itself: \(info.line)"
            }
            return nil
        }
        guard Self.names(owner, portal) else {
            outcome.notApplicable = "the server of federatedService belongs to \(owner), and \(portal) was asked"
            return nil
        }
        guard let exchange = exchanges.first else {
            outcome.client(
                "R26", "no-exchange", "it exchanges no token for a server that belongs to the portal",
                expected: "POST generateToken with token and serverUrl", at: own.last)
            return nil
        }
        checkForm(exchange, referer: referer, &outcome)
        guard !exchange.wasChallenged else {
            outcome.notJudged = "the question for the server's token did not reach the portal: \(exchange.line)"
            return nil
        }
        guard let given = exchange.document?["token"]?.string, exchange.isSuccess else {
            // A wrong request is rightly refused.
            guard outcome.findings.isEmpty else { return nil }
            outcome.portal(
                Endpoint.generateToken.source, "exchange-refused",
                "the server names this portal as its owner, and the portal issues no token for it", expected: "a token",
                at: exchange)
            return nil
        }
        guard !portalTokens.contains(given) else {
            outcome.notApplicable = "the portal gives its own token for the server: nothing tells the two apart"
            return nil
        }
        return exchange
    }

    /// R6 and R26: what the portal is asked with.
    private func checkForm(_ exchange: WireExchange, referer: String, _ outcome: inout RowOutcome) {
        if exchange.formValue("token").map(portalTokens.contains) != true || exchange.formValue("password") != nil {
            outcome.client(
                "R26", "exchange-form", "it asks for the server's token with something else than the portal's token",
                expected: "token and serverUrl", at: exchange)
        }
        if exchange.formValue("client") != "referer" || exchange.formValue("referer") != referer
            || exchange.request.headers.first(named: "Referer") != referer
        {
            outcome.client(
                "R6", "exchange-referer", "the server's token is not bound to the referer of its later requests",
                expected: "client=referer, and one referer in form and header", at: exchange)
        }
        let server = exchange.formValue("serverUrl").flatMap { HTTPURL(parsing: $0) }
        if server.map({ $0.origin.host == service.origin.host && service.segments.starts(with: $0.segments) }) != true {
            outcome.client(
                "R26", "exchange-server", "it asks for the token of another server", expected: service.withoutQuery,
                at: exchange)
        }
    }

    /// The service is asked with the server's token, which was got once.
    func checkService(_ exchange: WireExchange, _ outcome: inout RowOutcome) {
        let isRefused = atService.contains { $0.code == 498 || $0.code == 499 }
        // After a refusal a renewal is the client's right.
        if exchanges.count > 1, !isRefused {
            outcome.client(
                "R25", "exchanges", "it exchanged \(exchanges.count) tokens for one request", expected: "one",
                at: exchanges.last)
        }
        let given = Set(exchanges.compactMap { $0.document?["token"]?.string })
        if let asked = atService.first(where: { $0.headerToken.map(given.contains) != true }) {
            outcome.client(
                "R3", "no-server-token", "the service is asked without the token that the portal gave for it",
                expected: "X-Esri-Authorization: Bearer", at: asked)
        }
    }

    /// Whether a server's `owningSystemUrl` is a portal; old servers name it by http.
    static func names(_ owner: String, _ portal: PortalURL) -> Bool {
        guard let url = HTTPURL(parsing: owner) else { return false }
        let root = PortalURL(rootOf: url).root
        let isOtherPort =
            url.origin.isSecure == portal.root.origin.isSecure && url.origin.port != portal.root.origin.port
        return root.origin.host == portal.root.origin.host && !isOtherPort && root.segments == portal.root.segments
    }
}
