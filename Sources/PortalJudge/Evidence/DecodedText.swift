internal import HTTPSemantics

/// Bytes with percent-encoding (RFC 3986 §2.1), escapes of JSON strings (RFC 8259 §7) and numbers of characters (HTML, "Character
/// references") undone, and where each stood.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// Where each byte began and ended in the text as it was.
    private(set) var places: [Range<Int>] = []

    /// Decodes a text; nil where nothing in it is encoded.
    init?(_ text: [UInt8]) {
        let isEncoded = text.indices.contains { index in
            switch text[index] {
            case UInt8(ascii: "%"), UInt8(ascii: "\\"): true
            case UInt8(ascii: "&"): index + 1 < text.count && text[index + 1] == UInt8(ascii: "#")
            default: false
            }
        }
        guard isEncoded else { return nil }
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
            } else if let reference = Self.reference(at: index, in: text) {
                add(reference.bytes, from: index, length: reference.length)
                index += reference.length
            } else {
                add(text[index], at: index)
                index += 1
            }
        }
    }

    /// Joins what is broken into lines, and undoes quoted-printable (RFC 2045 §6.7) and the zeros of UTF-16 (RFC 2781 §2.1): base 64
    /// comes in lines, too (RFC 2045 §6.8). Nil where nothing in the text looks like that.
    init?(joining text: [UInt8]) {
        guard Self.isBroken(text) else { return nil }
        bytes.reserveCapacity(text.count)
        places.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "="), let decoded = Self.hexadecimal(behind: index, in: text) {
                bytes.append(decoded)
                places.append(index..<index + 3)
                index += 3
                continue
            }
            let isSoft = byte == UInt8(ascii: "=") && index + 1 < text.count && Self.isBreak(text[index + 1])
            if !isSoft, !Self.isBreak(byte) { add(byte, at: index) }
            index += 1
        }
    }

    private static func isBreak(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0 || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Whether a text has a line end, a zero or eight bytes in quoted-printable: as good as none has any.
    private static func isBroken(_ text: [UInt8]) -> Bool {
        var quoted = 0
        for (index, byte) in text.enumerated() {
            if byte == 0x0A || byte == 0x0D || byte == 0 { return true }
            if byte == UInt8(ascii: "="), hexadecimal(behind: index, in: text) != nil { quoted += 1 }
        }
        return quoted >= 8
    }

    private mutating func add(_ byte: UInt8, at index: Int) {
        bytes.append(byte)
        places.append(index..<index + 1)
    }

    private mutating func add(_ decoded: [UInt8], from start: Int, length: Int) {
        for byte in decoded {
            bytes.append(byte)
            places.append(start..<start + length)
        }
    }

    private static func percentEncoded(at start: Int, in text: [UInt8]) -> UInt8? {
        guard text[start] == UInt8(ascii: "%") else { return nil }
        return hexadecimal(behind: start, in: text)
    }

    /// The character that `&#97;` or `&#x61;` stands for, in UTF-8; nil where there is none.
    private static func reference(at start: Int, in text: [UInt8]) -> (bytes: [UInt8], length: Int)? {
        guard text[start] == UInt8(ascii: "&"), start + 3 < text.count, text[start + 1] == UInt8(ascii: "#") else {
            return nil
        }
        let isHexadecimal = text[start + 2] | 0x20 == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        // The largest character has seven digits.
        let digits = text[first..<min(first + 8, text.count)].prefix { $0 != UInt8(ascii: ";") }
        let end = digits.endIndex
        guard !digits.isEmpty, end < text.count, text[end] == UInt8(ascii: ";"),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return (Array(String(scalar).utf8), end + 1 - start)
    }

    /// The byte of two hexadecimal digits behind a place; nil where there are none.
    private static func hexadecimal(behind start: Int, in text: [UInt8]) -> UInt8? {
        guard start + 2 < text.count,
            let high = Hexadecimal.value(ofDigit: text[start + 1]),
            let low = Hexadecimal.value(ofDigit: text[start + 2])
        else { return nil }
        return high << 4 | low
    }
}
