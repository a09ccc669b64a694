internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

/// What crossed the client's transport as the evidence of a report: requests and answers as bytes, without secrets.
struct TranscriptEvidence {
    /// Every secret of the run: the profile's, and each token that was given out.
    private(set) var canaries: [Canary]
    private var values: Set<String> = []
    /// How many were learned from addresses, and the exchanges that hold more of them than are learned, or longer ones, with which
    /// of the two: nothing of their answers is told.
    private var fromAddresses = 0
    private var untold: [Exchange: String] = [:]
    private static let mostFromAddresses = 256
    /// Bytes of a token in an address: of a whole address servers take some 8000 (RFC 9110 §4.1).
    private static let longestInAddress = 8192

    /// An exchange among those of all clients of a run.
    private struct Exchange: Hashable {
        let number: Int
        let moment: Int64
        let url: String

        init(_ exchange: WireExchange) {
            (number, moment, url) = (exchange.number, exchange.moment, exchange.request.url)
        }
    }

    init(_ profile: ConformanceProfile) {
        canaries = profile.secrets.map { name, secret in
            Canary(name: name, kind: .password, value: secret.reveal { $0 }, origins: [])
        }
        values = Set(canaries.map(\.value))
    }

    /// Takes note of whatever secrets a recording holds.
    mutating func learn(_ exchanges: [WireExchange]) {
        for exchange in exchanges {
            let given = ["token", "access_token", "refresh_token", "id_token", "bingKey"].compactMap {
                exchange.document?[$0]?.string
            }
            let sent = ["password", "token", "refresh_token", "client_secret", "auth_token", "code", "code_verifier"]
                .compactMap { exchange.formValue($0) }
            let cookies = (exchange.response?.headers.all(named: "Set-Cookie") ?? []).compactMap(Self.cookieValue)
            for value in given + sent + cookies + [exchange.headerToken].compactMap({ $0 }) {
                note(value)
            }
            // Maps are stored with whatever their authors' addresses held.
            for text in [exchange.request.url, String(decoding: exchange.response?.body ?? [], as: UTF8.self)] {
                if let excess = learnAddresses(in: text) { untold[Exchange(exchange)] = excess }
            }
        }
    }

    /// Takes note of the values of `token` in the addresses that a text holds; gives what it has too much of, and stops there.
    private mutating func learnAddresses(in text: String) -> String? {
        let mark = "token="
        var rest = text[...]
        while let found = rest.firstRange(of: mark) {
            let value = rest[found.upperBound...].unicodeScalars.prefix {
                !"&\"\\#<> ".unicodeScalars.contains($0) && !$0.properties.isWhitespace
            }
            // Each byte is read once: what follows the mark within a value is read with the value.
            rest = rest[value.endIndex...]
            let whole = String(value)
            guard whole.utf8.count <= Self.longestInAddress else {
                return "it holds a token of more than \(Self.longestInAddress) bytes"
            }
            // An address may stand in the query of another one.
            var inner = whole[...]
            while let next = inner.firstRange(of: mark) { inner = inner[next.upperBound...] }
            for value in [whole, String(inner)] where value.utf8.count >= 8 && !values.contains(value) {
                guard fromAddresses < Self.mostFromAddresses else {
                    return "it holds more than \(Self.mostFromAddresses) tokens"
                }
                fromAddresses += 1
                note(value)
            }
        }
        return nil
    }

    private mutating func note(_ value: String) {
        guard !value.isEmpty, values.insert(value).inserted else { return }
        canaries.append(Canary(name: "secret-\(canaries.count + 1)", kind: .token, value: value, origins: []))
    }

