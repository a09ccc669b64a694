internal import HTTPSemantics

/// What was lost is sent again only where that is safe, not too often, not at once and not too early (RFC 9110 §9.2.2, §10.2.3).
enum RetryCheck {
    /// Sendings of one request, the first included.
    private static let limit = 3
    /// Milliseconds by which a clock that is not the portal's may differ.
    private static let tolerance: Int64 = 50
    /// Milliseconds that pass at least before what a server could not do, or lost twice, is sent again.
    ///
    /// Arrivals are compared, and a machine that is busy only draws them apart. 429 and 503 ask for some time (RFC 6585 §4, RFC 9110
    /// §15.6.4), and an automatic retry that failed is not to be retried as such (RFC 9110 §9.2.2); no document names a number.
    private static let pause: Int64 = 100
    /// Repetitions of what had begun to be answered: one reads the rest (RFC 9112 §8), more do not help.
    private static let answeredLimit = 1

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
        /// Those of them whose answer had begun.
        var answered = 0
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
            if !isOwn { (row.lost, row.answered) = (0, 0) }
            if isOwn, request.mayChangeSomething {
                blind.append(repeated(request, after: row.last))
            } else if isOwn {
                if row.lost == limit {
                    others.append(
                        Finding(
                            "request.too-often", "a request that failed again and again was sent once more",
                            expected: "at most \(limit) sendings", nearest: text(request)))
                }
                if row.answered > answeredLimit {
                    others.append(
                        Finding(
                            "request.answered-repeat", "a request was sent again and again though its answer had begun",
                            expected: "at most \(answeredLimit) repetition of what was cut off", nearest: text(request))
                    )
                }
                let isSteered = evidence.client == .builtIn
                if let finding = tooEarly(request, after: row.last, isSteered: isSteered) {
                    others.append(finding)
                } else if let finding = atOnce(request, after: row, isSteered: isSteered) {
                    others.append(finding)
                }
            }
            let isLost = evidence.journal.isLost(request)
            row.lost = isLost ? row.lost + 1 : 0
            let isCutOff = request.answer != nil && !evidence.journal.isUnderstood(request)
            row.answered = !isLost ? 0 : isCutOff ? row.answered + 1 : row.answered
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
        guard waited.clampedDifference(from: -tolerance) < asked else { return nil }
        return Finding(
            "request.too-early", "a request was sent again before the time that the server asked for",
            expected: "Retry-After: \(written)", nearest: "\(text(request)) after \(waited) ms")
    }

    /// A connection that was lost once may be replaced at once (RFC 9112 §9.3.1).
    private static func atOnce(_ request: Journal.Request, after row: Row, isSteered: Bool) -> Finding? {
        let wasAnswered = row.last.answer.map { $0.status == 429 || $0.status >= 500 } ?? false
        guard row.lost > 1 || wasAnswered else { return nil }
        let waited = request.wait(since: row.last, isSteered: isSteered)
        guard waited < pause else { return nil }
        return Finding(
            "request.no-pause", "a request that had failed was sent again without a pause",
            expected: "a pause of \(pause) ms or more", nearest: "\(text(request)) after \(waited) ms")
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
