internal import Platform

/// What the TLS side of a listener shows and accepts.
final class ListenerSecurity: Sendable {
    /// The TLS versions that are spoken, as `TLS1.2`.
    let versions: [String]
    let certificates: ServedCertificateSelector
    private let verification: Locked<ClientVerification?>

    init(versions: [String], certificates: ServedCertificateSelector, clientVerification: ClientVerification? = nil) {
        self.versions = versions
        self.certificates = certificates
        verification = Locked(clientVerification)
    }

    /// What judges the certificates of clients; nil where none is asked for.
    var clientVerification: ClientVerification? { verification.withLock { $0 } }

    /// Asks new connections in another way, or no longer; sessions that began before are not resumed.
    func verifyClients(with new: ClientVerification?) {
        verification.withLock { $0 = new }
        certificates.endSessions()
    }

    /// GnuTLS's own choice of algorithms with these versions.
    var priorities: String {
        versions.reduce("NORMAL:-VERS-ALL") { text, version in "\(text):+VERS-\(version)" }
    }

    /// Certificates in use by open connections: GnuTLS reads them during the handshake only, but it does not say when it is done.
    private let shown = Locked<[ObjectIdentifier: ServedCertificate]>([:])

    /// Keeps a certificate for as long as the connection that it was shown on.
    func retain(_ certificate: ServedCertificate, for httpConnection: HTTPConnection) {
        shown.withLock { $0[ObjectIdentifier(httpConnection)] = certificate }
    }

    /// Lets go of what ``retain(_:for:)`` kept.
    func release(_ httpConnection: HTTPConnection) {
        _ = shown.withLock { $0.removeValue(forKey: ObjectIdentifier(httpConnection)) }
    }
}
