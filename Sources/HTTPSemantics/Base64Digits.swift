/// The 64 digits of a base 64 alphabet and the arithmetic that both alphabets share (RFC 4648 §4, §5).
struct Base64Digits {
    /// The alphabet of RFC 4648 §4, table 1.
    static let standard = Base64Digits(last: (UInt8(ascii: "+"), UInt8(ascii: "/")))
    /// The URL-safe alphabet of RFC 4648 §5, table 2.
    static let urlSafe = Base64Digits(last: (UInt8(ascii: "-"), UInt8(ascii: "_")))

    /// The digits for 62 and 63, in which the alphabets differ.
    let last: (UInt8, UInt8)

    /// The digits of bytes, without padding.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 4 / 3 + 4)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                digits.append(digit(UInt8(bits >> held & 63)))
            }
        }
        if held > 0 { digits.append(digit(UInt8(bits << (6 - held) & 63))) }
        return digits
    }

    /// The bytes of digits without padding; nil for another character or an impossible length.
    ///
    /// In a canonical text the bits that fill the last digit are zero (RFC 4648 §3.5).
    func decode(_ digits: ArraySlice<UInt8>, isCanonical: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for digit in digits {
            guard let value = value(digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        guard held < 6, !isCanonical || bits & ((1 << held) - 1) == 0 else { return nil }
        return bytes
    }

    private func digit(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: last.0
        default: last.1
        }
    }

    private func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case last.0: 62
        case last.1: 63
        default: nil
        }
    }
}
