/// Base 32 (RFC 4648 §6), in which the secrets of authenticator apps are written.
package enum Base32 {
    /// Reads a text in either case, with or without padding; nil where it holds another character or an impossible length.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt64 = 0
        var held = 0
        var digits = Array(text.utf8)[...]
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard ![1, 3, 6].contains(digits.count % 8) else { return nil }
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = digit - UInt8(ascii: "2") + 26
            default: return nil
            }
            bits = bits << 5 | UInt64(value)
            held += 5
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(held)))
                bits &= (1 << UInt64(held)) - 1
            }
        }
        return bytes
    }
}
