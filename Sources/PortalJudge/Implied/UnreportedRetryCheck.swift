/// What a client sent again by itself that may have been carried out, where it tells fewer failures than the scenario has.
///
/// When a client that is told its tasks at once began one of them nothing tells, so that a repetition looks like the next task; but
/// then the failure that came before it must have been told (RFC 9110 §9.2.2: a POST is not repeated by itself).
enum UnreportedRetryCheck {
    static func findings(_ evidence: Evidence, _ expectation: Expectation) -> [Finding] {
        guard evidence.client == .foreign, let patterns = expectation.events, let told = evidence.events,
            told.count(where: isFailure) < patterns.reduce(0, { $0 + $1.failures })
        else { return [] }
        var copy = evidence
        copy.asks = []
        return RetryCheck.findings(copy, allowing: expectation.allow).failed.filter {
            $0.code == "request.blind-repeat"
        }
    }

    fileprivate static func isFailure(_ event: String) -> Bool { event == "failed" || event.hasPrefix("failed(") }
}

extension EventPattern {
    /// How many failures must be told.
    fileprivate var failures: Int {
        switch self {
        case .word(let word, let count): UnreportedRetryCheck.isFailure(word) ? count : 0
        case .optional: 0
        case .anyOrder(let members): members.reduce(0) { $0 + $1.failures }
        }
    }
}
