/// A search text as a tree of clauses (developers.arcgis.com, "Search reference").
struct SearchQuery: Sendable, Equatable {
    let root: Clause

    /// Parses a query; one that cannot be parsed finds nothing.
    init(_ text: String) {
        var parser = SearchQueryParser(text)
        root = parser.parse()
    }

    indirect enum Clause: Sendable, Equatable {
        case everything
        /// What could not be understood; it finds nothing, negated or not.
        case nothing
        case term(field: String?, value: String, isPhrase: Bool)
        case range(field: String, low: String, high: String)
        case and([Clause])
        case or([Clause])
        case not(Clause)
    }

    /// Whether an entry is found. A clause about an unknown field is neither true nor false, so it finds nothing even negated.
    func matches<Entry>(_ entry: Entry, _ fields: SearchFields<Entry>) -> Bool {
        Self.evaluate(root, entry, fields) == true
    }

    private static func evaluate<Entry>(_ clause: Clause, _ entry: Entry, _ fields: SearchFields<Entry>) -> Bool? {
        switch clause {
        case .everything: return true
        case .nothing: return nil
        case .not(let inner): return evaluate(inner, entry, fields).map { !$0 }
        case .and(let inner):
            var isUnknown = false
            for clause in inner {
                guard let truth = evaluate(clause, entry, fields) else {
                    isUnknown = true
                    continue
                }
                if !truth { return false }
            }
            return isUnknown ? nil : true
        case .or(let inner):
            var isUnknown = false
            for clause in inner {
                guard let truth = evaluate(clause, entry, fields) else {
                    isUnknown = true
                    continue
                }
                if truth { return true }
            }
            return isUnknown ? nil : false
        case .range(let field, let low, let high):
            guard fields.kinds[field] == .number else { return nil }
            return fields.values(entry, field).contains { value in
                guard let number = Double(value) else { return false }
                return (low == "*" || Double(low).map { $0 <= number } == true)
                    && (high == "*" || Double(high).map { number <= $0 } == true)
            }
        case .term(let field?, let value, let isPhrase):
            guard let kind = fields.kinds[field] else { return nil }
            return fields.values(entry, field).contains { compare($0, value, isPhrase, kind) }
        case .term(nil, let value, let isPhrase):
            return fields.defaults.contains { field in
                fields.values(entry, field).contains { compare($0, value, isPhrase, .words) }
            }
        }
    }

    private static func compare(_ text: String, _ wanted: String, _ isPhrase: Bool, _ kind: SearchFieldKind) -> Bool {
        switch kind {
        case .whole: return SearchWords.glob(Array(text.lowercased()), Array(wanted.lowercased()))
        case .phraseIsWhole where isPhrase: return text.lowercased() == wanted.lowercased()
        case .phraseIsWhole, .words: return SearchWords.contains(text, wanted)
        case .number: return Double(text) == Double(wanted)
        }
    }
}

/// Texts as rows of words.
enum SearchWords {
    /// Whether the words of one text stand in a row within another; `*` in a word stands for anything.
    static func contains(_ text: String, _ wanted: String) -> Bool {
        let words = split(text, keeping: ""), phrase = split(wanted, keeping: "*?")
        guard !phrase.isEmpty else { return false }
        guard words.count >= phrase.count else { return false }
        return (0...(words.count - phrase.count)).contains { start in
            phrase.indices.allSatisfy { glob(words[start + $0], phrase[$0]) }
        }
    }

    /// Whether a text fits a pattern in which `*` stands for any characters and `?` for one.
    static func glob(_ text: [Character], _ pattern: [Character]) -> Bool {
        // Iterative, so that a pattern full of stars costs at most text × pattern.
        var position = 0, index = 0
        var star: Int?
        var resume = 0
        while position < text.count {
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

    private static func split(_ text: String, keeping: String) -> [[Character]] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && !keeping.contains($0) }.map(Array.init)
    }
}
