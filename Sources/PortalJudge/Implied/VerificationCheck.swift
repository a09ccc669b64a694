/// No verification is switched off: request bytes are the only sign that a certificate was accepted.
enum VerificationCheck {
    static func findings(_ evidence: Evidence) -> [Finding] {
        let used = Set(evidence.journal.requests.map(\.connection))
        return evidence.journal.connections.compactMap { connection in
            guard let recipe = connection.tls?.certificate, let defects = evidence.certificates[recipe],
                !defects.isEmpty,
                used.contains(connection.number) || (connection.end?.requestBytes ?? 0) > 0,
                !evidence.grants.contains(where: { $0.covers(connection, defects: defects) })
            else { return nil }
            let isTakenBack = evidence.grants.contains {
                $0.until ?? .max < connection.number && $0.isFor(connection, defects: defects)
            }
            return Finding(
                "trust.verification-off",
                isTakenBack
                    ? "a request was sent over a certificate after the exception for it was taken back"
                    : "a request was sent over a certificate for which no exception was granted",
                expected:
                    "no request byte over connection \(connection.number): \(defects.map(\.rawValue).joined(separator: ", "))",
                nearest: HandshakeCheck.text(connection))
        }
    }
}
