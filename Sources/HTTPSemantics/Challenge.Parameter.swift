extension Challenge {
    /// A name and a value of a challenge or of credentials (RFC 9110 §11.2).
    public struct Parameter: Sendable, Hashable {
        /// The name in the case that was sent.
        public let name: String
        /// The value without quotes and escapes.
        public let value: String
        /// Whether it travels as a quoted-string; a value that is no token always does.
        public let isQuoted: Bool

        /// Joins a name and a value.
        public init(_ name: String, _ value: String, isQuoted: Bool = true) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted || value.isEmpty || !value.utf8.allSatisfy(HeaderField.isTokenByte)
        }
    }
}

extension Challenge.Parameter {
    /// Adds the parameter as it would be sent; quotes and backslashes are escaped byte by byte, for a letter may lean on them.
    fileprivate func append(to text: inout [UInt8]) {
        text += name.utf8
        text.append(UInt8(ascii: "="))
        guard isQuoted else {
            text += value.utf8
            return
        }
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension Sequence<Challenge.Parameter> {
    /// The value of the first parameter with a name, compared without case.
    func first(named name: String) -> String? { first { $0.name.isSameName(as: name) }?.value }

    /// Whether a name occurs twice, compared without case.
    var haveDuplicates: Bool {
        var names: Set<String> = []
        return contains { !names.insert($0.name.lowercased()).inserted }
    }

    /// The parameters as they would be sent.
    var printed: String {
        var text: [UInt8] = []
        text.reserveCapacity(512)
        for (index, parameter) in enumerated() {
            if index > 0 { text += [UInt8(ascii: ","), UInt8(ascii: " ")] }
            parameter.append(to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
