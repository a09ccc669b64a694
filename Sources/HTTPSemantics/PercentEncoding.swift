internal import Platform

/// Percent-encoding of bytes (RFC 3986 §2.1); a text stands for its UTF-8.
package enum PercentEncoding {
    /// Writes a text with every byte encoded that does not stand for itself.
    package static func encode(_ text: String, keeping plain: PlainBytes = .unreserved) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count + text.utf8.count / 2)
        append(text, keeping: plain, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Does the same, behind bytes that stand there already.
    static func append(_ text: String, keeping plain: PlainBytes, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(upperHex(byte >> 4))
                bytes.append(upperHex(byte & 15))
            }
        }
    }

    /// The bytes that encoded ones stand for; a `%` that no two hex digits follow stands for itself.
    ///
    /// This is percent-decode of the URL Standard §1.3, which no input makes fail; it is for what peers send.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] { decode(bytes, plusIsBlank: false) }

    /// The same; in a form, `+` is a blank (URL Standard §5.1).
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = Hexadecimal.value(ofDigit: bytes[index + 1]),
                let low = Hexadecimal.value(ofDigit: bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return decoded
    }

    /// The text that an encoded one stands for, read by ``decode(_:)``; bytes that are not UTF-8 are replaced, and marks beyond
    /// ``Platform/MarkRuns``.
    package static func decodeText(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text).withoutLongMarkRuns }
        return String(decoding: decode(Array(text.utf8)[...]), as: UTF8.self).withoutLongMarkRuns
    }

    /// The same for a whole text.
    package static func decodeText(_ text: String) -> String { decodeText(text[...]) }

    /// A text in which unreserved bytes stand for themselves, as in any other spelling of the same URL (RFC 3986 §6.2.2.2). Nothing is
    /// decoded twice: `%2541` keeps its `%25`.
    package static func normalize(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var normalized: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.value(ofDigit: bytes[index + 1]),
                let low = Hexadecimal.value(ofDigit: bytes[index + 2]), PlainBytes.unreserved.contains(high << 4 | low)
            {
                normalized.append(high << 4 | low)
                index += 3
            } else {
                normalized.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: normalized, as: UTF8.self)
    }

    /// The bytes that encoded ones stand for; nil where a `%` has no two hex digits, or where another byte is not plain.
    static func decodeStrictly(_ bytes: ArraySlice<UInt8>, keeping plain: PlainBytes) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(Hexadecimal.value(ofDigit:)),
                    let low = rest.next().flatMap(Hexadecimal.value(ofDigit:))
                else { return nil }
                decoded.append(high << 4 | low)
            } else {
                guard plain.contains(byte) else { return nil }
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func upperHex(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
