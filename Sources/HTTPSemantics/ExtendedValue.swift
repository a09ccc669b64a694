/// The notation of parameters that are not ASCII: `UTF-8''J%C3%A4s%C3%B8n` (RFC 8187 §3.2).
enum ExtendedValue {
    /// Writes a text with every byte that is no `attr-char` percent-encoded.
    static func encode(_ text: String) -> String {
        var bytes = Array("UTF-8''".utf8)
        for byte in text.utf8 {
            if isAttributeByte(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), upperHex[Int(byte >> 4)], upperHex[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the notation; nil where the charset is not UTF-8, a language tag is left open or the bytes are no UTF-8.
    static func decode(_ value: String) -> String? {
        let parts = value.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(parts[0])?.isSameName(as: "UTF-8") == true else { return nil }
        var bytes: [UInt8] = []
        var rest = parts[2].makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            } else {
                guard isAttributeByte(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let upperHex = Array("0123456789ABCDEF".utf8)

    /// `attr-char`: a token byte other than `*`, `'` and `%`.
    private static func isAttributeByte(_ byte: UInt8) -> Bool {
        HeaderField.isTokenByte(byte) && !"*'%".utf8.contains(byte)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
