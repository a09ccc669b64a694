extension PercentEncoding {
    /// The ASCII bytes that stand for themselves; all others are encoded.
    package struct PlainBytes: Sendable {
        /// Letters, digits and `-._~`: what may stand anywhere in a URL (`unreserved`, RFC 3986 §2.3).
        package static let unreserved = PlainBytes { isAlphanumeric($0) || "-._~".utf8.contains($0) }
        /// The bytes of an extended header parameter (`attr-char`, RFC 8187 §3.2.1).
        package static let attributeCharacters = PlainBytes { isAlphanumeric($0) || "!#$&+-.^_`|~".utf8.contains($0) }

        // One bit for each of the bytes 0 to 63 and 64 to 127.
        private let low: UInt64
        private let high: UInt64

        /// The ASCII bytes for which a condition holds.
        package init(where holds: (UInt8) -> Bool) {
            func bits(_ first: UInt8) -> UInt64 {
                (0..<64).reduce(0) { $0 | (holds(first + $1) ? 1 << UInt64($1) : 0) }
            }
            low = bits(0)
            high = bits(64)
        }

        /// Whether a byte stands for itself.
        package func contains(_ byte: UInt8) -> Bool {
            byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
        }

        private static func isAlphanumeric(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
    }
}
