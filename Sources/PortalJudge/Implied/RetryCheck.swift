internal import HTTPSemantics

/// What was lost is sent again only where that is safe, not too often and not too early (RFC 9110 §9.2.2, §10.2.3).
enum RetryCheck {
    /// Sendings of one request, the first included.
    private static let limit = 3
    /// Milliseconds by which a clock that is not the portal's may differ.
    private static let tolerance: Int64 = 50

    private struct Key: Hashable {
        let origin: String
        let method: String
        let target: String
        let body: [UInt8]
    }
    private struct Row {
        var last: Journal.Request
        /// Sendings in a row of which nothing was learned, or that met a server that could not do it.
        var lost = 0
    }

    /// Findings, and for a foreign client what is merely loose: how often and when is a client's own choice.
    static func findings(
        _ evidence: Evidence, allowing allowed: [Expectation.Allowance]
    ) -> (failed: [Finding], loose: [Finding]) {
        // Side by side, equal requests are several tasks' first ones.
        guard !evidence.isConcurrent, !allowed.contains(.repeatedRequest) else { return ([], []) }
        var rows: [Key: Row] = [:]
        var blind: [Finding] = []
        var others: [Finding] = []
        for request in evidence.journal.requests where request.parserError == nil {
            let key = Key(
                origin: request.origin, method: request.method, target: request.target,
                body: MultipartFields.comparable(request))
            var row = rows[key] ?? Row(last: request)
            let isOwn = row.lost > 0 && !isAsked(between: row.last, and: request, evidence)
            if !isOwn { row.lost = 0 }
            if isOwn, request.mayChangeSomething {
                blind.append(repeated(request, after: row.last))
            } else if isOwn {
                if row.lost == limit {
                    others.append(
                        Finding(
                            "request.too-often", "a request that failed again and again was sent once more",
                            expected: "at most \(limit) sendings", nearest: text(request)))
                }
                if let finding = tooEarly(request, after: row.last, isSteered: evidence.client == .builtIn) {
                    others.append(finding)
                }
            }
            row.lost = evidence.journal.isLost(request) ? row.lost + 1 : 0
            row.last = request
            rows[key] = row
        }
        return evidence.client == .foreign ? (blind, others) : (blind + others, [])
    }

    /// Whether the app asked for something, or answered, between two requests.
    private static func isAsked(
        between one: Journal.Request, and other: Journal.Request, _ evidence: Evidence
    ) -> Bool {
        evidence.asks?.contains { one.number <= $0 && $0 < other.number } ?? false
    }

    private static func tooEarly(
        _ request: Journal.Request, after last: Journal.Request, isSteered: Bool
    ) -> Finding? {
        guard let written = last.answer?.retryAfter,
            let asked = RetryAfter.milliseconds(written, from: last.portalTime)
        else { return nil }
        let waited = request.wait(since: last, isSteered: isSteered)
        guard waited + tolerance < asked else { return nil }
        return Finding(
            "request.too-early", "a request was sent again before the time that the server asked for",
            expected: "Retry-After: \(written)", nearest: "\(text(request)) after \(waited) ms")
    }

    private static func repeated(_ request: Journal.Request, after last: Journal.Request) -> Finding {
        Finding(
            "request.blind-repeat", "what may have been carried out was sent again",
            expected: "no second sending of request \(last.number), whose outcome is unknown",
            nearest: text(request))
    }

    private static func text(_ request: Journal.Request) -> String {
        "request \(request.number)   \(request.method) \(request.operation)"
    }
}
