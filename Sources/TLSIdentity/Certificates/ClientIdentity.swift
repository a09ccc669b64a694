/// A certificate of a client with its private key and whatever stands between it and an authority.
///
/// Two identities are equal when their leaf certificates are; it prints its subject and never its key.
public final class ClientIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The leaf.
    public let certificate: CertificateSummary
    /// Everything that is sent, leaf first, in PEM.
    public let chainPEM: String
    /// The leaf's key.
    public let keyPEM: PrivateKeyPEM
    /// Distinguished names, in DER, of the leaf's issuer and of the issuers of the chain.
    public let issuers: [[UInt8]]

    let leaf: X509Certificate
    let chain: [X509Certificate]
    let key: PrivateKey

    /// Reads an identity from PEM; the certificate that the key belongs to becomes the leaf wherever it stands.
    ///
    /// Throws `badCertificate` where there is none, where the key cannot be read, or where it belongs to none of them.
    public convenience init(chainPEM: String, keyPEM: PrivateKeyPEM) throws(TLSIdentityError) {
        let certificates = X509Certificate.all(inPEM: chainPEM)
        let key = try PrivateKey(pem: keyPEM.expanded)
        guard let leaf = certificates.first(where: { $0.matches(key) }) else {
            let owner = certificates.isEmpty ? "" : " of the key"
            throw TLSIdentityError(.badCertificate, "there is no certificate\(owner) in the text")
        }
        try self.init(leaf: leaf, others: certificates.filter { $0 !== leaf }, key: key, keyPEM: keyPEM)
    }

    init(
        leaf: X509Certificate, others: [X509Certificate], key: PrivateKey, keyPEM: PrivateKeyPEM
    ) throws(TLSIdentityError) {
        self.leaf = leaf
        chain = others
        self.key = key
        self.keyPEM = keyPEM
        certificate = CertificateSummary(leaf)
        var text = try leaf.pem()
        for other in others { text += try other.pem() }
        chainPEM = text
        issuers = ([leaf] + others).map(\.issuerDER)
    }

    /// Whether a server that accepts these issuers accepts this identity; an empty list accepts any (RFC 8446 §4.2.4).
    public func isIssued(byAnyOf acceptable: [[UInt8]]) -> Bool {
        acceptable.isEmpty || issuers.contains { acceptable.contains($0) }
    }

    public static func == (one: ClientIdentity, other: ClientIdentity) -> Bool {
        one.certificate.sha256 == other.certificate.sha256
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(certificate.sha256) }

    public var description: String { "identity of \(certificate.subject)" }
}

extension ClientIdentity: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}
