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
        case challenge
        case missingIdentity
        /// The verdict that the server must have reached; nil for any but a good one.
        case refusedIdentity(String?)

        /// Nil for a reason that a client may have before it connects.
        init?(of reason: Reason) {
            switch reason {
            case _ where reason.isAboutCertificate: self = .flawedCertificate
            case .tokenRequired, .tokenInvalid, .invalidCredentials, .accessDenied, .accountLocked:
                self = .refusedRequest
            case .httpAuthentication, .insecureBasic, .digestStaleLoop, .unsupportedQop, .ticketMissing, .ticketExpired,
                .ticketRefused, .serviceUnknown, .clockSkew, .serverUnproven:
                self = .challenge
            case .clientCertificateRequired: self = .missingIdentity
            case .clientCertificateUnknownCA: self = .refusedIdentity("unknown_ca")
            case .clientCertificateExpired: self = .refusedIdentity("certificate_expired")
            case .clientCertificateRejected: self = .refusedIdentity(nil)
            // A file and what is in it are judged without a server.
            case .invalidPassword, .invalidData, .missingPrivateKey, .missingCertificate, .duplicateIdentity,
                .unsupportedEncryption, .unreadableFile, .invalidArgument:
                return nil
            // The address or the app alone may decide these; a connection that is never accepted is not seen.
            case .insecureTokenService, .consentRefused, .cancelled, .refusedByApp, .cannotConnect, .cannotFindHost,
                .timedOut:
                return nil
            default: self = .connection
            }
        }

        var text: String {
            switch self {
            case .flawedCertificate: "a connection to a flawed certificate without a request"
            case .refusedRequest: "a request that was answered with an error"
            case .connection: "a connection"
            case .challenge: "a request that was answered with 401"
            case .missingIdentity: "a connection that was asked for a certificate, showed none and was refused"
            case .refusedIdentity(let verdict?): "a connection whose certificate was refused as \(verdict)"
            case .refusedIdentity(nil): "a connection whose certificate was refused"
            }
        }

        func isLeft(in evidence: Evidence) -> Bool {
            let journal = evidence.journal
            switch self {
            case .connection: return !journal.connections.isEmpty
            case .challenge: return journal.requests.contains { $0.answer?.status == 401 }
            case .missingIdentity:
                return journal.connections.contains { connection in
                    guard let tls = connection.tls, tls.acceptableIssuers != nil, tls.identity == nil else {
                        return false
                    }
                    return Self.isRefused(connection, journal)
                }
            case .refusedIdentity(let verdict):
                return journal.connections.contains { connection in
                    guard let tls = connection.tls, tls.identity != nil else { return false }
                    if let verdict, tls.identityVerdict != verdict { return false }
                    return Self.isRefused(connection, journal)
                }
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

        /// Whether the server refused a connection: at TLS, so that no request came over it, or every request over HTTP.
        private static func isRefused(_ connection: Journal.Connection, _ journal: Journal) -> Bool {
            let requests = journal.requests.filter { $0.connection == connection.number }
            if connection.tls?.isRefusedByServer == true { return requests.isEmpty }
            return !requests.isEmpty && requests.allSatisfy { ($0.answer?.status ?? 400) >= 400 }
        }
    }
}
