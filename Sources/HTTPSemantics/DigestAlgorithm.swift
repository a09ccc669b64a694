/// A Digest algorithm that both sides know: MD5 or SHA-256, plain or for a session (RFC 7616 §3.3).
///
/// SHA-512-256 is left out on purpose: its published example is wrong (RFC erratum 4897) and clients that follow it differ.
public struct DigestAlgorithm: Sendable, Hashable, CustomStringConvertible {
    /// The hash function; the weaker sorts first.
    public enum Hash: String, Sendable, Hashable, Comparable, CaseIterable {
        case md5 = "MD5"
        case sha256 = "SHA-256"

        public static func < (one: Hash, other: Hash) -> Bool { one == .md5 && other == .sha256 }
    }

    /// The hash function.
    public let hash: Hash
    /// Whether the key is made once per session, the `-sess` forms (RFC 7616 §3.4.2).
    public let isSession: Bool

    /// Joins a hash function and a form.
    public init(_ hash: Hash, isSession: Bool = false) {
        self.hash = hash
        self.isSession = isSession
    }

    /// Reads a name without case; nil where it is unknown.
    public init?(_ token: String) {
        guard let known = Self.all.first(where: { $0.name.isSameName(as: token) }) else { return nil }
        self = known
    }

    /// The name as it travels.
    public var name: String { isSession ? "\(hash.rawValue)-sess" : hash.rawValue }

    public var description: String { name }

    /// What a challenge without an algorithm means.
    public static let md5 = DigestAlgorithm(.md5)
    /// MD5 with a key per session.
    public static let md5Session = DigestAlgorithm(.md5, isSession: true)
    /// SHA-256.
    public static let sha256 = DigestAlgorithm(.sha256)
    /// SHA-256 with a key per session.
    public static let sha256Session = DigestAlgorithm(.sha256, isSession: true)

    private static let all = [md5, md5Session, sha256, sha256Session]
}
