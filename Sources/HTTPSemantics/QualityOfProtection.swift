/// What a Digest response covers, `qop` (RFC 7616 §3.3).
public enum QualityOfProtection: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The request line.
    case auth
    /// The request line and the body.
    case authInt = "auth-int"

    /// Reads a name without case; nil where it is unknown.
    public init?(_ token: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue.isSameName(as: token) }) else { return nil }
        self = known
    }

    /// The name as it travels.
    public var description: String { rawValue }
}
