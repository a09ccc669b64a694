internal import FixtureFiles
internal import JSONValues
internal import PortalJudge

extension Blueprint {
    mutating func readTokens(_ reader: DocumentReader) throws(BlueprintError) {
        let keys = [
            "lifetime", "maximum", "ssl", "expires", "referer", "refuse", "shape", "carriers", "generate", "characters",
            "plainHTTP",
        ]
        guard let found = try reader.object("tokens", keys: keys) else { return }
        if let lifetime = try found.duration("lifetime") { tokens.lifetime = lifetime }
        if let maximum = try found.duration("maximum") { tokens.maximum = maximum }
        if let ssl = try found.truth("ssl") { tokens.ssl = ssl }
        if let plain = try found.truth("plainHTTP") { tokens.plainHTTP = plain }
        if let expires = try found.truth("expires") { tokens.tellsExpiry = expires }
        if let referer = try found.word("referer", as: Tokens.RefererCheck.self) { tokens.referer = referer }
        if let refuse = try found.word("refuse", as: Tokens.Refusal.self) { tokens.refuse = refuse }
        if let shape = try found.word("shape", as: Tokens.Shape.self) { tokens.shape = shape }
        if let carriers = try found.names("carriers", as: Carrier.self) { tokens.carriers = carriers.map(\.carrier) }
        if let generate = try found.word("generate", as: Tokens.Generation.self) { tokens.generate = generate }
        if let characters = try found.word("characters", as: Tokens.Characters.self) { tokens.characters = characters }
    }

    mutating func readListeners(_ reader: DocumentReader) throws(BlueprintError) {
        if let found = try reader.object("tls", keys: ["certificate", "versions"]) {
            if let recipe = try found.text("certificate") { tls.certificate = try self.recipe(recipe, found) }
            if let versions = try found.names("versions", as: TLS.Version.self) { tls.versions = versions }
        }
        if let http = try reader.word("http", as: HTTP.self) { self.http = http }
        guard let found = try reader.object("hosts", keys: nil) else { return }
        for name in found.keys {
            guard !["portal", "http"].contains(name) else {
                throw BlueprintError(
                    .unknownValue, source: reader.source, keyPath: "hosts.\(name)",
                    problem: "\"\(name)\" is the name of one of the portal's own listeners")
            }
            let keys = [
                "address", "certificate", "scheme", "serves", "server", "reach", "clientCertificates",
                "httpAuthentication",
            ]
            let host = try DocumentMistakes.part { () throws(BlueprintError) in
                try self.host(name, try found.object(name, keys: keys))
            }
            if let host { hosts[name] = host }
        }
    }

    /// A further listener; nil where there is none.
    private func host(_ name: String, _ entry: DocumentReader?) throws(BlueprintError) -> Host? {
        guard let entry else { return nil }
        var host = Host()
        if let address = try entry.text("address") { host.address = address }
        if let recipe = try entry.text("certificate") { host.certificate = try self.recipe(recipe, entry) }
        if let scheme = try entry.word("scheme", as: Host.Scheme.self) { host.scheme = scheme }
        if let serves = try entry.word("serves", as: Host.Serves.self) { host.serves = serves }
        if let reach = try entry.word("reach", as: Reach.self) { host.reach = reach }
        if let server = try Self.server(entry) {
            guard host.serves == .server, server.federation != .none else {
                throw BlueprintError(
                    .unknownValue, source: entry.source, keyPath: "hosts.\(name).server",
                    problem: "only a host that serves a server has one", allowed: ["\"serves\": \"server\""])
            }
            host.server = server
        }
        host.clientCertificates = try clientCertificates(entry, isOfHost: true)
        host.webAuthentication = try webAuthentication(entry, isOfHost: true)
        if host.clientCertificates != nil, host.scheme == .http {
            throw BlueprintError(
                .unknownValue, source: entry.source, keyPath: "hosts.\(name).clientCertificates",
                problem: "a host over plain HTTP cannot ask for certificates")
        }
        guard ![.proxy, .tunnel].contains(host.serves) || host.scheme == .http else {
            throw BlueprintError(
                .unknownValue, source: entry.source, keyPath: "hosts.\(name).scheme",
                problem: "a proxy is spoken to over plain HTTP", allowed: ["http"])
        }
        return host
    }

