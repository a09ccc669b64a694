/// A text in lower case while a search reads it: places in it are numbers of bytes, at each of which a character begins.
///
/// Most characters are single bytes, which are compared much faster than characters are.
struct ComparedText {
    private let text: String
    /// Its UTF-8, borrowed as long as the text is read.
    let bytes: UnsafeBufferPointer<UInt8>

    /// Reads a text.
    static func read<Result>(_ text: String, _ body: (ComparedText) -> Result) -> Result {
        var own = text
        return own.withUTF8 { body(ComparedText(text: text, bytes: $0)) }
    }

    /// What stands for a character that is not one byte; no text has such a byte (RFC 3629 §3).
    static let long: UInt8 = 0xFF

    /// The character at a place where it is one byte; ``long`` for any other.
    ///
    /// Between two ASCII characters there is always a boundary, but within CR LF (UAX #29, GB3 and GB999).
    func byte(at position: Int) -> UInt8 {
        let byte = bytes[position]
        if byte >= 0x80 || byte == 0x0D { return Self.long }
        let next = position + 1
        return next == bytes.count || bytes[next] < 0x80 ? byte : Self.long
    }

    func character(at position: Int) -> Character { text[index(position)] }

    func end(ofCharacterAt position: Int) -> Int {
        guard byte(at: position) == Self.long else { return position + 1 }
        return text.utf8.distance(from: text.startIndex, to: text.index(after: index(position)))
    }

    /// Where the line ends that a place is in.
    func endOfLine(from position: Int) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// Whether the character at a place is a letter or a digit.
    func isOfWord(at position: Int) -> Bool {
        switch byte(at: position) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return true
        case Self.long:
            let character = character(at: position)
            return character.isLetter || character.isNumber
        default: return false
        }
    }

    private func index(_ position: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: position) }
}
