/// A Digest answer with a qop has a nonce of the client's own (RFC 7616 §3.4, cnonce; §5.10: chosen plaintext attacks).
enum ClientNonceCheck {
    /// The first answer whose client nonce is empty.
    static func findings(_ evidence: Evidence) -> [Finding] {
        let first = evidence.journal.requests.first { request in
            request.authorization.map { $0.scheme == "digest" && $0.qop != nil && $0.cnonce == "" } ?? false
        }
        guard let first else { return [] }
        return [
            Finding(
                "digest.cnonce-empty", "a Digest answer has an empty cnonce",
                expected: "a cnonce of random bytes",
                nearest: "request \(first.number)   \(first.method) \(first.operation)")
        ]
    }
}
