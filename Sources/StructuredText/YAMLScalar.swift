internal import JSONValues

/// Plain scalars as the core schema of YAML 1.2.2 (§10.3.2) reads them: `off`, `no` and `1:30` stay texts.
enum YAMLScalar {
    /// The value of a text that stands without quotation marks.
    ///
    /// `.inf`, `.nan` and what no double holds stay texts: JSON has no such numbers. A number without a fraction is whole, as in a
    /// JSON text.
    static func value(of text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> JSONValue? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, isDigit(first) || "+-.".utf8.contains(first) else { return nil }
        if text.hasPrefix("0x"), bytes.count > 2 { return whole(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o"), bytes.count > 2 { return whole(text.dropFirst(2), radix: 8) }
        guard isNumber(bytes) else { return nil }
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return nil }
        return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }

    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit).count
        rest = rest.dropFirst(whole)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard whole + fraction > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    private static func whole(_ digits: Substring, radix: Int) -> JSONValue? {
        guard digits.utf8.allSatisfy({ !"+-".utf8.contains($0) }) else { return nil }
        return Int64(digits, radix: radix).map { .integer($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
