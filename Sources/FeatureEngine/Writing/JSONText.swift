internal import JSONValues

/// JSON written byte by byte, for answers of thousands of values.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func raw(_ text: [UInt8]) { bytes += text }

    mutating func raw(_ text: ArraySlice<UInt8>) { bytes += text }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    mutating func value(_ value: FieldValue) {
        switch value {
        case .null: raw("null")
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .text(let value): string(value)
        }
    }

    mutating func number(_ value: Double) {
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
            integer(whole)
        } else if Self.isShort(value) {
            fixed(value, decimals: 6)
        } else {
            raw(number: value)
        }
    }

    /// Whether a number has at most six decimals: among numbers of fifteen digits no two are the same double, so that what
    /// gives the value back is also its shortest form.
    private static func isShort(_ value: Double) -> Bool {
        guard value.magnitude < 1e9, value.magnitude >= 1e-3 else { return false }
        return (value * 1e6).rounded() / 1e6 == value
    }

    mutating func integer(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// A number with at most so many digits behind its point, without zeros at its end.
    mutating func fixed(_ value: Double, decimals: Int) {
        let scaled = (value.magnitude * Self.powers[decimals]).rounded()
        guard scaled < 9e15 else { return raw(number: value) }
        let whole = UInt64(scaled)
        let power = UInt64(Self.powers[decimals])
        if value < 0, whole > 0 { bytes.append(UInt8(ascii: "-")) }
        digits(whole / power, atLeast: 1)
        guard whole % power > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        digits(whole % power, atLeast: decimals)
        while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

    private mutating func raw(number: Double) { bytes += JSONValue.number(number).canonicalBytes() }

    private mutating func digits(_ value: UInt64, atLeast least: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var rest = value
            var start = buffer.count
            while rest > 0 || buffer.count - start < least {
                start -= 1
                buffer.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }

    mutating func string(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { characters in
            var start = 0
            for (index, byte) in characters.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: characters[start..<index])
                start = index + 1
                escape(byte)
            }
            bytes.append(contentsOf: characters[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            let hex = Array("0123456789abcdef".utf8)
            raw("\\u00")
            bytes += [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
        }
    }

    /// The members of an object that values follow: `"NAME":` of each field, with the comma before it.
    static func memberNames(_ fields: [Field]) -> [[UInt8]] {
        fields.enumerated().map { index, field in
            var text = JSONText()
            if index > 0 { text.raw(",") }
            text.string(field.name)
            text.raw(":")
            return text.bytes
        }
    }
}
