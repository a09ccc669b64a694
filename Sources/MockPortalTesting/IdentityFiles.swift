public import HTTPSemantics

/// Where the files of one client certificate are; only their owner may read them.
public struct IdentityFiles: Sendable {
    /// PKCS #12 (RFC 7292): certificate, chain and key.
    public let pkcs12: String
    /// The password of that file.
    public let password: Secret<String>
    /// The certificate and its chain, in PEM.
    public let certificate: String
    /// The private key, in PEM.
    public let key: String
}
