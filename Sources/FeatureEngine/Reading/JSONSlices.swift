internal import JSONValues

/// Cuts a JSON text at its commas, so that a large array is parsed element by element; what a slice holds is not looked at.
struct JSONSlices {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Starts at the first byte of a slice.
    init(_ bytes: [UInt8], in slice: Range<Int>) {
        self.bytes = bytes
        position = slice.lowerBound
    }

    /// Enters an array or an object; false where the next value is none.
    mutating func enter(_ bracket: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: bracket) else { return false }
        position += 1
        return true
    }

    /// The next element of the array or member of the object; nil after the last. Throws where the text breaks off.
    mutating func next() throws(DataProblem) -> Range<Int>? {
        skipBlanks()
        guard position < bytes.count else { throw DataProblem("the text ends inside an array or object") }
        if bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}") {
            position += 1
            return nil
        }
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return start..<position }
                depth -= 1
                position += 1
            case UInt8(ascii: ",") where depth == 0:
                defer { position += 1 }
                return start..<position
            default: position += 1
            }
        }
        throw DataProblem("the text ends inside an array or object")
    }

    /// Sees to it that nothing follows; throws where something does.
    mutating func end() throws(DataProblem) {
        skipBlanks()
        guard position >= bytes.count else { throw DataProblem("something follows after the end") }
    }

    /// The next member of the object, its name and where its value stands; nil after the last.
    mutating func nextMember() throws(DataProblem) -> (name: String, value: Range<Int>)? {
        guard let member = try next() else { return nil }
        var inner = JSONSlices(bytes, in: member)
        guard bytes[member.lowerBound] == UInt8(ascii: "\"") else { throw DataProblem("a member without a name") }
        try inner.skipString()
        guard let name = (try? JSONValue(parsing: bytes[member.lowerBound..<inner.position]))?.string else {
            throw DataProblem("a member whose name cannot be read")
        }
        inner.skipBlanks()
        guard inner.position < member.upperBound, bytes[inner.position] == UInt8(ascii: ":") else {
            throw DataProblem("the colon is missing", at: name)
        }
        return (name, inner.position + 1..<member.upperBound)
    }

    /// Parses a slice.
    static func value(_ bytes: [UInt8], in slice: Range<Int>) throws(DataProblem) -> JSONValue {
        do {
            return try JSONValue(parsing: bytes[slice])
        } catch {
            throw DataProblem("is no JSON: \(error)")
        }
    }

    private mutating func skipString() throws(DataProblem) {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""):
                position += 1
                return
            default: position += 1
            }
        }
        throw DataProblem("a string does not end")
    }

    private mutating func skipBlanks() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }
}
