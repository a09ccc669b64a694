/// Base 64 with padding (RFC 4648 §4).
public enum Base64 {
    /// Writes bytes as text.
    public static func encode(_ bytes: [UInt8]) -> String {
        let digits = Base64URL.encode(bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return String(decoding: digits + padding, as: UTF8.self)
    }
}
