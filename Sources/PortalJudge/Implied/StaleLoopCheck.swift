/// No Digest answer is repeated on and on while the server calls every nonce stale.
///
/// RFC 7616 §3.3 sets no number: what fails anywhere is far above the two repetitions that rule R16 allows in the scenario about them.
enum StaleLoopCheck {
    /// Stale answers in a row from which on it is a loop: far more than any nonce that merely grew old.
    private static let limit = 10

    private struct Place: Hashable {
        let origin: String
        let user: String?
    }

    static func findings(_ evidence: Evidence) -> [Finding] {
        // Side by side, many requests may each meet their first stale nonce.
        guard !evidence.isConcurrent else { return [] }
        var rows: [Place: Int] = [:]
        return evidence.journal.requests.compactMap { request in
            guard let authorization = request.authorization, authorization.scheme == "digest" else { return nil }
            let place = Place(origin: request.origin, user: authorization.username)
            guard authorization.verdict == .stale else {
                rows[place] = nil
                return nil
            }
            let count = (rows[place] ?? 0) + 1
            rows[place] = count
            guard count == limit else { return nil }
            return Finding(
                "digest.stale-loop", "a Digest answer was repeated again and again while every nonce was stale",
                expected: "fewer than \(limit) stale answers in a row",
                nearest: "request \(request.number)   \(request.method) \(request.operation), \(count) in a row")
        }
    }
}
