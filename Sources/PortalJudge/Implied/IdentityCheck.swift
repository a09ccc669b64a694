/// No client certificate is shown to an origin for which it was not chosen.
enum IdentityCheck {
    static func findings(_ evidence: Evidence) -> [Finding] {
        guard let grants = evidence.identityGrants else { return [] }
        return evidence.journal.connections.compactMap { connection in
            guard let identity = connection.tls?.identity,
                !grants.contains(where: { $0.covers(connection, identity: identity) })
            else { return nil }
            return Finding(
                "identity.unchosen", "a client certificate was shown to an origin for which it was not chosen",
                expected: "no certificate of \(identity) at \(connection.origin)",
                nearest: HandshakeCheck.text(connection))
        }
    }
}
