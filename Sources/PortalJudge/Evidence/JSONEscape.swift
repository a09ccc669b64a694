internal import HTTPSemantics

/// One escape of a JSON string (RFC 8259 §7) and what it stands for.
struct JSONEscape {
    /// In UTF-8.
    let bytes: [UInt8]
    /// Bytes that the escape itself takes.
    let length: Int

    /// Reads the escape that begins at a place; nil where none does.
    init?(at start: Int, in text: [UInt8]) {
        guard start + 1 < text.count, text[start] == UInt8(ascii: "\\") else { return nil }
        switch text[start + 1] {
        case UInt8(ascii: "u"):
            guard let unit = Self.unit(at: start, in: text) else { return nil }
            var units = [unit]
            if UTF16.isLeadSurrogate(unit), let next = Self.unit(at: start + 6, in: text) { units.append(next) }
            bytes = Array(String(decoding: units, as: UTF16.self).utf8)
            length = 6 * units.count
            return
        case UInt8(ascii: "b"): bytes = [8]
        case UInt8(ascii: "t"): bytes = [9]
        case UInt8(ascii: "n"): bytes = [10]
        case UInt8(ascii: "f"): bytes = [12]
        case UInt8(ascii: "r"): bytes = [13]
        case let other where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(other):
            bytes = [other]
        default: return nil
        }
        length = 2
    }

    private static func unit(at start: Int, in text: [UInt8]) -> UInt16? {
        guard start + 5 < text.count, text[start] == UInt8(ascii: "\\"), text[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt16 = 0
        for byte in text[start + 2...start + 5] {
            guard let digit = Hexadecimal.value(ofDigit: byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
