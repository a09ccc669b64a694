internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

/// What is documented of every answer of a portal, whichever row asked: its status, its form, its members.
struct AnswerRules {
    /// Whether the web tier in front of the portal may refuse with a page of its own: it asks for HTTP or TLS credentials.
    let hasWebTier: Bool
    /// The portal's clock may be off by so much.
    static let clockTolerance: Int64 = 300_000
    /// The present moment in milliseconds since 1970.
    let now: Int64
    /// The items whose data are web maps; nothing is documented of the data of others.
    var maps: Set<String> = []

    /// Whether something is documented of an answer: nothing is of redirects and of what the web tier refuses.
    func judges(_ exchange: WireExchange) -> Bool {
        guard let response = exchange.response, exchange.endpoint != .other else { return false }
        if exchange.endpoint == .itemData, !isMap(exchange) { return false }
        if (300..<400).contains(response.status) { return false }
        if response.status == 401, !exchange.challenges.isEmpty, hasWebTier { return false }
        return !hasWebTier || response.status < 400 || exchange.document != nil
    }

    /// Every departure of one answer.
    func findings(_ exchange: WireExchange) -> [Finding] {
        guard judges(exchange), let response = exchange.response else { return [] }
        var findings: [Finding] = []
        if response.status != 200 {
            findings.append(
                Departure.portal(source: Self.statusSource).finding(
                    "http-status",
                    "\(exchange.endpoint.name) answered with HTTP \(response.status), where every refusal is HTTP 200 with an error object",
                    expected: "HTTP 200", at: exchange, seen: "HTTP \(response.status)"))
        }
        guard let document = exchange.document else {
            if response.status == 200 { findings.append(noDocument(exchange, response)) }
            return findings
        }
        guard let members = document.object else {
            return findings + [portal(exchange, "form", "answered \(FieldRule.type(of: document)) and not an object")]
        }
        if let envelope = exchange.envelope { return findings + self.envelope(envelope, exchange) }
        return findings + fields(members, exchange)
    }

    private func isMap(_ exchange: WireExchange) -> Bool {
        exchange.url?.segments.dropLast().last.map { maps.contains(String($0)) } ?? false
    }

    /// The vendor's own client reads every refusal as HTTP 200 with an error object.
    private static let statusSource = "github.com/Esri/arcgis-rest-js packages/arcgis-rest-request/src/request.ts"

    private func portal(
        _ exchange: WireExchange, _ code: String, _ problem: String, expected: String? = nil, seen: String? = nil
    ) -> Finding {
        Departure.portal(source: exchange.endpoint.source).finding(
            code, "\(exchange.endpoint.name) \(problem)", expected: expected, at: exchange, seen: seen)
    }

    private func noDocument(_ exchange: WireExchange, _ response: HTTPResponse) -> Finding {
        let text = String(decoding: response.body.prefix(512), as: UTF8.self).lowercased()
        let isPage = text.contains("<html") || text.contains("<!doctype")
        let title = WirePage.title(of: response.body).map { ", titled \"\($0)\"" } ?? ""
        return portal(
            exchange, isPage ? "html" : "not-json",
            isPage ? "answered an HTML page\(title) though f=json was asked for" : "answered something that is no JSON",
            expected: "a JSON document", seen: response.headers.first(named: "Content-Type"))
    }

    private func envelope(_ envelope: JSONValue, _ exchange: WireExchange) -> [Finding] {
        var findings: [Finding] = []
        func complain(_ member: String, _ wanted: String) {
            findings.append(
                Departure.portal(source: Self.statusSource).finding(
                    "error-\(member)",
                    "the error object of \(exchange.endpoint.name) has a \(member) that is \(FieldRule.type(of: envelope[member] ?? .null))",
                    expected: wanted, at: exchange))
        }
        // Some errors have no code (arcgis-rest-js test mocks); one that is there is a number.
        if let code = envelope["code"], code.integer == nil { complain("code", "a whole number") }
        if let message = envelope["message"], message.string == nil, !message.isNull {
            complain("message", "a text or null")
        }
        if let details = envelope["details"], details.string == nil, details.array == nil, !details.isNull {
            complain("details", "an array, a text or null")
        }
        return findings
    }

