/// What a listener knows of the certificate that a client showed in its TLS handshake.
package struct ClientCertificateFacts: Sendable, Hashable {
    /// Name of the identity, as `alice`; `unknown` where this portal never issued it.
    package let identity: String
    /// Distinguished name of the certificate's subject (RFC 2253), as `CN=alice`.
    package let subject: String
    /// The subject's common name; empty where it has none.
    package let commonName: String
    /// What verification said of it.
    package let verdict: Verdict

    /// Joins what verification found.
    package init(identity: String, subject: String, commonName: String, verdict: Verdict) {
        self.identity = identity
        self.subject = subject
        self.commonName = commonName
        self.verdict = verdict
    }

    /// What verification says of a client's certificate; the raw value is the journal's word.
    package enum Verdict: String, Sendable, Hashable {
        /// It chains to an accepted authority, is valid now, and is meant for clients.
        case good
        /// No accepted authority has signed it; a self-signed one is such a one.
        case unknownAuthority = "unknown_ca"
        /// Its time, or that of one above it, is over.
        case expired = "certificate_expired"
        /// Its time, or that of one above it, has not begun.
        case notYetValid = "certificate_not_yet_valid"
        /// Its extended key usage leaves out client authentication (RFC 5280 §4.2.1.12).
        case wrongPurpose = "unsupported_certificate"
        /// Anything else: a bad signature, a broken constraint, a weak algorithm, a certificate that cannot be read.
        case bad = "bad_certificate"
    }
}
