/// A certificate with its key and what a server sends along with it.
public struct IssuedCertificate: Sendable {
    /// The recipe that it was made from.
    public let recipe: String
    /// What the server sends, in its order, in PEM; the leaf comes first (RFC 8446 §4.4.2).
    public let chainPEM: String
    /// The leaf's key.
    public let keyPEM: PrivateKeyPEM
    /// SHA-256 fingerprint of the leaf's DER form, in lower-case hex.
    public let leafSHA256: String
    /// Distinguished name of the leaf's subject.
    public let subject: String
    /// Start of the leaf's validity, in seconds since 1970.
    public let notBefore: Int64
    /// End of the leaf's validity, in seconds since 1970.
    public let notAfter: Int64
}
