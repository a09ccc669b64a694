public import FixtureFiles
internal import JSONValues

/// How one certificate is made: one file of `certs/`, one virtue or flaw.
public struct CertificateRecipe: Sendable, Hashable {
    /// What a recipe makes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A leaf that a server shows.
        case server
        /// A certificate that issues others.
        case authority
        /// A leaf that a client shows: an identity.
        case client
        /// A PKCS #12 file around an identity, see ``PKCS12Recipe``.
        case pkcs12
    }
    /// Who signs it.
    public enum Issuer: Sendable, Hashable {
        /// The certificate's own key.
        case itself
        /// The authority of another recipe.
        case authority(String)
    }
    /// A purpose by extended key usage (RFC 5280 §4.2.1.12).
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        case serverAuth
        case clientAuth
    }

    /// The file's name without its ending.
    public let name: String
    /// What it is good for, in one sentence.
    public let about: String
    /// Default: a server's.
    public let kind: Kind
    /// Default: the authority of `ca.json`; a client's, that of `client-ca.json`.
    public let issuer: Issuer
    /// The common name; nil means the first name that the certificate is for, or a client's recipe's name.
    public let subject: String?
    /// DNS names instead of those that are served; an authority's are its name constraints. A client has none by default.
    public let names: [String]?
    /// IP addresses instead of those that are served; an authority's are its name constraints and may be blocks.
    public let addresses: [String]?
    /// Validity relative to the moment of issuing, in seconds. Default: from an hour ago for 24 h, a client's for 30 days.
    public let validity: Range<Int64>
    /// Default: `serverAuth`; a client's is `clientAuth`, an authority's is empty and leaves the extension out.
    public let extendedKeyUsage: [Purpose]
    /// What is sent: `leaf` and names of authorities. Default: the leaf and every issuer but the root.
    public let sends: [String]?

    /// Names of the recipes that a server can show, sorted.
    ///
    /// A file that cannot be read counts as one, so that issuing them all reports it.
    public static func names(in fixtures: FixtureTree) -> [String] {
        all(in: fixtures).filter { (kind(of: $0, in: fixtures) ?? .server) == .server }
    }

    /// Names of the recipes of one kind, sorted.
    static func names(of kind: Kind, in fixtures: FixtureTree) -> [String] {
        all(in: fixtures).filter { Self.kind(of: $0, in: fixtures) == kind }
    }

    /// What a recipe makes; nil where the file cannot be read or its kind is unknown.
    private static func kind(of name: String, in fixtures: FixtureTree) -> Kind? {
        guard let value = try? document(named: name, in: fixtures) else { return nil }
        guard let word = value["kind"] else { return .server }
        return word.string.flatMap(Kind.init(rawValue:))
    }

    /// Names of all the recipes, sorted.
    static func all(in fixtures: FixtureTree) -> [String] {
        fixtures.paths(under: "certs", suffix: ".json").map { path in
            String(path.dropFirst("certs/".count).dropLast(".json".count))
        }.sorted()
    }
}
