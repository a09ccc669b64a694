package import JSONValues
package import PortalJudge

/// What a client that is not ours may do instead: say that it cannot, where the requirement leaves that open.
package struct DeclinedWay: Sendable {
    /// The reason that it gives.
    package let reason: Reason
    /// What happens to it then; nil where each answer is a refusal.
    package let events: [EventPattern]?
    /// The requests that it sends.
    package let wire: [WirePattern]

    /// Reads `declined`.
    init(_ reader: DocumentReader) throws(DocumentError) {
        guard let reason = try reader.word("reason", as: Reason.self) else { throw reader.missing("reason") }
        self.reason = reason
        events = try Expectation.events(reader)
        let place = DocumentReader.join(reader.path, "wire")
        DocumentTrace.note(.list, at: place)
        DocumentTrace.note(.shape("line"), at: "\(place)[]")
        wire = try Expectation.patterns(try reader.list("wire"), source: reader.source, path: place)
    }

    /// Reads that of `expect:`; nil where it names none.
    package init?(of expectation: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(expectation, source: source, path: "expect", keys: Expectation.keys)
        guard let declined = try reader.object("declined", keys: Self.keys) else { return nil }
        try self.init(declined)
    }

    static let keys = ["reason", "events", "wire"]
}

extension Expectation {
    /// What is asked of a client that goes the declined way: each answer is a refusal for that reason, unless its events say which.
    package func declined(_ way: DeclinedWay) -> Expectation {
        var asked = self
        if let own = way.events {
            asked.events = own
            asked.wire = way.wire
            var end = final.object ?? [:]
            end["reason"] = .string(way.reason.rawValue)
            asked.final = .object(end)
            return asked
        }
        let refusal = "failed(\(way.reason.rawValue))"
        asked.events = events?.map { pattern in
            guard case .word("loaded", let count) = pattern else { return pattern }
            return .word(refusal, count: count)
        }
        asked.wire = way.wire
        var end = final.object ?? [:]
        end["status"] = "failed"
        end["reason"] = .string(way.reason.rawValue)
        asked.final = .object(end)
        return asked
    }
}
