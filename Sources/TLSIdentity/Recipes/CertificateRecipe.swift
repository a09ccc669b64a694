public import FixtureFiles

/// How one certificate is made: one file of `certs/`, one virtue or flaw.
public struct CertificateRecipe: Sendable, Hashable {
    /// What a certificate is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A leaf.
        case server
        /// A certificate that issues others.
        case authority
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
    /// Default: the authority of `ca.json`.
    public let issuer: Issuer
    /// The common name; nil means the first name that the certificate is for.
    public let subject: String?
    /// DNS names instead of those that are served; an authority's are its name constraints.
    public let names: [String]?
    /// IP addresses instead of those that are served; an authority's are its name constraints and may be blocks.
    public let addresses: [String]?
    /// Validity relative to the moment of issuing, in seconds. Default: from an hour ago for 24 h.
    public let validity: Range<Int64>
    /// Default: `serverAuth`.
    public let extendedKeyUsage: [Purpose]
    /// What a server sends: `leaf` and names of authorities. Default: the leaf and every issuer but the root.
    public let sends: [String]?

    /// Names of the recipes that a server can show, sorted; the certificate authorities are not among them.
    public static func names(in fixtures: FixtureTree) -> [String] {
        all(in: fixtures).filter { (try? CertificateRecipe(named: $0, in: fixtures))?.kind != .authority }
    }

    /// Names of all the recipes, sorted.
    static func all(in fixtures: FixtureTree) -> [String] {
        fixtures.paths(under: "certs", suffix: ".json").map { path in
            String(path.dropFirst("certs/".count).dropLast(".json".count))
        }
    }
}
