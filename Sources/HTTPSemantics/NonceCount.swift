/// How often a client has used a nonce, this request included: `nc-value = 8LHEX` (RFC 7616 §3.4).
public struct NonceCount: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The count as a number.
    public let value: UInt32

    /// Takes a number.
    public init(_ value: UInt32) { self.value = value }

    /// Reads exactly eight hexadecimal digits in lower case; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in text.utf8 {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        self.value = value
    }

    /// The count as it travels, `00000001`.
    public var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    public var description: String { text }

    /// The count of a nonce's first use.
    public static let first = NonceCount(1)

    /// The count of the use after this one; nil where a nonce has been used 2³²−1 times.
    public var next: NonceCount? { value == .max ? nil : NonceCount(value + 1) }

    public static func < (one: NonceCount, other: NonceCount) -> Bool { one.value < other.value }
}
