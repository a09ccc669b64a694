/// One header field as it travels: name and value, order and case kept (RFC 9110 §5).
public struct HeaderField: Sendable, Hashable, Codable {
    /// The field name in the case that was sent.
    public let name: String
    /// The field value without surrounding blanks.
    public let value: String

    /// Joins a name and a value without changing either.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has a name, compared without case (RFC 9110 §5.1).
    public func isNamed(_ other: String) -> Bool { name.isSameName(as: other) }

    /// Whether the field could be sent as it stands: a token for a name and no CR, LF or NUL in the value (RFC 9110 §5.5).
    public var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
            && value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0x00 }
    }

    /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
    public static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension Sequence<HeaderField> {
    /// The value of the first field with a name, compared without case.
    public func first(named name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// The values of every field with a name, in order.
    public func all(named name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
}
