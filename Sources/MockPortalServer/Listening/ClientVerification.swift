internal import CGnuTLS
internal import TLSIdentity

/// Asks the clients of a listener for certificates and judges what they show (RFC 8446 §4.3.2, RFC 5246 §7.4.4).
final class ClientVerification: Sendable {
    let policy: ClientCertificatePolicy
    /// Distinguished names that the CertificateRequest carries, as text (RFC 2253).
    let acceptableIssuers: [String]
    /// Finds the name of an identity by its leaf's SHA-256 fingerprint.
    private let name: @Sendable (String) -> String?
    // Never changed after init; freed in deinit.
    private nonisolated(unsafe) let credentials: gnutls_certificate_credentials_t

    /// Prepares a policy's authorities, given in PEM in the policy's order.
    ///
    /// Throws `certificate` with GnuTLS's reason.
    init(
        _ policy: ClientCertificatePolicy, authorities: [String], name: @escaping @Sendable (String) -> String?
    ) throws(MockPortalError) {
        self.policy = policy
        self.name = name
        var credentials: gnutls_certificate_credentials_t?
        let made = gnutls_certificate_allocate_credentials(&credentials)
        guard made == 0, let credentials else { throw Self.error(policy, made) }
        self.credentials = credentials
        acceptableIssuers =
            policy.sendsIssuers
            ? authorities.map { Self.withBytes($0) { PeerCertificate($0, isPEM: true)?.subject ?? "" } } : []
        gnutls_certificate_set_retrieve_function2(credentials, HandshakeThunks.certificate)
        gnutls_certificate_set_verify_function(credentials, HandshakeThunks.verify)
        for authority in authorities {
            let trusted = Self.withBytes(authority) { bytes in
                var datum = gnutls_datum_t(
                    data: UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)),
                    size: UInt32(bytes.count))
                return gnutls_certificate_set_x509_trust_mem(credentials, &datum, GNUTLS_X509_FMT_PEM)
            }
            guard trusted > 0 else { throw Self.error(policy, trusted) }
        }
    }

    deinit { gnutls_certificate_free_credentials(credentials) }

    /// Lets a session ask; before its first byte. The session must not outlive the verification.
    func ask(_ session: OpaquePointer) {
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        // Required by our own hand: GnuTLS drops the connection without an alert.
        gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
        gnutls_certificate_send_x509_rdn_sequence(session, policy.sendsIssuers ? 0 : 1)
    }

    /// Bytes of the certificates that a client may show, at most.
    ///
    /// GnuTLS writes them into the session's ticket, whose length is a number of 16 bits (RFC 8446 §4.6.1): with more of them the client
    /// gets a message that it cannot read, after the handshake and in the place of its answer. A chain of four has some 8 kB.
    static let maximumChainBytes = 32 << 10

    /// Whether the client showed more than ``maximumChainBytes``, which no policy lets through.
    func isTooLong(chainOf session: OpaquePointer) -> Bool {
        var count: UInt32 = 0
        guard let chain = gnutls_certificate_get_peers(session, &count) else { return false }
        return (0..<Int(count)).reduce(0) { $0 + Int(chain[$1].size) } > Self.maximumChainBytes
    }

    /// Judges what the client showed, in this handshake or in the one that its session goes back to; nil where it showed nothing.
    func facts(of session: OpaquePointer) -> ClientCertificateFacts? {
        var count: UInt32 = 0
        guard let leaf = gnutls_certificate_get_peers(session, &count), count > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: leaf.pointee.data, count: Int(leaf.pointee.size))
        var subject = "", commonName = ""
        if let certificate = PeerCertificate(bytes) {
            subject = certificate.subject
            commonName = certificate.commonName
        }
        return ClientCertificateFacts(
            identity: name(Digest.sha256Hex(bytes)) ?? "unknown", subject: subject, commonName: commonName,
            verdict: verdict(on: session))
    }

    private func verdict(on session: OpaquePointer) -> ClientCertificateFacts.Verdict {
        guard !isTooLong(chainOf: session) else { return .bad }
        var status: UInt32 = 0
        guard cgnutls_verify_client(session, &status) == 0 else { return .bad }
        if status == 0 { return .good }
        // Who is unknown is not asked further; the rest is in the order in which OpenSSL's servers find it.
        if status & cgnutls_unknown_signer != 0 { return .unknownAuthority }
        if status & cgnutls_purpose_mismatch != 0 { return .wrongPurpose }
        if status & cgnutls_not_activated != 0 { return .notYetValid }
        if status & cgnutls_expired != 0 { return .expired }
        return .bad
    }

    private static func error(_ policy: ClientCertificatePolicy, _ code: Int32) -> MockPortalError {
        let reason = code == 0 ? "no certificate in it" : String(cString: gnutls_strerror(code))
        return MockPortalError(
            .certificate,
            "GnuTLS does not take the client authorities \(policy.authorities.joined(separator: ", ")): \(reason)")
    }

    private static func withBytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

extension ClientCertificateFacts.Verdict {
    /// The alert that refuses such a certificate (RFC 8446 §6.2), as OpenSSL's servers choose it; nil for a good one.
    var alert: gnutls_alert_description_t? {
        switch self {
        case .good: nil
        case .unknownAuthority: GNUTLS_A_UNKNOWN_CA
        case .expired: GNUTLS_A_CERTIFICATE_EXPIRED
        case .wrongPurpose: GNUTLS_A_UNSUPPORTED_CERTIFICATE
        case .notYetValid, .bad: GNUTLS_A_BAD_CERTIFICATE
        }
    }
}