    private static func cookieValue(_ field: String) -> String? {
        let pair = field.prefix { $0 != ";" }
        return pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]) }
    }

    /// The evidence of one row, redacted.
    func evidence(_ outcome: RowOutcome) -> Evidence {
        var evidence = Evidence(client: .builtIn)
        evidence.canaries = canaries
        evidence.events = outcome.events
        evidence.journal = Journal(
            connections: connections(outcome.exchanges), requests: outcome.exchanges.map(Self.request))
        evidence.output = outcome.exchanges.compactMap(answer)
        evidence.departures = redacted(outcome.findings)
        if outcome.findings.isEmpty {
            evidence.obstacle = outcome.notJudged
            evidence.inapplicable = outcome.notJudged == nil ? outcome.notApplicable : nil
        }
        var redacted = evidence.redacted()
        // Placeholders show where secrets were; the secrets themselves stay out of the evidence.
        redacted.canaries = []
        return redacted
    }

    /// Findings without secrets, whatever an answer put into them.
    func redacted(_ findings: [Finding]) -> [Finding] {
        let texts = AnswerTexts(without: canaries)
        return findings.map { finding in
            Finding(
                finding.code, texts.told(finding.problem), expected: finding.expected.map(texts.told),
                nearest: finding.nearest.map(texts.told), difference: finding.difference.map(texts.told))
        }
    }

    /// Differences without secrets, which a portal may have among the names of its members.
    func redacted(_ differences: [ShapeDifference]) -> [ShapeDifference] {
        let texts = AnswerTexts(without: canaries)
        return differences.map { difference in
            var difference = difference
            for path in [\ShapeDifference.question, \.path, \.portal, \.fake] {
                difference[keyPath: path] = texts.told(difference[keyPath: path])
            }
            return difference
        }
    }

    private func connections(_ exchanges: [WireExchange]) -> [Journal.Connection] {
        var origins: [String] = []
        for exchange in exchanges {
            let origin = exchange.origin?.description ?? "?"
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins.enumerated().map { index, origin in
            let first = exchanges.first { $0.origin?.description == origin }
            let leaf = exchanges.lazy.compactMap {
                $0.response?.peerCertificates.first ?? $0.error?.serverTrust?.chain.first
            }.first
            let isRefused = first?.error?.serverTrust != nil
            let tls =
                origin.hasPrefix("https")
                ? Journal.Handshake(fingerprint: leaf?.sha256, outcome: isRefused ? .refusedByClient : .completed) : nil
            return Journal.Connection(
                number: index + 1, listener: "portal", origin: origin, peer: "client", openedAt: first?.began ?? 0,
                tls: tls,
                end: Journal.End(at: exchanges.last?.ended ?? 0, by: "client", requestBytes: 0))
        }
    }

    private static func request(_ exchange: WireExchange) -> Journal.Request {
        let url = exchange.url
        let answer = exchange.response.map { response in
            Journal.Answer(status: response.status, code: exchange.code ?? response.status, size: response.body.count)
        }
        return Journal.Request(
            number: exchange.number, connection: 1, ordinal: exchange.number,
            listener: exchange.isProbe ? "probe" : "portal",
            origin: url?.origin.description ?? "?", portalTime: 0, method: exchange.request.method,
            target: (url?.path ?? "") + (url?.query.map { "?" + $0 } ?? ""),
            httpVersion: exchange.response?.httpVersion ?? "HTTP/1.1",
            headers: exchange.request.headers.map(masked), body: Self.masked(exchange),
            operation: exchange.endpoint.name,
            answer: answer, fault: exchange.error.map { "\($0.code)" })
    }

    /// A form without the values that are secret whatever they are; short ones could not be found again.
    private static func masked(_ exchange: WireExchange) -> [UInt8] {
        let secret: Set<String> = [
            "password", "client_secret", "refresh_token", "auth_token", "token", "code", "code_verifier",
        ]
        let pairs = exchange.form.map { secret.contains($0.0) ? ($0.0, "redacted") : $0 }
        return Array(FormURLEncoded.encode(pairs).utf8)
    }

    /// Credentials of HTTP name their scheme; a Digest answer could be guessed at offline.
    private static func masked(_ field: HeaderField) -> HeaderField {
        guard field.isNamed("Authorization") || field.isNamed("Proxy-Authorization") || field.isNamed("Cookie") else {
            return field
        }
        guard let words = Authorization(fieldValue: field.value), words.scheme.lowercased() == "digest" else {
            return HeaderField(field.name, "\(field.value.prefix { $0 != " " && $0 != "=" }) redacted")
        }
        let kept: Set<String> = ["realm", "uri", "algorithm", "nc", "qop"]
        let shown = words.parameters.filter { kept.contains($0.name.lowercased()) }.map { "\($0.name)=\"\($0.value)\"" }
        return HeaderField(field.name, "Digest \(shown.joined(separator: ", "))")
    }

    /// The head and the first 4 KiB of an answer as they came.
    private func answer(_ exchange: WireExchange) -> ClientOutput? {
        guard let response = exchange.response else {
            return exchange.error.map {
                ClientOutput(place: "answer \(exchange.number)", text: "none: \($0.detail) (\($0.code))")
            }
        }
        let head = response.headers.map { field in
            ["set-cookie", "authentication-info", "www-authenticate"].contains(field.name.lowercased())
                ? "\(field.name): \(field.value.prefix { $0 != " " && $0 != "=" }) …" : "\(field.name): \(field.value)"
        }
        if let excess = untold[Exchange(exchange)] {
            return ClientOutput(
                place: "answer \(exchange.number)",
                text: "\(response.httpVersion) \(response.status), not told: \(excess)")
        }
        let (body, more) = AnswerTexts.beginning(of: response.body)
        return ClientOutput(
            place: "answer \(exchange.number)",
            text: (["\(response.httpVersion) \(response.status)"] + head + ["", body] + (more.isEmpty ? [] : [more]))
                .joined(separator: "\n"))
    }
}
