/// No request is sent over a version of TLS that must not be used (RFC 8996 §4, §5).
enum ObsoleteTLSCheck {
    private static let versions: Set<String> = ["TLS1.0", "TLS1.1"]

    /// The first connection of each such version over which something was asked.
    static func findings(_ evidence: Evidence) -> [Finding] {
        let used = Set(evidence.journal.requests.map(\.connection))
        var told: Set<String> = []
        return evidence.journal.connections.compactMap { connection in
            guard let version = connection.tls?.version, versions.contains(version), used.contains(connection.number),
                told.insert(version).inserted
            else { return nil }
            return Finding(
                "trust.obsolete-version", "a request was sent over \(version), which must not be used",
                expected: "a handshake that the client refuses below TLS1.2", nearest: HandshakeCheck.text(connection))
        }
    }
}
