/// Percent-encoding and forms as received, read tolerantly: evidence may hold anything.
enum Percent {
    /// Decodes `%XX`; what cannot be decoded stays as it is. `+` is a blank only in forms.
    static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        String(decoding: decoded(Array(text.utf8)[...], plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// The fields of a form body or a query, decoded, in order.
    static func fields(_ bytes: some Sequence<UInt8>) -> [(name: String, value: String)] {
        Array(bytes).split(separator: UInt8(ascii: "&")).map { pair in
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = end < pair.endIndex ? pair[(end + 1)...] : []
            return (text(pair[..<end]), text(value))
        }
    }

    /// Value of a hexadecimal digit; nil for any other byte.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: decoded(bytes, plusIsBlank: true), as: UTF8.self)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }
}

extension Journal.Request {
    /// The query of the target, decoded.
    var queryFields: [(name: String, value: String)] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return Percent.fields(target.utf8[target.utf8.index(after: mark)...])
    }

    /// The form in the body, decoded, however it was sent.
    var formFields: [(name: String, value: String)] { MultipartFields.fields(self) ?? Percent.fields(body) }

    /// Whether the body is a token request's.
    var isTokenRequest: Bool { operation == "generateToken" || operation.hasSuffix("/generateToken") }
}
