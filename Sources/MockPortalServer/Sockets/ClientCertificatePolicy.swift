/// What a TLS listener wants of its clients' certificates.
struct ClientCertificatePolicy: Sendable, Equatable {
    /// Whether the handshake fails without a certificate.
    var refusesMissing = true
    /// Whether the handshake fails over a certificate that does not verify.
    var refusesBad = true
    /// Recipes of the authorities whose certificates are accepted.
    var authorities: [String]
    /// Whether the CertificateRequest names them (RFC 8446 §4.2.4).
    var sendsIssuers = true
    /// Whether the alert of a refusal is lost to a reset.
    var losesRefusal = false
}

extension ClientCertificatePolicy {
    /// Takes over what a blueprint says; everything else is decided over HTTP.
    init(_ certificates: Blueprint.ClientCertificates) {
        self.init(
            refusesMissing: certificates.isRequiredAtHandshake, refusesBad: certificates.refusesBadAtHandshake,
            authorities: certificates.authorities, sendsIssuers: certificates.sendsIssuers,
            losesRefusal: certificates.losesRefusal)
    }
}
