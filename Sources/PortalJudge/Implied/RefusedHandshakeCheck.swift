/// A handshake that was refused for the client's certificate, or the lack of one, is not tried again with the same.
///
/// Some HTTP libraries open one more connection by themselves where the first is lost, so that it is loose, not wrong; where
/// our client must not, the scenario's own lines say so.
enum RefusedHandshakeCheck {
    private struct Attempt: Hashable {
        let origin: String
        let identity: String?
        let version: String?
    }

    static func findings(_ evidence: Evidence) -> [Finding] {
        guard evidence.client == .foreign else { return [] }
        let used = Set(evidence.journal.requests.map(\.connection))
        var refused: [Attempt: Int] = [:]
        return evidence.journal.connections.compactMap { connection in
            guard let tls = connection.tls, tls.isRefusedByServer, tls.acceptableIssuers != nil,
                !used.contains(connection.number)
            else { return nil }
            let attempt = Attempt(origin: connection.origin, identity: tls.identity, version: tls.version)
            guard let earlier = refused[attempt] else {
                refused[attempt] = connection.number
                return nil
            }
            return Finding(
                "handshake.repeated", "a handshake that was refused was tried again with the same certificate or none",
                expected: "no second try of what connection \(earlier) was refused for",
                nearest: HandshakeCheck.text(connection))
        }
    }
}
