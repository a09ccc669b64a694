internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

/// Entries of an HTTP archive (http://www.softwareishard.com/blog/har-12-spec/); members that begin with `_` are its custom fields.
enum HAREntry {
    /// A connection with its handshake, as `_connections` lists them: one that was refused has no entry of its own.
    static func of(_ connection: Journal.Connection) -> JSONValue {
        var object: JSONValue = [
            "connection": .string(String(connection.number)), "listener": .string(connection.listener),
            "origin": .string(connection.origin), "peer": .string(connection.peer),
            "openedAt": .number(connection.openedAt),
        ]
        object["tls"] = connection.tls.map(tls)
        object["fault"] = connection.fault.map { .string($0) }
        object["end"] = connection.end.map { end in
            [
                "at": .number(end.at), "by": .string(end.by), "requestBytes": .integer(Int64(end.requestBytes)),
            ]
        }
        return object
    }

    /// A request with its answer.
    static func of(_ request: Journal.Request, over connection: Journal.Connection?, waited: Int64?) -> JSONValue {
        var entry: JSONValue = [
            "startedDateTime": .string(UTCTime.text(request.portalTime)),
            // The sum of the timings that are known.
            "time": .integer(waited ?? 0),
            "request": of(request), "response": response(request),
            "cache": [:],
            // send, wait and receive must not be negative, the others may be -1 where they are not known.
            "timings": [
                "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": .integer(waited ?? 0),
                "receive": 0, "comment": "Only wait is measured: from the whole head to the answer, in real time.",
            ],
            "connection": .string(String(request.connection)),
            "_number": .integer(Int64(request.number)), "_listener": .string(request.listener),
            "_operation": .string(request.operation),
            "_tokens": .array(
                request.presented.map { ["alias": .string($0.alias), "carrier": .string($0.carrier.rawValue)] }),
            "_decisions": .array(request.decisions.map(decision)),
        ]
        if let peer = connection?.peer { entry["_peer"] = .string(peer) }
        entry["_tls"] = connection?.tls.map(tls)
        entry["_fault"] = request.fault.map { .string($0) }
        entry["_error"] = request.parserError.map { .string($0) }
        if request.bodyBytesDropped > 0 { entry["_bodyBytesDropped"] = .integer(Int64(request.bodyBytesDropped)) }
        return entry
    }

    private static func of(_ request: Journal.Request) -> JSONValue {
        let target = request.target
        let isAbsolute = target.hasPrefix("http://") || target.hasPrefix("https://")
        var object: JSONValue = [
            "method": .string(request.method), "url": .string(isAbsolute ? target : request.origin + target),
            "httpVersion": .string(request.httpVersion),
            "cookies": .array(cookies(request.headers)),
            "headers": .array(request.headers.map { pair($0.name, $0.value) }),
            "queryString": .array(query(target).map { pair($0.name, $0.value) }),
            "headersSize": -1,
            "bodySize": .integer(Int64(request.body.count + request.bodyBytesDropped)),
        ]
        if !request.body.isEmpty { object["postData"] = postData(request) }
        return object
    }

    private static func query(_ target: String) -> [FormField] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return FormURLEncoded.fields(of: Array(target.utf8[target.utf8.index(after: mark)...]))
    }

    /// RFC 6265 §4.2.1
    private static func cookies(_ headers: [HeaderField]) -> [JSONValue] {
        headers.filter { $0.isNamed("Cookie") }.flatMap { $0.value.split(separator: ";") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(Substring(parts[0].utf8.trimmingOptionalWhitespace()))
            return Self.pair(name, parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func postData(_ request: Journal.Request) -> JSONValue {
        let type = request.headers.first(named: "Content-Type") ?? ""
        let text = String(validating: request.body, as: UTF8.self)
        var object: JSONValue = [
            "mimeType": .string(type), "text": .string(text ?? Base64.encode(request.body)),
        ]
        // The specification has an encoding for the bodies of answers only.
        if text == nil { object["_encoding"] = "base64" }
        if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
            object["params"] = .array(FormURLEncoded.fields(of: request.body).map { pair($0.name, $0.value) })
        } else {
            object["params"] = []
        }
        return object
    }

    private static func response(_ request: Journal.Request) -> JSONValue {
        let answer = request.answer
        var object: JSONValue = [
            "status": .integer(Int64(answer?.status ?? 0)),
            "statusText": .string(answer.map(statusText) ?? ""),
            "httpVersion": "HTTP/1.1", "cookies": [], "redirectURL": "", "headersSize": -1,
            "headers": .array(answer?.retryAfter.map { [pair("Retry-After", $0)] } ?? []),
            "bodySize": .integer(Int64(answer?.size ?? -1)),
            "content": [
                "size": .integer(Int64(answer?.size ?? 0)), "mimeType": "x-unknown",
                "comment": "The journal keeps no bodies of answers.",
            ],
        ]
        guard let answer else { return object }
        object["_code"] = .integer(Int64(answer.code))
        let issued = (answer.issued.map { [$0] } ?? []) + (answer.alsoIssued ?? [])
        if !issued.isEmpty { object["_issued"] = .array(issued.map { .string($0) }) }
        if let challenges = answer.challenges { object["_challenges"] = .array(challenges.map { .string($0) }) }
        return object
    }

    /// The reason phrase, with the code of an error that the body tells under another status.
    private static func statusText(_ answer: Journal.Answer) -> String {
        let phrase = ReasonPhrase.of(answer.status)
        return answer.code == answer.status ? phrase : "\(phrase), error \(answer.code)"
    }

    private static func decision(_ decision: Journal.Decision) -> JSONValue {
        var object: JSONValue = [
            "gate": .string(decision.gate), "passed": .bool(decision.passed), "reason": .string(decision.reason),
        ]
        object["cause"] = decision.cause.map { .string($0.rawValue) }
        return object
    }

    static func tls(_ tls: Journal.Handshake) -> JSONValue {
        var object: JSONValue = ["outcome": .string(tls.outcome.rawValue), "resumed": .bool(tls.resumed)]
        object["version"] = tls.version.map { .string($0) }
        object["serverName"] = tls.serverName.map { .string($0) }
        object["certificate"] = tls.certificate.map { .string($0) }
        object["identity"] = tls.identity.map { .string($0) }
        object["identityVerdict"] = tls.identityVerdict.map { .string($0) }
        object["alert"] = tls.alert.map { alert in
            ["number": .integer(Int64(alert.number)), "name": .string(alert.name), "sentBy": .string(alert.sentBy)]
        }
        return object
    }

    private static func pair(_ name: String, _ value: String) -> JSONValue {
        ["name": .string(name), "value": .string(value)]
    }
}
