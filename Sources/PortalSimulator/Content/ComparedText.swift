/// A text in lower case while a search reads it, from character to character.
///
/// Most characters are single bytes, which are compared much faster than characters are.
struct ComparedText {
    private let text: String
    /// Its UTF-8, borrowed as long as the text is read.
    let bytes: UnsafeBufferPointer<UInt8>

    /// Where a character begins.
    struct Place {
        /// The number of its first byte.
        let offset: Int
        /// The same as the string has it, behind a character that is not one byte.
        ///
        /// An index that is made of a number is not known to stand between two characters, and the string looks back for the start
        /// of the one that it is in: in a row of regional indicators to the start of the row (UAX #29, GB12). Behind a character that
        /// is one byte there is nothing to look back at.
        fileprivate let index: String.Index?

        init(_ offset: Int) { self.init(offset, nil) }

        fileprivate init(_ offset: Int, _ index: String.Index?) {
            self.offset = offset
            self.index = index
        }
    }

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
    func byte(at place: Place) -> UInt8 {
        let byte = bytes[place.offset]
        if byte >= 0x80 || byte == 0x0D { return Self.long }
        let next = place.offset + 1
        return next == bytes.count || bytes[next] < 0x80 ? byte : Self.long
    }

    func character(at place: Place) -> Character { text[index(place)] }

    /// Where the next character begins.
    func place(after place: Place) -> Place {
        guard byte(at: place) == Self.long else { return Place(place.offset + 1) }
        let next = text.index(after: index(place))
        return Place(text.utf8.distance(from: text.startIndex, to: next), next)
    }

    /// Where the line ends that a place is in.
    func endOfLine(from position: Int) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// Whether the character at a place is a letter or a digit.
    func isOfWord(at place: Place) -> Bool {
        switch byte(at: place) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return true
        case Self.long:
            let character = character(at: place)
            return character.isLetter || character.isNumber
        default: return false
        }
    }

    private func index(_ place: Place) -> String.Index {
        place.index ?? text.utf8.index(text.startIndex, offsetBy: place.offset)
    }
}
