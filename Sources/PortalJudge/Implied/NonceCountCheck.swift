/// No nonce is used twice with the same count (RFC 7616 §3.4: nc counts the requests sent with a nonce).
enum NonceCountCheck {
    private struct Use: Hashable {
        let origin: String
        let nonce: String
        let count: Int
    }

    static func findings(_ evidence: Evidence) -> [Finding] {
        var seen: [Use: Int] = [:]
        return evidence.journal.requests.compactMap { request in
            guard let authorization = request.authorization, let nonce = authorization.nonce, nonce != "unknown",
                let count = authorization.nonceCount
            else { return nil }
            let use = Use(origin: request.origin, nonce: nonce, count: count)
            guard let earlier = seen[use] else {
                seen[use] = request.number
                return nil
            }
            return Finding(
                "digest.count-repeated", "a nonce was used twice with the same count",
                expected: "a count of its own for each request with \(nonce)",
                nearest: "requests \(earlier) and \(request.number)   \(nonce) nc=\(count)")
        }
    }
}
