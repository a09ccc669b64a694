public import FixtureFiles
public import JSONValues

/// How one PKCS #12 file (RFC 7292) is made of an identity: a file of `certs/` whose `kind` is `pkcs12`.
public struct PKCS12Recipe: Sendable, Hashable {
    /// How keys and certificates are encrypted; the old ways sign with SHA-1, the PBES2 ways with SHA-256.
    public enum Encryption: String, Sendable, Hashable, CaseIterable {
        /// PBES2 with AES-256-CBC (RFC 8018 §6.2), as OpenSSL 3 does it.
        case aes256 = "aes-256"
        /// PBES2 with AES-128-CBC.
        case aes128 = "aes-128"
        /// pbeWithSHAAnd3-KeyTripleDES-CBC (RFC 7292 appendix C).
        case tripleDES = "3des"
        /// pbeWithSHAAnd40BitRC2-CBC for the certificates and 3DES for the key, as old Windows, macOS and OpenSSL 1 did it.
        case rc2
        /// pbeWithSHAAnd128BitRC4.
        case rc4
        /// Nothing is encrypted.
        case none
    }
    /// Which password it has.
    public enum Password: String, Sendable, Hashable, CaseIterable {
        /// The one that is given when it is made.
        case given
        /// The empty text.
        case empty
        /// None at all, which RFC 7292 appendix B encodes otherwise than an empty one.
        case none
    }
    /// What it holds.
    public enum Content: String, Sendable, Hashable, CaseIterable {
        case key
        case certificate
        /// Whatever the identity sends after its leaf.
        case chain
    }

    /// The file's name without its ending.
    public let name: String
    /// What it is good for, in one sentence.
    public let about: String
    /// The identity's recipe.
    public let identity: String
    /// Default: `aes-256`.
    public let encryption: Encryption
    /// Default: `given`.
    public let password: Password
    /// Default: everything.
    public let contents: Set<Content>
    /// Whether a message authentication code protects it. Default: true.
    public let hasMAC: Bool

    /// The recipe of a plain export of an identity.
    init(exporting identity: String) {
        name = identity
        about = "The identity \(identity) with its chain, encrypted as OpenSSL 3 does it."
        self.identity = identity
        encryption = .aes256
        password = .given
        contents = Set(Content.allCases)
        hasMAC = true
    }

    /// Reads the recipe `certs/<name>.json`; throws with the file, the key path and what is allowed.
    public init(named name: String, in fixtures: FixtureTree) throws(TLSIdentityError) {
        try self.init(
            decoding: CertificateRecipe.document(named: name, in: fixtures), name: name,
            source: fixtures.place(of: CertificateRecipe.path(of: name)))
    }

    /// Reads a recipe from a JSON value; `source` is the file that errors name.
    public init(decoding value: JSONValue, name: String, source: String) throws(TLSIdentityError) {
        do throws(DocumentError) {
            try self.init(
                name: name,
                reader: DocumentReader(
                    value, source: source,
                    keys: ["about", "kind", "identity", "encryption", "password", "contents", "mac"]))
        } catch {
            throw TLSIdentityError(.badRecipe, error.description)
        }
    }

    private init(name: String, reader: DocumentReader) throws(DocumentError) {
        self.name = name
        guard let about = try reader.text("about") else { throw reader.missing("about") }
        self.about = about
        guard try reader.word("kind", as: CertificateRecipe.Kind.self) == .pkcs12 else {
            throw reader.wrongType("kind", "\"pkcs12\"")
        }
        guard let identity = try reader.text("identity") else { throw reader.missing("identity") }
        self.identity = identity
        encryption = try reader.word("encryption") ?? .aes256
        password = try reader.word("password") ?? .given
        contents = Set(try reader.names("contents") ?? Content.allCases)
        guard !contents.isEmpty else { throw reader.wrongType("contents", "a list of key, certificate and chain") }
        hasMAC = try reader.truth("mac") ?? true
    }
}
