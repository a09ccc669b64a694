/// Forms and queries as `application/x-www-form-urlencoded` (URL Standard §5).
package enum FormURLEncoded {
    /// Writes pairs, with every byte encoded that is not unreserved.
    ///
    /// A blank is `%20` and an asterisk is `%2A`, where the serializer of the URL Standard §5.2 writes `+` and `*`: both are read alike
    /// in a form, and `%20` is a blank also to a server that reads a query by RFC 3986 alone.
    package static func encode(_ pairs: [(String, String)]) -> String {
        var bytes: [UInt8] = []
        for (index, pair) in pairs.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            PercentEncoding.append(pair.0, keeping: .unreserved, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(pair.1, keeping: .unreserved, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fields of a form or a query, in their order (URL Standard §5.1).
    ///
    /// Empty pairs are left out, a `+` is a blank, and a `%` that no two hex digits follow stands for itself. With `isLatin1` each byte
    /// is a character of ISO-8859-1, else they are UTF-8.
    package static func fields(of bytes: UnsafeBufferPointer<UInt8>, isLatin1: Bool = false) -> [FormField] {
        var fields: [FormField] = []
        var start = 0
        while start < bytes.count {
            var end = start
            var equals: Int?
            while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                let name = decoded(bytes[start..<(equals ?? end)], isLatin1)
                let value = equals.map { Self.decoded(bytes[($0 + 1)..<end], isLatin1) } ?? ""
                // What replaces such bytes is not ASCII; most fields are.
                let isASCII = value.utf8.allSatisfy { $0 < 0x80 } && name.utf8.allSatisfy { $0 < 0x80 }
                let isDamaged = !isASCII && !isLatin1 && Self.isDamaged(bytes[start..<end])
                fields.append(FormField(name: name, value: value, isDamaged: isDamaged))
            }
            start = end + 1
        }
        return fields
    }

    /// The same of an array.
    package static func fields(of bytes: [UInt8], isLatin1: Bool = false) -> [FormField] {
        bytes.withUnsafeBufferPointer { fields(of: $0, isLatin1: isLatin1) }
    }

    /// The same of a text.
    package static func fields(of text: String) -> [FormField] {
        var text = text
        return text.withUTF8 { fields(of: $0) }
    }

    private static func isDamaged(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        String(validating: PercentEncoding.decode(Array(bytes)[...], plusIsBlank: true), as: UTF8.self) == nil
    }

    /// The text of one name or value.
    private static func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ isLatin1: Bool) -> String {
        if isLatin1 {
            let decoded = PercentEncoding.decode(Array(bytes)[...], plusIsBlank: true)
            return String(String.UnicodeScalarView(decoded.map { Unicode.Scalar($0) }))
        }
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: PercentEncoding.decode(Array(bytes)[...], plusIsBlank: true), as: UTF8.self)
    }
}
