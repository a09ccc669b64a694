import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge

/// One event of a portal's traffic as JSON for programs; `version` grows when a member changes its meaning.
enum TrafficEvent {
    static let version: Int64 = 1

    /// A connection that was opened, whose handshake has ended, or that came to nothing; `shown` takes secrets out of a server's name.
    static func connection(_ event: String, _ news: ConnectionNews, shown: (String) -> String) -> JSONValue {
        let connection = news.connection
        var object = start(event, news.portalTime)
        object["connection"] = .integer(Int64(connection.number))
        object["listener"] = .string(connection.listener)
        object["peer"] = .string(connection.peer)
        object["fault"] = connection.fault.map { .string($0) }
        object["tls"] = connection.tls.map { tls($0, shown) }
        object["endedBy"] = connection.end.map { .string($0.by) }
        return object
    }

    private static func tls(_ tls: Journal.Handshake, _ shown: (String) -> String) -> JSONValue {
        var object: JSONValue = ["outcome": .string(tls.outcome.rawValue)]
        object["version"] = tls.version.map { .string($0) }
        object["certificate"] = tls.certificate.map { .string($0) }
        object["serverName"] = tls.serverName.map { .string(shown($0)) }
        object["identity"] = tls.identity.map { .string($0) }
        object["identityVerdict"] = tls.identityVerdict.map { .string($0) }
        object["alert"] = tls.alert.map { alert in
            ["number": .integer(Int64(alert.number)), "name": .string(alert.name), "sentBy": .string(alert.sentBy)]
        }
        return object
    }

    /// A request; the texts of the client come without secrets, or `reason` takes them out.
    static func request(_ news: RequestNews, target: String, user: String?, reason: (String) -> String) -> JSONValue {
        var object = start("request", news.portalTime)
        object["request"] = .integer(Int64(news.number))
        object["connection"] = .integer(Int64(news.connection))
        object["listener"] = .string(news.listener)
        object["method"] = .string(reason(news.method))
        object["target"] = .string(target)
        object["operation"] = .string(news.operation)
        object["user"] = user.map { .string($0) }
        object["identity"] = news.identity.map { .string($0) }
        if !news.presented.isEmpty {
            object["tokens"] = .array(
                news.presented.map { ["alias": .string($0.alias), "carrier": .string($0.carrier.rawValue)] })
        }
        if let credentials = news.credentials {
            object["credentials"] = [
                "scheme": .string(reason(credentials.scheme)), "verdict": .string(credentials.verdict.rawValue),
            ]
        }
        if let decision = news.decisive {
            var decided: JSONValue = [
                "gate": .string(decision.gate), "passed": .bool(decision.passed),
                "reason": .string(reason(decision.reason)),
            ]
            decided["cause"] = decision.cause.map { .string($0.rawValue) }
            object["decision"] = decided
        }
        object["status"] = news.answer.map { .integer(Int64($0.status)) }
        object["code"] = news.answer.map { .integer(Int64($0.code)) }
        let issued = (news.answer?.issued.map { [$0] } ?? []) + (news.answer?.alsoIssued ?? [])
        if !issued.isEmpty { object["issued"] = .array(issued.map { .string($0) }) }
        object["waitedMS"] = news.waited.map { .integer($0) }
        object["fault"] = news.fault.map { .string($0) }
        object["error"] = news.parserError.map { .string(reason($0)) }
        return object
    }

    /// An event that is about no connection, with one more member.
    static func note(_ event: String, _ time: Int64, _ name: String? = nil, _ value: JSONValue = .null) -> JSONValue {
        var object = start(event, time)
        if let name { object[name] = value }
        return object
    }

    private static func start(_ event: String, _ time: Int64) -> JSONValue {
        ["version": .integer(version), "event": .string(event), "time": .string(UTCTime.text(time))]
    }
}
