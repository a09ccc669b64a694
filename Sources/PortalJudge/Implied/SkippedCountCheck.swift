/// A nonce's count is that of the requests that were sent with it, so that it is never above their number (RFC 7616 §3.4).
enum SkippedCountCheck {
    static func findings(_ evidence: Evidence) -> [Finding] {
        // What was sent over a connection that was cut off, or that the portal was closing, is counted by the client and not seen
        // (RFC 9112 §9.5).
        if evidence.journal.connections.contains(where: {
            $0.fault != nil || ["server", "timeout"].contains($0.end?.by)
        }) {
            return []
        }
        let issued = Set(evidence.journal.requests.compactMap { $0.answer?.nonce })
        var uses: [String: [(request: Journal.Request, count: Int)]] = [:]
        for request in evidence.journal.requests {
            guard let authorization = request.authorization, let nonce = authorization.nonce, issued.contains(nonce),
                let count = authorization.nonceCount
            else { continue }
            uses[nonce, default: []].append((request, count))
        }
        return uses.sorted { $0.key < $1.key }.compactMap { nonce, uses in
            guard let first = uses.first(where: { $0.count > uses.count }) else { return nil }
            return Finding(
                "digest.count-skipped", "a nonce's count is higher than the number of requests that were sent with it",
                expected: "a count of at most \(uses.count), in eight hexadecimal digits",
                nearest: "request \(first.request.number)   \(first.request.method) \(first.request.operation) "
                    + "\(nonce) nc=\(first.count)")
        }
    }
}
