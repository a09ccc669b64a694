extension Challenge {
    /// Reads every challenge of the `WWW-Authenticate` fields of an answer, in order; a field that is malformed yields what stands before the fault.
    public static func challenges(in headers: some Sequence<HeaderField>) -> [Challenge] {
        headers.all(named: "WWW-Authenticate").flatMap { challenges(inValue: $0) }
    }

    /// Reads the comma-separated challenges of one field value (RFC 9110 §11.6.1), several schemes in one value included.
    public static func challenges(inValue value: String) -> [Challenge] {
        var reader = ChallengeReader(bytes: Array(value.utf8))
        var found: [Challenge] = []
        while let challenge = reader.nextChallenge() { found.append(challenge) }
        return found
    }
}

/// Walks over a field value; every step either consumes bytes or ends the walk.
private struct ChallengeReader {
    let bytes: [UInt8]
    var position = 0

    mutating func nextChallenge() -> Challenge? {
        skipListSeparators()
        guard let scheme = token() else { return nil }
        let afterScheme = position
        skipBlanks()
        // A scheme alone, or one followed by a comma.
        guard position > afterScheme, position < bytes.count, bytes[position] != UInt8(ascii: ",") else {
            return Challenge(scheme: scheme)
        }
        if let text = token68() { return Challenge(scheme: scheme, token68: text) }
        var parameters: [Challenge.Parameter] = []
        while let parameter = parameter() { parameters.append(parameter) }
        return Challenge(scheme: scheme, parameters: parameters)
    }

    /// A parameter, with the commas before it; nil, and nothing consumed, where the next element is another challenge.
    private mutating func parameter() -> Challenge.Parameter? {
        let start = position
        skipListSeparators()
        guard let name = token() else {
            position = start
            return nil
        }
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            position = start
            return nil
        }
        position += 1
        skipBlanks()
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            guard let value = quotedString() else {
                position = bytes.count
                return nil
            }
            return Challenge.Parameter(name, value)
        }
        guard let value = token() else {
            position = bytes.count
            return nil
        }
        return Challenge.Parameter(name, value, isQuoted: false)
    }

    /// `token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`, only where a comma or the end follows.
    private mutating func token68() -> String? {
        var end = position
        while end < bytes.count, Self.isToken68Byte(bytes[end]) { end += 1 }
        guard end > position else { return nil }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        var next = end
        while next < bytes.count, Self.isBlank(bytes[next]) { next += 1 }
        guard next == bytes.count || bytes[next] == UInt8(ascii: ",") else { return nil }
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, HeaderField.isTokenByte(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    private mutating func quotedString() -> String? {
        position += 1
        var value: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                value.append(bytes[position])
                position += 1
            } else {
                value.append(byte)
            }
        }
        return nil
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private mutating func skipListSeparators() {
        while position < bytes.count, Self.isBlank(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
            position += 1
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isToken68Byte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/".utf8.contains(byte)
        }
    }
}