    private func fields(_ members: [String: JSONValue], _ exchange: WireExchange) -> [Finding] {
        var findings = defects(members, exchange.endpoint.fields, "", exchange)
        switch exchange.endpoint {
        case .info, .serverInfo:
            guard let info = members["authInfo"]?.object else { break }
            let isTokenBased = info["isTokenBasedSecurity"]?.bool == true
            findings += defects(
                info,
                [
                    FieldRule("isTokenBasedSecurity", .truth, required: true),
                    FieldRule("tokenServicesUrl", .text, required: isTokenBased),
                ], "authInfo.", exchange)
        case .portalSelf:
            if let user = members["user"]?.object {
                findings += defects(user, Endpoint.userFields, "user.", exchange)
            }
            if let access = members["access"]?.string, access != "public", access != "private" {
                findings.append(
                    portal(
                        exchange, "field-value", "has the member access with another word than public and private",
                        seen: "access"))
            }
        case .generateToken: findings += expiry(members, exchange)
        case .itemData:
            for (name, layers) in MapLayerText.lists(in: members) { findings += self.layers(layers, name, exchange) }
        default: break
        }
        return findings
    }

    /// Layers of which so many are not as documented are not looked at further.
    private static let mostWrongLayers = 10

    /// The departures of the layers in one list of a web map.
    private func layers(_ layers: [JSONValue], _ name: String, _ exchange: WireExchange) -> [Finding] {
        var findings: [Finding] = []
        var wrong = 0
        for (index, layer) in layers.enumerated() {
            guard wrong < Self.mostWrongLayers else {
                return findings + [
                    portal(
                        exchange, "layers",
                        "has \(wrong) layers that are not as documented; the \(layers.count - index) after "
                            + "\(name)[\(index - 1)] were not looked at")
                ]
            }
            let found: [Finding]
            if let members = layer.object {
                found = defects(members, Endpoint.mapLayerFields, "\(name)[\(index)].", exchange)
            } else {
                found = [
                    portal(
                        exchange, "field-type", "has a layer that is no object",
                        expected: "\(name)[\(index)]: an object", seen: FieldRule.type(of: layer))
                ]
            }
            if !found.isEmpty { wrong += 1 }
            findings += found
        }
        return findings
    }

    private func defects(
        _ members: [String: JSONValue], _ rules: [FieldRule], _ prefix: String, _ exchange: WireExchange
    ) -> [Finding] {
        rules.compactMap { rule in
            rule.defect(in: members).map { defect in
                portal(
                    exchange, defect.code,
                    "answered without what is documented: \(prefix)\(rule.name): \(defect.problem)",
                    expected: "\(prefix)\(rule.name): \(rule.kind.rawValue)", seen: defect.seen)
            }
        }
    }

    /// A token that has ended before it came, or that ends in another century, has an expiry in the wrong unit.
    private func expiry(_ members: [String: JSONValue], _ exchange: WireExchange) -> [Finding] {
        guard let expires = members["expires"]?.integer else { return [] }
        let year: Int64 = 366 * 86_400_000
        guard expires < now - Self.clockTolerance || expires > now + 10 * year else { return [] }
        return [
            portal(
                exchange, "expires", "issued a token whose expires is no moment to come, in milliseconds since 1970",
                expected: "a moment after \(now)", seen: "expires \(expires)")
        ]
    }
}

/// HTML pages, as far as a report needs them.
enum WirePage {
    /// The title of a page, of at most 80 characters; nil where it has none.
    static func title(of body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard let start = text.firstRange(ofLetters: "<title>"),
            let end = text[start.upperBound...].firstRange(ofLetters: "</title>")
        else { return nil }
        let title = text[start.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return title.isEmpty ? nil : String(title.prefix(80))
    }
}
