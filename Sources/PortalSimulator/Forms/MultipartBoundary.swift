internal import HTTPSemantics

/// The boundary of a multipart body (RFC 2046 §5.1.1).
package struct MultipartBoundary: Sendable, Equatable {
    let bytes: [UInt8]

    /// Whether a `Content-Type` is that of a form in parts (RFC 7578 §4.1), whatever its parameters are.
    package static func isAsked(by contentType: String) -> Bool {
        let type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") }
        return String(decoding: type.trimmingOptionalWhitespace(), as: UTF8.self).lowercased()
            == "multipart/form-data"
    }

    /// Reads the parameter `boundary` of a `Content-Type`.
    package init(contentType: String) throws(BodyProblem) {
        let place = "the field Content-Type"
        let value: ParameterizedValue
        do {
            value = try ParameterizedValue(contentType.utf8, quoting: .standard)
        } catch {
            throw BodyProblem(error.words, at: place)
        }
        guard let bytes = value["boundary"], !bytes.isEmpty else {
            throw BodyProblem(
                "multipart/form-data needs a boundary; let the library that makes the body write this field", at: place)
        }
        let shown = BodyProblem.quoted(String(decoding: bytes.prefix(100), as: UTF8.self))
        guard bytes.count <= 70 else {
            throw BodyProblem(
                "the boundary \(shown) has \(bytes.count) characters; RFC 2046 §5.1.1 allows 70", at: place)
        }
        guard bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ") else {
            throw BodyProblem(
                "the boundary \(shown) holds a character that RFC 2046 §5.1.1 does not allow there", at: place)
        }
        self.bytes = bytes
    }

    /// `bchars`
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}
