internal import HTTPSemantics
internal import PortalJudge

/// What came of one row, before it becomes a verdict.
struct RowOutcome: Sendable {
    var findings: [Finding] = []
    /// Why the row does not apply to this portal or profile.
    var notApplicable: String?
    /// Why nothing can be said, though the row applies.
    var notJudged: String?
    /// How it ended for the app, as `loaded` or `failed(tokenInvalid)`.
    var events: [String] = []
    /// What crossed the wire.
    var exchanges: [WireExchange] = []
    /// Where nothing is the portal's, as servers that a map of it leads to; their answers are not judged.
    var elsewhere: Set<Origin> = []

    /// Whether a request went to where nothing is the portal's.
    func isElsewhere(_ exchange: WireExchange) -> Bool { exchange.origin.map(elsewhere.contains) ?? false }

    static func notApplicable(_ reason: String) -> RowOutcome {
        var outcome = RowOutcome()
        outcome.notApplicable = reason
        return outcome
    }

    static func notJudged(_ reason: String) -> RowOutcome {
        var outcome = RowOutcome()
        outcome.notJudged = reason
        return outcome
    }

    /// Notes a departure of the client.
    mutating func client(
        _ rule: String, _ code: String, _ problem: String, expected: String? = nil, at exchange: WireExchange? = nil
    ) {
        findings.append(Departure.client(rule: rule).finding(code, problem, expected: expected, at: exchange))
    }

    /// Notes a departure of the portal.
    mutating func portal(
        _ source: String, _ code: String, _ problem: String, expected: String? = nil, at exchange: WireExchange? = nil
    ) {
        findings.append(Departure.portal(source: source).finding(code, problem, expected: expected, at: exchange))
    }
}
