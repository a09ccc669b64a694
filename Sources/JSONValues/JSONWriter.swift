/// Prints values as compact JSON (RFC 8259) with sorted keys as Foundation's `JSONEncoder` does, byte for byte, and without an encoder for each value.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += value.description.utf8
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, (key, member)) in members.sorted(by: Self.precedes).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(key)
                bytes.append(UInt8(ascii: ":"))
                write(member)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Keys are ordered by their bytes, whichever of them a person would take for the same.
    private static func precedes(_ one: (key: String, JSONValue), _ other: (key: String, JSONValue)) -> Bool {
        one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
    }

    /// A number that JSON has no word for goes as a string.
    private mutating func write(_ number: Double) {
        guard number.isFinite else { return write(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity") }
        let text = number.description
        bytes += text.utf8.dropLast(text.hasSuffix(".0") ? 2 : 0)
    }

    private mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes += utf8[start..<index]
                escape(byte)
                start = index + 1
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// RFC 8259 §7
    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case ..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes += [
                UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
            ]
        default: bytes.append(byte)
        }
    }
}
