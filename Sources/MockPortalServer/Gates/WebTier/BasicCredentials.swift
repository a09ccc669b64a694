/// User name and password of a Basic authorization, as bytes (RFC 7617 §2).
struct BasicCredentials {
    let username: [UInt8]
    let password: [UInt8]

    /// Reads a token68; nil where it is no base 64, has no colon, or holds a control character.
    init?(token68: String) {
        guard let bytes = Self.decode(token68), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        username = Array(bytes[..<colon])
        password = Array(bytes[(colon + 1)...])
    }

    /// The user name as text: UTF-8, else each byte as its own character.
    var displayName: String {
        String(validating: username, as: UTF8.self) ?? String(String.UnicodeScalarView(username.map { .init($0) }))
    }

    /// Whether bytes stand for a text: in UTF-8, or where no charset was told in ISO 8859-1 too, as some clients send it.
    static func matches(_ bytes: [UInt8], _ text: String, isUTF8: Bool) -> Bool {
        if bytes.elementsEqual(text.utf8) { return true }
        guard !isUTF8 else { return false }
        return bytes.map(UInt32.init).elementsEqual(text.unicodeScalars.map(\.value))
    }

    /// Base 64 with its ordinary alphabet (RFC 4648 §4); padding may be missing at the end.
    private static func decode(_ text: String) -> [UInt8]? {
        var digits = text.utf8[...]
        while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        guard text.utf8.count - digits.count <= 2 else { return nil }
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
        return held < 6 ? bytes : nil
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
