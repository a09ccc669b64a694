internal import Platform

/// A text as a search compares it: in lower case, whole and word by word.
struct SearchText: Sendable, Equatable {
    /// The text in lower case.
    let lowercased: String
    let characters: [Character]
    let words: [[Character]]
    /// The text as a number; nil where it is none.
    let number: Double?

    /// Splits a text; characters of `wildcards` belong to words.
    init(_ text: String, wildcards: String = "") {
        lowercased = text.lowercased()
        characters = Array(lowercased)
        words = characters.split { !$0.isLetter && !$0.isNumber && !wildcards.contains($0) }.map { Array($0) }
        number = Double(text)
    }

    /// Whether the words of a pattern stand in a row within the text; `*` and `?` in them stand for anything and one character.
    func contains(_ pattern: SearchText, _ effort: SearchEffort) -> Bool {
        let phrase = pattern.words
        guard !phrase.isEmpty, words.count >= phrase.count else { return false }
        return (0...(words.count - phrase.count)).contains { start in
            phrase.indices.allSatisfy { Self.fits(words[start + $0], phrase[$0], effort) }
        }
    }

    /// Whether the whole text fits a pattern with `*` and `?`.
    func fits(_ pattern: SearchText, _ effort: SearchEffort) -> Bool {
        Self.fits(characters, pattern.characters, effort)
    }

    /// Whether a text fits a pattern in which `*` stands for any characters and `?` for one.
    private static func fits(_ text: [Character], _ pattern: [Character], _ effort: SearchEffort) -> Bool {
        guard !effort.isUsedUp else { return false }
        // Iterative, so that a pattern full of stars costs at most text × pattern.
        var position = 0, index = 0
        var star: Int?
        var resume = 0
        var cost = 1
        defer { effort.spend(cost) }
        while position < text.count {
            cost += 1
            guard cost < effort.left else { return false }
            if index < pattern.count, pattern[index] == "*" {
                star = index
                resume = position
                index += 1
            } else if index < pattern.count, pattern[index] == text[position] || pattern[index] == "?" {
                index += 1
                position += 1
            } else if let star {
                index = star + 1
                resume += 1
                position = resume
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }
}

/// The searched fields of one item, group or user, each split when it is first asked for and kept as long as the world.
final class SearchTexts: Sendable {
    private let fields = Locked<[String: [SearchText]]>([:])

    /// The values of a field.
    func texts(_ field: String, _ values: () -> [String]) -> [SearchText] {
        if let known = fields.withLock({ $0[field] }) { return known }
        let texts = values().map { SearchText($0) }
        fields.withLock { $0[field] = texts }
        return texts
    }
}
