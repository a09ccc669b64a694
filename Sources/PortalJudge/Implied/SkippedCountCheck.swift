internal import HTTPSemantics

/// A nonce's count is that of the requests that were sent with it, so that it is never above their number (RFC 7616 §3.4).
///
/// A request that was broken off, or refused before any gate looked at it, was sent all the same: the client counts it, and which
/// nonce it had is not known. So it may have had any.
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
        let unread = evidence.journal.requests.count(where: \.mayHoldUnreadCount)
        return uses.sorted { $0.key < $1.key }.compactMap { nonce, uses in
            let most = uses.count + unread
            guard let first = uses.first(where: { $0.count > most }) else { return nil }
            return Finding(
                "digest.count-skipped", "a nonce's count is higher than the number of requests that were sent with it",
                expected: "a count of at most \(most), in eight hexadecimal digits",
                nearest: "request \(first.request.number)   \(first.request.method) \(first.request.operation) "
                    + "\(nonce) nc=\(first.count)")
        }
    }
}

extension Journal.Request {
    /// Whether it had a Digest answer that no gate read, or may have had one in a head that never became whole.
    fileprivate var mayHoldUnreadCount: Bool {
        guard authorization?.nonce == nil else { return false }
        if parserError != nil, headers.isEmpty { return true }
        return headers.contains { field in
            (field.isNamed("Authorization") || field.isNamed("Proxy-Authorization"))
                && field.value.lowercased().hasPrefix("digest ")
        }
    }
}
