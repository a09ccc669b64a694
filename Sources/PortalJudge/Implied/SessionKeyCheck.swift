/// The key of a Digest session is made once, of the first nonce and cnonce (RFC 7616 §3.4.2, A1 of the -sess algorithms).
///
/// curl makes it anew for each request, and servers that keep no state take that: it is looser for a client that is not ours.
enum SessionKeyCheck {
    /// What a gate notes of a key that is not the session's first.
    static let gate = "digest-session"

    static func findings(_ evidence: Evidence) -> (failed: [Finding], loose: [Finding]) {
        let first = evidence.journal.requests.first { request in
            request.decisions.contains { $0.gate == gate && $0.passed }
        }
        guard let first else { return ([], []) }
        let nonce = first.authorization?.nonce ?? "its nonce"
        let finding = Finding(
            "digest.session-renewed", "a Digest session's key was made anew, of another cnonce than the first",
            expected: "one key for all requests with \(nonce)",
            nearest: "request \(first.number)   \(first.method) \(first.operation)")
        return evidence.client == .foreign ? ([], [finding]) : ([finding], [])
    }
}
