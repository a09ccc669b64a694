/// A text in lower case while a search reads it, from character to character; a place is the number of a character's first byte.
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
    func byte(at place: Int) -> UInt8 {
        let byte = bytes[place]
        if byte >= 0x80 || byte == 0x0D { return Self.long }
        let next = place + 1
        return next == bytes.count || bytes[next] < 0x80 ? byte : Self.long
    }

    /// The character that begins at a place; it is looked through to its end, once, and the next one begins behind its bytes.
    ///
    /// An index that the string moves on looks through the next character too, and back for the start of the one that it is in: in a
    /// row of regional indicators to the start of the row (UAX #29, GB12).
    func character(at place: Int) -> Character { text[index(place)] }

    /// What it costs to look at a character that is not one byte: that takes about four times as long, and longer the longer it is.
    static func cost(of character: Character) -> Int { max(4, character.utf8.count) }

    /// How many bytes the character at a place has, and whether it is a letter or a digit.
    func measure(at place: Int) -> (length: Int, isOfWord: Bool) {
        switch byte(at: place) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return (1, true)
        case Self.long:
            let character = character(at: place)
            return (character.utf8.count, character.isLetter || character.isNumber)
        default: return (1, false)
        }
    }

    /// Where the line ends that a place is in.
    func endOfLine(from position: Int) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// How many bytes from the beginning on are those of another text.
    func sharedBytes(with other: ComparedText) -> Int {
        let most = min(bytes.count, other.bytes.count)
        var shared = 0
        while shared < most, bytes[shared] == other.bytes[shared] { shared += 1 }
        return shared
    }

    /// Whether a number of bytes is known to be a place, or the end, by the bytes on both sides of it.
    func isBoundary(_ place: Int) -> Bool {
        guard place > 0 else { return true }
        let before = bytes[place - 1]
        return before < 0x80 && before != 0x0D && (place == bytes.count || bytes[place] < 0x80)
    }

    /// The text from a place on.
    func rest(from place: Int) -> Substring { text[index(place)...] }

    private func index(_ place: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: place) }
}
