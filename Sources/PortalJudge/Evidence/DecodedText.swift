internal import HTTPSemantics

/// Bytes with percent-encoding (RFC 3986 §2.1) and escapes of JSON strings (RFC 8259 §7) undone, and where each stood.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// Where each byte began and ended in the text as it was.
    private(set) var places: [Range<Int>] = []

    /// Decodes a text; nil where nothing in it is encoded.
    init?(_ text: [UInt8]) {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else { return nil }
        bytes.reserveCapacity(text.count)
        places.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if let byte = Self.percentEncoded(at: index, in: text) {
                bytes.append(byte)
                places.append(index..<index + 3)
                index += 3
            } else if let escape = JSONEscape(at: index, in: text) {
                add(escape.bytes, from: index, length: escape.length)
                index += escape.length
            } else {
                bytes.append(text[index])
                places.append(index..<index + 1)
                index += 1
            }
        }
    }

    private mutating func add(_ decoded: [UInt8], from start: Int, length: Int) {
        for byte in decoded {
            bytes.append(byte)
            places.append(start..<start + length)
        }
    }

    private static func percentEncoded(at start: Int, in text: [UInt8]) -> UInt8? {
        guard text[start] == UInt8(ascii: "%"), start + 2 < text.count,
            let high = Hexadecimal.value(ofDigit: text[start + 1]),
            let low = Hexadecimal.value(ofDigit: text[start + 2])
        else { return nil }
        return high << 4 | low
    }
}
