internal import HTTPSemantics

/// A field value with parameters, as `form-data; name="adds"` (RFC 9110 §5.6.6), on bytes.
struct ParameterizedValue {
    /// How a quoted value is written.
    enum Quoting {
        /// A backslash stands before any byte (RFC 9110 §5.6.4).
        case standard
        /// Browsers write `"` and line ends as `%22`, `%0D` and `%0A` (HTML Standard, "Multipart form data"), curl before 7.81 and
        /// with `--form-escape` writes `\"` and `\\`; any other backslash is one, as in the paths of old browsers.
        case formData
    }
    /// What stands before the first `;`, in lower case.
    let value: String
    /// Names in lower case with the bytes of their values, in order.
    private(set) var parameters: [(name: String, value: [UInt8])] = []

    /// Reads a value; what is wrong with it is told without the parameters' values.
    init(_ bytes: some Collection<UInt8>, quoting: Quoting) throws(BodyProblem) {
        let bytes = Array(bytes)
        var index = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        value = String(decoding: bytes[..<index].trimmingOptionalWhitespace(), as: UTF8.self).lowercased()
        while index < bytes.count {
            index += 1
            while index < bytes.count, bytes[index].isOptionalWhitespace { index += 1 }
            // RFC 9110 §5.6.6 lets a semicolon stand without a parameter.
            guard index < bytes.count, bytes[index] != UInt8(ascii: ";") else { continue }
            guard let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")),
                !bytes[index..<equals].contains(UInt8(ascii: ";"))
            else { throw BodyProblem("a parameter of \(BodyProblem.quoted(value)) has no value") }
            let name = String(decoding: bytes[index..<equals].trimmingOptionalWhitespace(), as: UTF8.self).lowercased()
            guard !name.isEmpty else { throw BodyProblem("a parameter of \(BodyProblem.quoted(value)) has no name") }
            guard self[name] == nil else {
                throw BodyProblem("the parameter \(BodyProblem.quoted(name)) stands there twice")
            }
            index = equals + 1
            while index < bytes.count, bytes[index].isOptionalWhitespace { index += 1 }
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                parameters.append((name, try Self.quotedValue(bytes, &index, quoting, name)))
            } else {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
                parameters.append((name, Array(bytes[index..<end].trimmingOptionalWhitespace())))
                index = end
            }
        }
    }

    /// The value of a parameter; nil where there is none.
    subscript(name: String) -> [UInt8]? { parameters.first { $0.name == name }?.value }

    /// Reads a value in quotes, from the first one on to the `;` behind the last.
    private static func quotedValue(
        _ bytes: [UInt8], _ index: inout Int, _ quoting: Quoting, _ name: String
    ) throws(BodyProblem) -> [UInt8] {
        var value: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
                quoting == .standard || next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                value.append(next)
                index += 2
            } else if quoting == .formData, let byte = browserEscape(bytes[index...].prefix(3)) {
                value.append(byte)
                index += 3
            } else {
                value.append(bytes[index])
                index += 1
            }
        }
        guard index < bytes.count else {
            throw BodyProblem("the value of the parameter \(BodyProblem.quoted(name)) has no closing quote")
        }
        index += 1
        while index < bytes.count, bytes[index].isOptionalWhitespace { index += 1 }
        guard index == bytes.count || bytes[index] == UInt8(ascii: ";") else {
            throw BodyProblem("after the value of the parameter \(BodyProblem.quoted(name)) stands no semicolon")
        }
        return value
    }

    /// The byte that browsers write as `%22`, `%0D` or `%0A`; a browser leaves any other `%` alone.
    private static func browserEscape(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        switch String(decoding: bytes, as: UTF8.self).uppercased() {
        case "%22": UInt8(ascii: "\"")
        case "%0D": 0x0D
        case "%0A": 0x0A
        default: nil
        }
    }

}
