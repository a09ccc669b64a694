/// A client's certificate with its key, as a test authority issued it.
public struct IssuedIdentity: Sendable {
    /// The name that it goes by: `alice`, `alice-expired`.
    public let name: String
    /// The recipe that it was made from.
    public let recipe: String
    /// What the client sends, leaf first, in PEM.
    public let chainPEM: String
    /// The leaf's key.
    public let keyPEM: PrivateKeyPEM
    /// SHA-256 fingerprint of the leaf's DER form, in lower-case hex.
    public let leafSHA256: String
    /// Distinguished name of the leaf's subject, RFC 2253 style.
    public let subject: String
    /// Common name of the leaf's subject: the portal account that it stands for.
    public let commonName: String
    /// The recipe of the authority that signed the leaf; its own recipe where it signed itself.
    public let issuer: String
    /// Start of the leaf's validity, in seconds since 1970.
    public let notBefore: Int64
    /// End of the leaf's validity, in seconds since 1970.
    public let notAfter: Int64
}
