internal import Platform

/// A text as a search compares it: in lower case, whole and word by word.
///
/// It takes the bytes of the text twice over, whatever its words are, so that the limits of what clients write bound what is kept.
struct SearchText: Sendable, Equatable {
    /// Bytes of UTF-8 of a text that are searched; what follows them is not found.
    static let maximumBytes = 64 << 10

    /// The text in lower case.
    let lowercased: String
    /// Its words, one in each line.
    let lines: String
    /// The text as a number; nil where it is none.
    let number: Double?

    /// Splits the beginning of a text, ``maximumBytes`` long.
    init(_ text: String) {
        let text =
            text.utf8.count > Self.maximumBytes
            ? String(decoding: text.utf8.prefix(Self.maximumBytes), as: UTF8.self) : text
        lowercased = text.lowercased()
        lines = ComparedText.read(lowercased) { Self.lines(of: $0) }
        number = Double(text)
    }

    private static func lines(of text: ComparedText) -> String {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.bytes.count)
        var place = 0
        var isInWord = false
        while place < text.bytes.count {
            let (length, isOfWord) = text.measure(at: place)
            if isOfWord {
                if !isInWord, !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
                lines.append(contentsOf: text.bytes[place..<place + length])
            }
            isInWord = isOfWord
            place += length
        }
        return String(decoding: lines, as: UTF8.self)
    }

    /// Whether the words of a pattern stand in a row within the text; `*` and `?` in them stand for anything and one character.
    func contains(_ pattern: SearchPattern, _ effort: SearchEffort) -> Bool {
        guard !pattern.words.isEmpty, !lines.isEmpty else { return false }
        return ComparedText.read(lines) { text in
            var start = 0
            while start < text.bytes.count {
                if effort.isUsedUp { return false }
                if Self.begin(text, at: start, with: pattern.words, effort) { return true }
                let end = text.endOfLine(from: start)
                // Its end was looked for, which takes much less than comparing.
                effort.spend((end - start) / 16)
                start = end + 1
            }
            return false
        }
    }

    /// Whether the whole text fits a pattern with `*` and `?`.
    func fits(_ pattern: SearchPattern, _ effort: SearchEffort) -> Bool {
        ComparedText.read(lowercased) { pattern.fits($0, effort) }
    }

    private static func begin(
        _ text: ComparedText, at start: Int, with phrase: [SearchPattern.Word], _ effort: SearchEffort
    ) -> Bool {
        var start = start
        return phrase.allSatisfy { pattern in
            guard start < text.bytes.count else { return false }
            let word = start..<text.endOfLine(from: start)
            start = word.upperBound + 1
            return SearchPattern.fits(text, word, pattern, effort)
        }
    }
}

/// The searched fields of one item, group or user, each split when it is first asked for and kept as long as the world.
final class SearchTexts: Sendable {
    private let fields = Locked<[String: [SearchText]]>([:])

    /// The values of a field. Splitting them counts for no search: it is done once for what was written once, so that the first search
    /// of a large world finds as much as the next.
    func texts(_ field: String, _ values: () -> [String]) -> [SearchText] {
        if let known = fields.withLock({ $0[field] }) { return known }
        let texts = values().map { SearchText($0) }
        fields.withLock { $0[field] = texts }
        return texts
    }
}
