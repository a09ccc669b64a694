/// A secret of one run, unique per host, realm and transport: wherever its bytes are found, they name where they leaked from.
public struct Canary: Sendable, Codable, Hashable {
    /// What it is, as `password:alice` or `token#1`.
    public var name: String
    /// What kind of secret it is; the kind decides which carriers are documented.
    public var kind: Kind
    /// The secret itself. Evidence that leaves the machine holds the redacted form.
    public var value: String
    /// The origins that may see it, as `https://localhost:8443`.
    public var origins: [String]

    public init(name: String, kind: Kind, value: String, origins: [String]) {
        self.name = name
        self.kind = kind
        self.value = value
        self.origins = origins
    }

    /// What kind of secret a canary is.
    public enum Kind: String, Sendable, Codable, Hashable {
        case password
        case token
        case refreshToken
        case clientSecret
        /// A code that an authorization server gave (RFC 6749 §4.1.2).
        case authorizationCode
        case codeVerifier
        /// The identity-aware proxy's token.
        case identityToken
        case apiKey
        /// The password of a PKCS #12 file.
        case identityPassword
        /// Text of a private key.
        case privateKey
    }
}
