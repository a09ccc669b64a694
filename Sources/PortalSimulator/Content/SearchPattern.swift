/// What a search looks for: a word or a phrase in which `*` stands for any characters and `?` for one.
struct SearchPattern: Sendable {
    /// Characters in a row.
    struct Word: Sendable {
        let characters: [Character]
        /// The same as bytes; ``ComparedText/long`` for one outside ASCII.
        let bytes: [UInt8]

        init(_ characters: some Sequence<Character>) {
            self.characters = Array(characters)
            bytes = self.characters.map { $0.asciiValue ?? ComparedText.long }
        }
    }

    /// The pattern in lower case.
    let lowercased: String
    /// Its words, to which the wildcards belong.
    let words: [Word]
    /// The pattern as a number; nil where it is none.
    let number: Double?
    private let whole: Word

    /// Splits a text of a search, whose length is bounded (``SearchQuery/maximumLength``).
    init(_ text: String) {
        lowercased = text.lowercased()
        whole = Word(lowercased)
        words = whole.characters.split { !$0.isLetter && !$0.isNumber && $0 != "*" && $0 != "?" }.map { Word($0) }
        number = Double(text)
    }

    /// Whether a whole text fits the whole pattern.
    func fits(_ text: ComparedText, _ effort: SearchEffort) -> Bool {
        Self.fits(text, text.bytes.indices, whole, effort)
    }

    /// Whether what stands at some places of a text fits a pattern.
    static func fits(_ text: ComparedText, _ places: Range<Int>, _ pattern: Word, _ effort: SearchEffort) -> Bool {
        guard !effort.isUsedUp else { return false }
        // Iterative, so that a pattern full of stars costs at most text × pattern.
        let (wanted, most, past) = (pattern.bytes, effort.left, places.upperBound)
        var (place, index) = (places.lowerBound, 0)
        var star: Int?
        // Where the last star was tried, and where the next character begins.
        var (resume, afterResume) = (place, place)
        var cost = 1
        defer { effort.spend(cost) }
        while place < past {
            cost += 1
            guard cost < most else { return false }
            if index < wanted.count {
                let next = wanted[index]
                if next == anything {
                    star = index
                    resume = place
                    index += 1
                    // A star at the end takes whatever is left.
                    if index == wanted.count { return true }
                    continue
                }
                let byte = text.byte(at: place)
                let length: Int, isSame: Bool
                if byte == ComparedText.long {
                    let character = text.character(at: place)
                    length = character.utf8.count
                    cost += ComparedText.cost(of: character) - 1
                    isSame = next == oneCharacter || character == pattern.characters[index]
                } else {
                    length = 1
                    isSame = next == oneCharacter || next == byte
                }
                if place == resume { afterResume = place + length }
                if isSame {
                    index += 1
                    place += length
                    continue
                }
            }
            guard let star else { return false }
            index = star + 1
            resume = afterResume
            place = resume
        }
        return wanted[index...].allSatisfy { $0 == anything }
    }

    private static let anything = UInt8(ascii: "*")
    private static let oneCharacter = UInt8(ascii: "?")
}
