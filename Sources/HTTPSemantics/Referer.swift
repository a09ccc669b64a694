/// The value of a `Referer` header field that a token may be bound to (RFC 9110 §10.1.3; portals also take texts that are no URL).
public struct Referer: Sendable, Hashable, CustomStringConvertible {
    /// The value as it travels.
    public let description: String

    /// Checks a value; nil where it is empty, has blanks around it, or holds a byte that no header field may carry (RFC 9110 §5.5).
    public init?(_ value: String) {
        guard !value.isEmpty, value.first != " ", value.last != " " else { return nil }
        guard value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F || $0 == 0x20 }) else { return nil }
        description = value
    }
}
