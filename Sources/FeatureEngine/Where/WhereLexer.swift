/// Takes a where clause apart, token by token as they are asked for.
struct WhereLexer {
    enum Token: Equatable {
        case word(String)
        /// A name in double quotes.
        case name(String)
        case text(String)
        case integer(Int64)
        case number(Double)
        case symbol(String)
        case end
    }
    private let bytes: [UInt8]
    private var index = 0
    /// Where the token that was last taken begins, from 1.
    private(set) var position = 1

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next token.
    mutating func next() throws(WhereProblem) -> Token {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        position = index + 1
        guard index < bytes.count else { return .end }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "'"): return .text(try quoted(by: byte))
        case UInt8(ascii: "\""): return .name(try quoted(by: byte))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return try number()
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "+"),
            UInt8(ascii: "*"), UInt8(ascii: "/"):
            index += 1
            return .symbol(String(UnicodeScalar(byte)))
        // Two of them would begin a comment, which no clause has.
        case UInt8(ascii: "-"): return symbol(["--", "-"])
        case UInt8(ascii: "|") where index + 1 < bytes.count && bytes[index + 1] == byte:
            index += 2
            return .symbol("||")
        case UInt8(ascii: "<"): return symbol(["<=", "<>", "<"])
        case UInt8(ascii: ">"): return symbol([">=", ">"])
        case UInt8(ascii: "!") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "="):
            index += 2
            return .symbol("<>")
        case _ where Self.isWordByte(byte):
            let start = index
            while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
            return .word(String(decoding: bytes[start..<index], as: UTF8.self))
        default:
            let shown = (0x21...0x7E).contains(byte) ? "\"\(UnicodeScalar(byte))\"" : "byte \(byte)"
            throw WhereProblem("unexpected \(shown)", at: position)
        }
    }

    private mutating func symbol(_ candidates: [String]) -> Token {
        let found = candidates.first { bytes[index...].starts(with: $0.utf8) } ?? ""
        index += max(1, found.utf8.count)
        return .symbol(found)
    }

    /// A text between quotation marks; two of them in it stand for one.
    private mutating func quoted(by mark: UInt8) throws(WhereProblem) -> String {
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
            if bytes[index] == mark {
                index += 1
                guard index < bytes.count, bytes[index] == mark else { return String(decoding: text, as: UTF8.self) }
            }
            text.append(bytes[index])
            index += 1
        }
        throw WhereProblem("a quotation mark that is never closed", at: position)
    }

    private mutating func number() throws(WhereProblem) -> Token {
        let start = index
        digits()
        let isWhole = index == bytes.count || bytes[index] != UInt8(ascii: ".") && bytes[index] | 0x20 != 0x65
        if !isWhole {
            if bytes[index] == UInt8(ascii: ".") {
                index += 1
                digits()
            }
            if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
                index += 1
                if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                    index += 1
                }
                digits()
            }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        let isCutOff = index == bytes.count || !Self.isWordByte(bytes[index])
        if isCutOff, isWhole, let whole = Int64(text) { return .integer(whole) }
        guard isCutOff, let number = Double(text), number.isFinite else {
            throw WhereProblem("\"\(text.prefix(40))\" begins no number that can be read", at: position)
        }
        return .number(number)
    }

    private mutating func digits() {
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
