internal import Platform

/// Parses JSON texts (RFC 8259) in one pass over their bytes; a mistake is told with line and column.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private let maximumWeight: Int
    private let refusesRepetition: Bool
    private let replacesMarks: Bool
    private var position = 0
    private var depth = 0
    /// What the values so far weigh: a byte of text can become hundreds in memory.
    private var weight = 0

    /// Parses a whole text; nothing but white space may follow the value.
    ///
    /// Marks beyond ``Platform/MarkRuns`` are refused, or replaced where that is asked for.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumWeight: Int = maximumWeight,
        refusesRepetition: Bool = false, replacesMarks: Bool = false
    ) throws(JSONTextError) -> JSONValue {
        var parser = JSONParser(
            bytes: bytes, maximumDepth: maximumDepth, maximumWeight: maximumWeight,
            refusesRepetition: refusesRepetition, replacesMarks: replacesMarks)
        // A byte order mark is no part of the text (RFC 8259 §8.1).
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        parser.skipBlanks()
        guard parser.position < bytes.count else { throw JSONTextError(description: "the text is empty") }
        let value = try parser.value()
        parser.skipBlanks()
        guard parser.position == bytes.count else { throw parser.mistake("more than one value") }
        return value
    }

    private init(
        bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumWeight: Int, refusesRepetition: Bool,
        replacesMarks: Bool
    ) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.maximumWeight = maximumWeight
        self.refusesRepetition = refusesRepetition
        self.replacesMarks = replacesMarks
    }

    /// A value in an array weighs 1, a member of an object with its name and table 4: some 300 MB at the most.
    static let maximumWeight = 4_000_000

    private mutating func add(_ more: Int) throws(JSONTextError) {
        weight += more
        guard weight <= maximumWeight else {
            throw JSONTextError(
                description: "more values than are taken in: more than \(maximumWeight / 4) members of objects"
                    + " or \(maximumWeight) other values", isTooMuch: true)
        }
    }

    private mutating func value() throws(JSONTextError) -> JSONValue {
        guard let byte = peek else { throw mistake("the text ends where a value should be") }
        try add(1)
        switch byte {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONTextError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONTextError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw mistake("unexpected \(shown(byte))")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONTextError) -> JSONValue
    ) throws(JSONTextError) -> JSONValue {
        depth += 1
        guard depth <= maximumDepth else {
            throw JSONTextError(description: "nested deeper than \(maximumDepth) levels")
        }
        position += 1
        skipBlanks()
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONTextError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        // Where each name stands: only where a second one is refused.
        var starts: [String: Int] = [:]
        if consume("}") { return .object(members) }
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else { throw mistake("a member's name in quotation marks is missing") }
            try add(3)
            let name = try string()
            skipBlanks()
            guard consume(":") else { throw mistake("the colon after a member's name is missing") }
            skipBlanks()
            let value = try value()
            members[name] = value
            if refusesRepetition, let first = starts.updateValue(start, forKey: name) {
                throw JSONTextError(
                    "the member \(DocumentReader.shown(.string(name))) a second time; the first is in \(SourcePlace(of: first, in: bytes).words)",
                    at: SourcePlace(of: start, in: bytes))
            }
            skipBlanks()
            if consume("}") { return .object(members) }
            guard consume(",") else { throw mistake("neither comma nor brace after a member") }
            skipBlanks()
        }
    }

    private mutating func array() throws(JSONTextError) -> JSONValue {
        var elements: [JSONValue] = []
        if consume("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipBlanks()
            if consume("]") { return .array(elements) }
            guard consume(",") else { throw mistake("neither comma nor bracket after an element") }
            skipBlanks()
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONTextError) -> JSONValue {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count,
            bytes[position..<position + count].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
        else { throw mistake("unexpected \(shown(bytes[position]))") }
        position += count
        return value
    }

    /// A number (RFC 8259 §6); one without a fraction that fits is whole.
    private mutating func number() throws(JSONTextError) -> JSONValue {
        let start = position
        _ = consume("-")
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else { throw mistake("no number") }
        var isWhole = true
        if consume(".") {
            isWhole = false
            guard digits() > 0 else { throw mistake("no digit after the point of a number") }
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if !consume("+") { _ = consume("-") }
            guard digits() > 0 else { throw mistake("no digit in the exponent of a number") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else {
            throw mistake("the number \(text.prefix(40)) is too large")
        }
        return Int64(exactly: double).map { .integer($0) } ?? .number(double)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }
}

extension JSONParser {
    /// A string (RFC 8259 §7), which must be UTF-8; one without escapes is taken as it stands.
    private mutating func string() throws(JSONTextError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        guard peek == UInt8(ascii: "\\") else {
            let text = try text(bytes[start..<position])
            guard consume("\"") else { throw mistake("a string does not end, or holds a control character") }
            return text
        }
        var decoded = Array(bytes[start..<position])
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded.withUnsafeBufferPointer { buffer throws(JSONTextError) in try text(buffer[...]) }
            case UInt8(ascii: "\\"):
                position += 1
                decoded.append(contentsOf: try escape())
            case 0x20...:
                decoded.append(byte)
                position += 1
            default: throw mistake("a control character in a string")
            }
        }
        throw mistake("a string does not end")
    }

    private mutating func escape() throws(JSONTextError) -> [UInt8] {
        guard let byte = peek else { throw mistake("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw mistake("no such escape in a string")
        }
    }

    /// The character of `\uXXXX`, or of two of them that are a surrogate pair.
    private mutating func scalar() throws(JSONTextError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), consume("\\"), consume("u") else {
            throw mistake("half a surrogate pair in a string")
        }
        let second = try codeUnit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw mistake("half a surrogate pair in a string") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONTextError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw mistake("a string does not end") }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw mistake("no hex digit in an escape")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private func text(_ slice: Slice<UnsafeBufferPointer<UInt8>>) throws(JSONTextError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw mistake("a string is not UTF-8") }
        guard text.hasLongMarkRun else { return text }
        guard replacesMarks else {
            throw mistake("a string has more than \(MarkRuns.longest) combining marks in a row")
        }
        return text.withoutLongMarkRuns
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte) ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    }

    /// An error at the present position.
    private func mistake(_ problem: String) -> JSONTextError {
        JSONTextError(problem, at: SourcePlace(of: min(position, bytes.count), in: bytes))
    }
}
