extension JSONValue {
    /// Prints the value as canonical JSON (RFC 8785), so that equal values give equal bytes on every machine.
    ///
    /// A whole number that no double holds keeps all of its digits, so that none of them can be changed unnoticed.
    public func canonicalBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .number(let value): bytes += CanonicalNumber.text(value).utf8
        case .string(let value): Self.append(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            // By UTF-16 code units (RFC 8785 §3.2.3).
            for (index, member) in members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) })
                .enumerated()
            {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// RFC 8785 §3.2.2.2: only what must be escaped is.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Numbers as ECMAScript prints them, which canonical JSON asks for (RFC 8785 §3.2.2.3; ECMA-262 §6.1.6.1.20).
private enum CanonicalNumber {
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        guard value != 0 else { return "0" }
        let sign = value < 0 ? "-" : ""
        // Swift's digits are the shortest that read back as the same number, as ECMAScript's are.
        let parts = "\(value.magnitude)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let whole = String(mantissa[0])
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        var digits = whole + fraction
        var point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.count > 1, digits.hasPrefix("0") {
            digits.removeFirst()
            point -= 1
        }
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        return sign + shown(digits, point: point)
    }

    /// Digits whose decimal point stands after so many of them.
    private static func shown(_ digits: String, point: Int) -> String {
        switch point {
        case digits.count...21: return digits + String(repeating: "0", count: point - digits.count)
        case 1..<max(2, digits.count): return digits.prefix(point) + "." + digits.dropFirst(point)
        case -5...0: return "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = (point > 0 ? "+" : "-") + "\((point - 1).magnitude)"
            return digits.count == 1
                ? "\(digits)e\(exponent)" : "\(digits.prefix(1)).\(digits.dropFirst())e\(exponent)"
        }
    }
}
