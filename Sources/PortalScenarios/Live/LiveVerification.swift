package import JSONValues
package import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

/// Answers whether a served portal has seen what the lines of a scenario's `wire` say, as the control API's `verify` asks it.
package enum LiveVerification {
    /// The keys of the body.
    package static let keys = ["wire", "mode"]

    /// Reads the body of a call and compares what the portal has seen so far.
    ///
    /// Throws where a line cannot be read, with its place, what is allowed and the nearest of that.
    package static func answer(_ body: JSONValue, at portal: MockPortal) throws(DocumentError) -> JSONValue {
        let reader = try DocumentReader(body, source: "body", keys: keys)
        guard let lines = reader["wire"] else { throw reader.missing("wire") }
        guard lines.array != nil else { throw reader.wrongType("wire", "a list of lines") }
        try checkSize(lines)
        let mode = try reader.word("mode", as: WireVerification.Mode.self) ?? .exact
        let asked = try Expectation(decoding: ["wire": Placeholders(portal).filled(lines)], source: "body", path: "")
        let patterns = asked.wire ?? []
        if mode == .any, let index = patterns.firstIndex(where: { !$0.isOrdered }) {
            throw DocumentError(
                .wrongType, source: "body", keyPath: "wire",
                problem:
                    "part \(index + 1) of the requests has several orders or ways, which have no place among other "
                    + "requests; write its lines one by one, or use the mode exact")
        }
        let verification = WireVerification(
            evidence(of: portal, keeping: asked.literals), patterns, handshakes: asked.refusedHandshakes, mode: mode)
        var answer: JSONValue = [
            "met": .bool(verification.isMet), "mode": .string(mode.rawValue),
            "findings": .array(verification.findings.map(json)), "loose": .array(verification.loose.map(json)),
            "rows": .array(verification.rows.map(json)),
        ]
        answer["incomplete"] = verification.gap.map { .string($0) }
        return answer
    }

    /// Lines, counted as often as they stand for a request, and lines that may be left out.
    private static let most = (lines: CountedText.most, optional: 50, anyOrder: 12)

    /// Throws where comparing would take long: a group without order costs a state for each set of its members.
    private static func checkSize(_ lines: JSONValue) throws(DocumentError) {
        let size = Size(lines)
        let limits = [
            ("lines", size.lines, most.lines), ("lines that may be left out", size.optional, most.optional),
            ("lines in one group of any order", size.anyOrder, most.anyOrder),
        ]
        for (name, count, limit) in limits where count > limit {
            throw DocumentError(
                .wrongType, source: "body", keyPath: "wire",
                problem: "it has more than \(limit) \(name); ask for fewer at once")
        }
    }

    /// How much a list of lines asks for; what is no line counts as one, and is refused when it is read.
    private struct Size {
        var lines = 0
        var optional = 0
        /// Lines in the largest group without order.
        var anyOrder = 0

        init(_ value: JSONValue, depth: Int = 0) {
            if let text = value.string {
                let counts = CountedText.read(text).counts
                lines = min(counts.upperBound, 1_000_000)
                optional = min(counts.upperBound - counts.lowerBound, 1_000_000)
            } else if let elements = value.array ?? value.object.map({ Array($0.values) }), depth < 32 {
                for element in elements {
                    let inner = Size(element, depth: depth + 1)
                    lines += inner.lines
                    optional += inner.optional
                    anyOrder = max(anyOrder, inner.anyOrder)
                }
                if value["optional"] != nil { optional += lines }
                if value["anyOrder"] != nil { anyOrder = lines }
            } else {
                lines = depth < 32 ? 1 : 1_000_000
            }
        }
    }

    /// What was seen so far, without secrets: no finding quotes one.
    private static func evidence(of portal: MockPortal, keeping kept: Set<String>) -> Evidence {
        var evidence = Evidence(client: .foreign, journal: portal.journal())
        evidence.canaries = portal.canaries()
        return evidence.redacted(keeping: kept)
    }

    private static func json(_ finding: Finding) -> JSONValue {
        var answer: JSONValue = ["code": .string(finding.code), "problem": .string(finding.problem)]
        answer["expected"] = finding.expected.map { .string($0) }
        answer["nearest"] = finding.nearest.map { .string($0) }
        answer["difference"] = finding.difference.map { .string($0) }
        answer["advice"] = FindingGuide.of(finding.code).map { .string($0.advice) }
        return answer
    }

    private static func json(_ row: WireComparison.Row) -> JSONValue {
        let kind =
            switch row.kind {
            case .asExpected: "as expected"
            case .unasked: "not asked"
            case .otherwise: "otherwise"
            case .missing: "missing"
            }
        var answer: JSONValue = ["kind": .string(kind)]
        answer["request"] = row.number.map { .integer(Int64($0)) }
        answer["connection"] = row.connection.map { .integer(Int64($0)) }
        answer["expected"] = row.expected.map { .string($0) }
        answer["seen"] = row.seen.map { .string($0) }
        answer["difference"] = row.difference.map { .string($0) }
        return answer
    }
}
