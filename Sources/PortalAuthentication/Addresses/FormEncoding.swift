/// Percent-encoding of forms, queries and path segments, byte by byte over UTF-8 (RFC 3986 §2.1, WHATWG URL §5.2).
package enum FormEncoding {
    /// Encodes pairs as application/x-www-form-urlencoded; everything but unreserved characters is encoded, blanks as `%20`.
    package static func encode(_ pairs: [(String, String)]) -> String {
        var bytes: [UInt8] = []
        for (index, pair) in pairs.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            append(pair.0, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            append(pair.1, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes one segment of a path.
    package static func pathSegment(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The pairs of a form or query, decoded, in their order; a plus sign is a blank (WHATWG URL §5.1).
    package static func pairs(in text: some StringProtocol) -> [(String, String)] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = name.endIndex == pair.endIndex ? "" : pair[pair.index(after: name.endIndex)...]
            return (decoded(String(name).replacingPluses), decoded(String(value).replacingPluses))
        }
    }

    /// Decodes percent-encoded bytes; what is no encoding stays as it stands.
    static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ Self.isHexDigit($0) }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    static func appendPercent(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: appendPercent(byte, to: &bytes)
            }
        }
    }
}

extension String {
    fileprivate var replacingPluses: String { String(map { $0 == "+" ? " " : $0 }) }
}
