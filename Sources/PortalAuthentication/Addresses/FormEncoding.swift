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

    /// Leaves out the pairs of an encoded query that have a name, compared without case.
    package static func removing(_ name: String, fromQuery query: String) -> String {
        let name = name.lowercased()
        return query.split(separator: "&", omittingEmptySubsequences: false)
            .filter { $0.prefix { $0 != "=" }.lowercased() != name }
            .joined(separator: "&")
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
