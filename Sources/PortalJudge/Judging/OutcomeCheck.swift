/// Judges what a foreign client reported: a refusal passes only for the right reason.
enum OutcomeCheck {
    /// Findings, and what was looser than it should be.
    ///
    /// - Parameter needsRequest: whether only a granted request proves that the client got in.
    static func findings(
        _ expected: ClientOutcome, _ evidence: Evidence, needsRequest: Bool = true
    ) -> (failed: [Finding], loose: [Finding]) {
        guard let actual = evidence.outcome else {
            // A client that crashed or hung could not report; the complaint says so.
            return (
                evidence.complaints.isEmpty && evidence.breach == nil
                    ? [Finding("outcome.missing", "the client reported no outcome")] : [], []
            )
        }
        if let written = actual.written, written != actual.kind {
            return (
                [
                    Finding(
                        "outcome.contradiction", "the client's last line and its exit code contradict each other",
                        expected: "\(actual.kind.rawValue), as its exit code says", nearest: written.rawValue)
                ], []
            )
        }
        guard actual.kind == expected.kind else {
            return (
                [
                    Finding(
                        "outcome", "the client ended otherwise than it should",
                        expected: text(expected), nearest: text(actual))
                ], []
            )
        }
        switch expected.kind {
        case .accepted:
            return evidence.hasGrantedRequest || !needsRequest
                ? ([], [])
                : (
                    [Finding("outcome.unproved", "the client says that it got in, but no request of it was granted")],
                    []
                )
        case .refused, .unsupported:
            guard let reason = expected.reason else { return ([], []) }
            if actual.reason == nil || actual.reason == reason, let unproved = RefusalProof.finding(reason, evidence) {
                return ([unproved], [])
            }
            if actual.reason == reason { return ([], []) }
            if actual.reason == nil {
                return (
                    [],
                    [
                        Finding(
                            "outcome.no-reason", unknown(actual.ownReason),
                            expected: reason.rawValue, nearest: actual.ownReason ?? "no reason")
                    ]
                )
            }
            return (
                [
                    Finding(
                        "outcome.reason", "refused for the wrong reason", expected: reason.rawValue,
                        nearest: text(actual))
                ], []
            )
        }
    }

    /// What is wrong with a reason of the client's own; one of the vocabulary was too vague to count.
    private static func unknown(_ word: String?) -> String {
        guard let word, Reason(rawValue: word) == nil else {
            return "refused, but the client does not say why in words that are known"
        }
        let shown = word.count > 60 ? word.prefix(60) + "…" : word[...]
        let near = Reason.nearest(to: word).map { "; did you mean \($0.rawValue)?" } ?? ", nor mapped by --reasons"
        return "refused, but \"\(shown)\" is no reason\(near)"
    }

    private static func text(_ outcome: ClientOutcome) -> String {
        let reason = outcome.reason?.rawValue ?? outcome.ownReason
        return reason.map { "\(outcome.kind.rawValue) (\($0))" } ?? outcome.kind.rawValue
    }
}
