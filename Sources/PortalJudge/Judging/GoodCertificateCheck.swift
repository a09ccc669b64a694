/// Says that a client refused a certificate that is in order: an authority that it was told to trust signed it for that host.
///
/// It explains a run that another check fails: see ``Check/explains``.
enum GoodCertificateCheck {
    /// The recipe of the certificate without a flaw.
    private static let good = "good"

    /// One finding for each host whose good certificate was refused and over which no request ever came.
    static func findings(_ evidence: Evidence, _ expectation: Expectation) -> [Finding] {
        let used = Set(evidence.journal.requests.map(\.origin))
        var told: Set<String> = []
        return HandshakeCheck(evidence: evidence).unused.compactMap { connection in
            // Where a certificate is asked of the client, it may leave to choose one.
            guard let tls = connection.tls, tls.certificate == good, connection.fault == nil,
                tls.outcome == .refusedByClient, tls.acceptableIssuers == nil, !used.contains(connection.origin),
                !expectation.refusedHandshakes.contains(where: { $0.matches(connection) }),
                told.insert(connection.origin).inserted
            else { return nil }
            return Finding(
                "trust.good-refused", "the client refused a certificate that is in order",
                expected: "a handshake with \(connection.origin), whose authority is in PORTAL_CA_FILE or was told",
                nearest: HandshakeCheck.text(connection), difference: "refused for \(connection.origin)")
        }
    }
}