    /// A recipe of `certs/`, which must be there.
    func recipe(
        _ name: String, _ reader: DocumentReader, key: String = "certificate"
    ) throws(BlueprintError) -> String {
        guard !fixtures.contains("certs/\(name).json") else { return name }
        let names = fixtures.paths(under: "certs", suffix: ".json").map { String($0.dropFirst(6).dropLast(5)) }
        try DocumentMistakes.note(
            BlueprintError(
                .unknownValue, source: reader.source, keyPath: DocumentReader.join(reader.path, key),
                problem: "there is no certificate recipe \"\(name)\"", allowed: names, written: name))
        return name
    }

    mutating func readEvents(_ reader: DocumentReader) throws(BlueprintError) {
        if let hold = try reader.texts("hold") { self.hold = hold }
        for (index, value) in try reader.list("answers").enumerated() {
            let answer = try DocumentMistakes.part { () throws(BlueprintError) in
                try Self.cannedAnswer(value, source: reader.source, path: "answers[\(index)]")
            }
            if let answer { answers.append(answer) }
        }
        for (index, value) in try reader.list("after").enumerated() {
            let trigger = try DocumentMistakes.part { () throws(BlueprintError) in
                try Self.trigger(value, source: reader.source, path: "after[\(index)]")
            }
            if let trigger { after.append(trigger) }
        }
    }

    private static func cannedAnswer(_ value: JSONValue, source: String, path: String) throws(BlueprintError)
        -> CannedAnswer
    {
        let reader = try DocumentReader(
            value, source: source, path: path,
            keys: ["operation", "listener", "status", "contentType", "headers", "body", "times"])
        guard let operation = try reader.text("operation") else { throw missing("operation", reader) }
        var answer = CannedAnswer(operation: operation)
        answer.listener = try reader.text("listener")
        if let status = try reader.number("status", in: 200...599) { answer.status = status }
        if let contentType = try reader.text("contentType") { answer.contentType = contentType }
        DocumentTrace.note(.any, at: DocumentReader.join(path, "body"))
        if let body = reader["body"] {
            // A JSON document may be written as such.
            answer.body = body.string ?? body.text()
            if body.string == nil, reader["contentType"] == nil {
                answer.contentType = "application/json;charset=utf-8"
            }
        }
        if let headers = try reader.object("headers", keys: nil) {
            for name in headers.keys { answer.headers[name] = try headers.text(name) }
        }
        answer.times = try reader.number("times", in: 1...1_000_000)
        return answer
    }

    private static func trigger(_ value: JSONValue, source: String, path: String) throws(BlueprintError) -> Trigger {
        let reader = try DocumentReader(
            value, source: source, path: path, keys: ["request", "operation", "times", "do"])
        let condition: Trigger.Condition
        if let number = try reader.number("request", in: 1...1_000_000) {
            condition = .request(number)
        } else if let operation = try reader.text("operation") {
            condition = .operation(operation)
        } else {
            throw missing("request or operation", reader)
        }
        DocumentTrace.note(.list, at: "\(path).do")
        DocumentTrace.note(.shape("action"), at: "\(path).do[]")
        guard let todo = reader["do"] else { throw missing("do", reader) }
        var actions: [PortalAction] = []
        for action in todo.array ?? [todo] {
            actions.append(try PortalAction(decoding: action, source: source, keyPath: "\(path).do"))
        }
        return Trigger(
            condition: condition, times: try reader.number("times", in: 1...1_000_000) ?? 1, actions: actions)
    }

    private static func missing(_ what: String, _ reader: DocumentReader) -> BlueprintError {
        BlueprintError(.wrongType, source: reader.source, keyPath: reader.path, problem: "\(what) is missing")
    }

    /// The carriers in the journal's words, closed and listed so that a typing mistake can be answered.
    private enum Carrier: String, CaseIterable {
        case esriHeader, authorizationHeader, form, query, cookie

        var carrier: Journal.TokenCarrier {
            switch self {
            case .esriHeader: .esriHeader
            case .authorizationHeader: .authorizationHeader
            case .form: .form
            case .query: .query
            case .cookie: .cookie
            }
        }
    }
}
