/// Walks over the value of an authentication field (RFC 9110 §11); every step either consumes bytes or ends the walk.
///
/// It is lenient where servers are: empty list elements, missing commas, and unquoted values that are no tokens are read.
struct AuthenticationReader {
    /// Challenges and parameters that are read from one field; what comes after as many is taken for a fault.
    static let maxElements = 256

    private let bytes: [UInt8]
    private var position = 0
    private var elements = 0
    private var isMalformed = false

    init(_ value: String) { bytes = Array(value.utf8) }

    /// Whether everything was understood and nothing but separators is left.
    mutating func isFinished() -> Bool {
        skipListSeparators()
        return !isMalformed && position == bytes.count
    }

    /// The next scheme with its token68 or its parameters; credentials are written alike (RFC 9110 §11.3, §11.4).
    mutating func challenge() -> Challenge? {
        skipListSeparators()
        guard let scheme = token(), count() else { return nil }
        let afterScheme = position
        skipBlanks()
        // A scheme alone, or one followed by a comma.
        guard position > afterScheme, position < bytes.count, bytes[position] != UInt8(ascii: ",") else {
            return Challenge(scheme: scheme)
        }
        if let text = token68() { return Challenge(scheme: scheme, token68: text) }
        return Challenge(scheme: scheme, parameters: parameters())
    }

    /// The parameters up to the next element that is none (RFC 9110 §11.2).
    mutating func parameters() -> [Challenge.Parameter] {
        var parameters: [Challenge.Parameter] = []
        while let parameter = parameter() { parameters.append(parameter) }
        return parameters
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
        guard count() else { return nil }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            return quotedString().map { Challenge.Parameter(name, $0) }
        }
        return unquotedValue().map { Challenge.Parameter(name, $0, isQuoted: false) }
    }

    /// `token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`, only where a comma or the end follows.
    private mutating func token68() -> String? {
        var end = position
        while end < bytes.count, Self.isToken68Byte(bytes[end]) { end += 1 }
        guard end > position else { return nil }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        var next = end
        while next < bytes.count, bytes[next].isOptionalWhitespace { next += 1 }
        guard next == bytes.count || bytes[next] == UInt8(ascii: ",") else { return nil }
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, HeaderField.isTokenByte(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// A value up to the next separator: servers also send base64 and addresses without quotes.
    private mutating func unquotedValue() -> String? {
        let start = position
        while position < bytes.count, Self.isUnquotedByte(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : fault()
    }

    /// `quoted-string` of RFC 9110 §5.6.4, which holds no control character but a tab.
    private mutating func quotedString() -> String? {
        position += 1
        var value: [UInt8] = []
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard position < bytes.count else { return fault() }
                byte = bytes[position]
                position += 1
            }
            guard byte == 0x09 || !Self.isControl(byte) else { return fault() }
            value.append(byte)
        }
        return fault()
    }

    /// Counts one more element; too many are a fault.
    private mutating func count() -> Bool {
        elements += 1
        guard elements > Self.maxElements else { return true }
        let _: String? = fault()
        return false
    }

    /// Gives the rest of the field up: where a quote is missing, challenges cannot be told from values.
    private mutating func fault() -> String? {
        isMalformed = true
        position = bytes.count
        return nil
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isOptionalWhitespace { position += 1 }
    }

    private mutating func skipListSeparators() {
        while position < bytes.count, bytes[position].isOptionalWhitespace || bytes[position] == UInt8(ascii: ",") {
            position += 1
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func isUnquotedByte(_ byte: UInt8) -> Bool {
        !isControl(byte) && byte != 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"")
    }

    private static func isToken68Byte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/".utf8.contains(byte)
        }
    }
}
