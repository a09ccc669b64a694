internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

/// What every client must do in every row, read off the bytes that it handed to its transport.
struct ExchangeRules {
    /// Passwords and other secrets that the profile names, in plain text; short ones cannot be told from chance.
    private let secrets: [String]

    /// Where the tokens are for that the portal gives for itself: its address, and the same over TLS.
    private let portal: Set<Origin>

    /// Whether a ticket may go over plain HTTP, as the run was told.
    private let allowsPlainTickets: Bool

    init(secrets: [String], portal: Origin, allowsPlainTickets: Bool = false) {
        self.allowsPlainTickets = allowsPlainTickets
        self.secrets = secrets.filter { $0.utf8.count >= 6 }
        let secured = Origin(scheme: "https", host: portal.host, port: portal.port)
        self.portal = Set([portal, secured].compactMap { $0 })
    }

    /// Every departure in one recording; what the run asked by itself is left out.
    func findings(_ exchanges: [WireExchange], heldBack: [Int]) -> [Finding] {
        let own = exchanges.filter { !$0.isProbe }
        var findings = own.flatMap { carriers($0) + plainText($0) + tokenRequest($0) }
        findings += refusedAgain(own) + strangers(own) + nonceCounts(exchanges)
        for exchange in own where heldBack.contains(exchange.number) {
            findings.append(
                Departure.client(rule: "the run's own rule").finding(
                    "writes", "it sent a request that could write, which was held back", at: exchange))
        }
        return findings
    }

    /// R3 and R5: no token and no password in a URL.
    private func carriers(_ exchange: WireExchange) -> [Finding] {
        var findings: [Finding] = []
        if exchange.query.contains(where: { $0.0 == "token" }) {
            findings.append(
                Departure.client(rule: "R3").finding(
                    "token-in-url", "a token stands in a URL", expected: "the header X-Esri-Authorization", at: exchange
                ))
        }
        let decoded = exchange.query.map(\.1)
        if secrets.contains(where: { secret in
            decoded.contains { $0.contains(secret) } || exchange.request.url.contains(secret)
        }) {
            findings.append(
                Departure.client(rule: "R5").finding(
                    "secret-in-url", "a secret of the profile stands in a URL", expected: "the body of a POST",
                    at: exchange))
        }
        return findings
    }

    /// R20: nothing secret without TLS.
    private func plainText(_ exchange: WireExchange) -> [Finding] {
        guard exchange.origin?.isSecure == false else { return [] }
        let carriesSecret = exchange.form.contains { pair in secrets.contains(pair.1) || pair.0 == "token" }
        guard !exchange.isBare || carriesSecret else { return [] }
        if allowsPlainTickets, exchange.httpScheme == "negotiate", exchange.headerToken == nil, !carriesSecret {
            return []
        }
        return [
            Departure.client(rule: "R20").finding(
                "plain-text", "a secret travelled without TLS", expected: "https", at: exchange)
        ]
    }

    /// R6: how a token is asked for.
    private func tokenRequest(_ exchange: WireExchange) -> [Finding] {
        let asksByPassword = exchange.formValue("password") != nil || exchange.query.contains { $0.0 == "password" }
        guard exchange.endpoint == .generateToken, asksByPassword else { return [] }
        let rule = Departure.client(rule: "R6")
        guard exchange.request.method == "POST" else {
            return [rule.finding("token-request", "a token was not asked for by POST", expected: "POST", at: exchange)]
        }
        var findings: [Finding] = []
        if exchange.formValue("client") != "referer" {
            findings.append(
                rule.finding(
                    "token-request", "the form does not say client=referer", expected: "client=referer", at: exchange))
        }
        let referer = exchange.formValue("referer")
        if referer == nil || referer != exchange.request.headers.first(named: "Referer") {
            findings.append(
                rule.finding(
                    "referer", "the form's referer is not the Referer header", expected: "the same text in both",
                    at: exchange))
        }
        return findings
    }

    /// R12: a user name and password that were refused are not sent again.
    private func refusedAgain(_ exchanges: [WireExchange]) -> [Finding] {
        var refused: Set<[String]> = []
        return exchanges.compactMap { exchange in
            guard let user = exchange.formValue("username"), let password = exchange.formValue("password"),
                let url = exchange.url
            else { return nil }
            let triple = [user, password, url.withoutQuery]
            if refused.contains(triple) {
                return Departure.client(rule: "R12").finding(
                    "refused-again", "a password that was refused is sent again by itself", at: exchange)
            }
            if exchange.envelope != nil { refused.insert(triple) }
            return nil
        }
    }

    /// R26: a token goes to the origin that it was issued for.
    private func strangers(_ exchanges: [WireExchange]) -> [Finding] {
        var homes: [String: Set<Origin>] = [:]
        return exchanges.compactMap { exchange in
            let carried = exchange.headerToken ?? exchange.formValue("token")
            var finding: Finding?
            if let carried, let homes = homes[carried], let origin = exchange.origin, !homes.contains(origin) {
                finding = Departure.client(rule: "R26").finding(
                    "stranger", "a token went to an origin that it was not issued for",
                    expected: homes.map(\.description).sorted().joined(separator: " or "), at: exchange)
            }
            if let token = (exchange.document?["token"] ?? exchange.document?["access_token"])?.string,
                let origin = exchange.origin
            {
                let server = exchange.formValue("serverUrl").flatMap { Origin(ofURL: $0) }
                homes[token, default: []].insert(server ?? origin)
                // A portal whose address is on plain HTTP issues its tokens at another port.
                if server == nil, portal.contains(where: { $0.host == origin.host }) {
                    homes[token, default: []].formUnion(portal)
                }
            }
            return finding
        }
    }

    /// R16: each use of a nonce is counted, from 1, and each has a client nonce. What the run asks by itself goes through the same
    /// client, and counts.
    private func nonceCounts(_ exchanges: [WireExchange]) -> [Finding] {
        var counts: [String: UInt32] = [:]
        return exchanges.compactMap { exchange in
            guard exchange.httpScheme == "digest",
                let value = exchange.request.headers.first(named: "Authorization"),
                let words = Authorization(fieldValue: value), let digest = try? DigestAuthorization(words),
                let count = digest.nonceCount
            else { return nil }
            let wanted = counts[digest.nonce, default: 0] + 1
            counts[digest.nonce] = wanted
            guard !exchange.isProbe, UInt32(count.text, radix: 16) != wanted else { return nil }
            return Departure.client(rule: "R16").finding(
                "nonce-count", "a nonce was used \(wanted) times and the count says otherwise",
                expected: "the uses of this nonce, from 00000001", at: exchange, seen: "nc=\(count.text)")
        }
    }
}
