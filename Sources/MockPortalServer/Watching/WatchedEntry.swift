internal import JSONValues
internal import PortalJudge

/// What an event stream tells of an entry: as much as a line of a list shows, with the texts of strangers cut where they are long.
enum WatchedEntry {
    /// Characters of a target or another text of a client; the journal has the whole.
    static let longest = 2000

    /// A request; absent members are left out.
    static func json(_ request: Journal.Request, place: Int, handshake: Journal.Handshake?) -> JSONValue {
        var members: [String: JSONValue] = [
            "number": .integer(Int64(request.number)), "place": .integer(Int64(place)),
            "connection": .integer(Int64(request.connection)), "listener": .string(request.listener),
            "portalTime": .integer(request.portalTime), "method": cut(request.method), "target": cut(request.target),
            "operation": cut(request.operation), "line": cut(request.wireLine(over: handshake)),
        ]
        if !request.presented.isEmpty {
            members["tokens"] = .array(
                request.presented.map { ["alias": .string($0.alias), "carrier": .string($0.carrier.rawValue)] })
        }
        if let authorization = request.authorization {
            members["login"] = [
                "scheme": .string(authorization.scheme), "user": cut(authorization.username ?? ""),
                "verdict": .string(authorization.verdict.rawValue),
            ]
        }
        members["identity"] = handshake?.identity.map { cut($0) }
        if !request.decisions.isEmpty {
            members["decisions"] = .array(
                request.decisions.map {
                    ["gate": .string($0.gate), "passed": .bool($0.passed), "reason": cut($0.reason)]
                })
        }
        members["answer"] = request.answer.map(json)
        members["fault"] = request.fault.map { cut($0) }
        members["refusedByParser"] = request.parserError.map { cut($0) }
        return .object(members)
    }

    /// A connection; absent members are left out.
    static func json(_ connection: Journal.Connection, place: Int, portalTime: Int64) -> JSONValue {
        var members: [String: JSONValue] = [
            "number": .integer(Int64(connection.number)), "place": .integer(Int64(place)),
            "listener": .string(connection.listener), "origin": .string(connection.origin),
            "peer": .string(connection.peer), "openedAt": .number(connection.openedAt),
            "portalTime": .integer(portalTime),
        ]
        if let tls = connection.tls { members["tls"] = json(tls) }
        if let end = connection.end {
            members["end"] = [
                "by": .string(end.by), "at": .number(end.at), "requestBytes": .integer(Int64(end.requestBytes)),
            ]
        }
        members["fault"] = connection.fault.map { .string($0) }
        return .object(members)
    }

    private static func json(_ tls: Journal.Handshake) -> JSONValue {
        var members: [String: JSONValue] = ["outcome": .string(tls.outcome.rawValue)]
        members["serverName"] = tls.serverName.map { cut($0) }
        members["version"] = tls.version.map { .string($0) }
        members["certificate"] = tls.certificate.map { .string($0) }
        members["resumed"] = tls.resumed ? true : nil
        members["offeredVersions"] = .array(tls.offeredVersions.map { cut($0) })
        members["identity"] = tls.identity.map { cut($0) }
        members["clientCertificate"] = tls.clientCertificate.map { cut($0) }
        members["identityVerdict"] = tls.identityVerdict.map { cut($0) }
        members["alert"] = tls.alert.map {
            ["name": .string($0.name), "number": .integer(Int64($0.number)), "sentBy": .string($0.sentBy)]
        }
        return .object(members)
    }

    private static func json(_ answer: Journal.Answer) -> JSONValue {
        var members: [String: JSONValue] = [
            "status": .integer(Int64(answer.status)), "code": .integer(Int64(answer.code)),
            "size": .integer(Int64(answer.size)),
        ]
        if !answer.handedOut.isEmpty { members["issued"] = .array(answer.handedOut.map { .string($0) }) }
        members["challenges"] = answer.challenges.map { .array($0.map { .string($0) }) }
        members["retryAfter"] = answer.retryAfter.map { cut($0) }
        return .object(members)
    }

    private static func cut(_ text: String) -> JSONValue {
        guard text.utf8.count > longest else { return .string(text) }
        return .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) + "…")
    }
}
