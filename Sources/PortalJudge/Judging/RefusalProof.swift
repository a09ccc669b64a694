/// Asks the wire whether a client met what it says that it refused: a reason that was only guessed leaves no trace.
enum RefusalProof {
    /// What is missing to believe a refusal; nil where the wire bears it out or needs to say nothing.
    static func finding(_ reason: Reason, _ evidence: Evidence) -> Finding? {
        guard let needed = Trace(of: reason), !needed.isLeft(in: evidence) else { return nil }
        let seen = evidence.journal
        return Finding(
            "outcome.unproved", "the client says why it was refused, but it never met that on the wire",
            expected: "\(reason.rawValue): \(needed.text)",
            nearest: "\(seen.connections.count) connections, \(seen.requests.count) requests")
    }

    /// What a refusal leaves behind.
    private enum Trace {
        case flawedCertificate
        case refusedRequest
        case connection

        /// Nil for a reason that a client may have before it connects.
        init?(of reason: Reason) {
            switch reason {
            case _ where reason.isAboutCertificate: self = .flawedCertificate
            case .tokenRequired, .tokenInvalid, .invalidCredentials, .accessDenied, .accountLocked:
                self = .refusedRequest
            // The address or the app alone may decide these; a connection that is never accepted is not seen.
            case .insecureTokenService, .consentRefused, .cancelled, .refusedByApp, .cannotConnect, .timedOut:
                return nil
            default: self = .connection
            }
        }

        var text: String {
            switch self {
            case .flawedCertificate: "a connection to a flawed certificate without a request"
            case .refusedRequest: "a request that was answered with an error"
            case .connection: "a connection"
            }
        }

        func isLeft(in evidence: Evidence) -> Bool {
            let journal = evidence.journal
            switch self {
            case .connection: return !journal.connections.isEmpty
            case .refusedRequest: return journal.requests.contains { ($0.answer?.code ?? 0) >= 400 }
            case .flawedCertificate:
                let used = Set(journal.requests.map(\.connection))
                return journal.connections.contains { connection in
                    guard let recipe = connection.tls?.certificate, let defects = evidence.certificates[recipe] else {
                        return false
                    }
                    return !defects.isEmpty && !used.contains(connection.number)
                        && (connection.end?.requestBytes ?? 0) == 0
                }
            }
        }
    }
}
