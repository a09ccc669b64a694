/// A search text as a tree of clauses (developers.arcgis.com, "Search reference").
struct SearchQuery: Sendable {
    /// Bytes that a search text may have.
    static let maximumLength = 16 * 1024
    /// Terms, phrases and ranges that a search text may have.
    static let maximumTerms = 200

    private let root: Clause

    /// Parses a query; one that cannot be parsed finds nothing. Throws where it is longer than is read.
    init(_ text: String) throws(SearchProblem) {
        let length = text.utf8.count
        guard length <= Self.maximumLength else {
            throw SearchProblem("a search of \(length) bytes; at most \(Self.maximumLength) are read")
        }
        var parser = try SearchQueryParser(text)
        root = parser.parse()
    }

    indirect enum Clause: Sendable {
        case everything
        /// What could not be understood; it finds nothing, negated or not.
        case nothing
        case term(field: String?, value: SearchPattern, isPhrase: Bool)
        /// Infinite where a side is open.
        case range(field: String, low: Double, high: Double)
        case and([Clause])
        case or([Clause])
        case not(Clause)
    }

    /// Whether an entry is found. A clause about an unknown field is neither true nor false, so it finds nothing even negated.
    ///
    /// What is told means nothing where the effort is used up.
    func matches<Entry>(
        _ entry: Entry, _ fields: SearchFields<Entry>, _ effort: SearchEffort = SearchEffort()
    ) -> Bool {
        Self.evaluate(root, entry, fields, effort) == true
    }

    private static func evaluate<Entry>(
        _ clause: Clause, _ entry: Entry, _ fields: SearchFields<Entry>, _ effort: SearchEffort
    ) -> Bool? {
        if effort.isUsedUp { return nil }
        switch clause {
        case .everything: return true
        case .nothing: return nil
        case .not(let inner): return evaluate(inner, entry, fields, effort).map { !$0 }
        case .and(let inner):
            var isUnknown = false
            for clause in inner {
                guard let truth = evaluate(clause, entry, fields, effort) else {
                    isUnknown = true
                    continue
                }
                if !truth { return false }
            }
            return isUnknown ? nil : true
        case .or(let inner):
            var isUnknown = false
            for clause in inner {
                guard let truth = evaluate(clause, entry, fields, effort) else {
                    isUnknown = true
                    continue
                }
                if truth { return true }
            }
            return isUnknown ? nil : false
        case .range(let field, let low, let high):
            guard fields.kinds[field] == .number else { return nil }
            return fields.texts(entry, field).contains { text in
                text.number.map { low <= $0 && $0 <= high } == true
            }
        case .term(let field?, let value, let isPhrase):
            guard let kind = fields.kinds[field] else { return nil }
            return fields.texts(entry, field).contains { compare($0, value, isPhrase, kind, effort) }
        case .term(nil, let value, let isPhrase):
            return fields.defaults.contains { field in
                fields.texts(entry, field).contains { compare($0, value, isPhrase, .words, effort) }
            }
        }
    }

    private static func compare(
        _ text: SearchText, _ wanted: SearchPattern, _ isPhrase: Bool, _ kind: SearchFieldKind, _ effort: SearchEffort
    ) -> Bool {
        switch kind {
        case .whole: return text.fits(wanted, effort)
        case .phraseIsWhole where isPhrase: return effort.areSame(text.lowercased, wanted.lowercased)
        case .phraseIsWhole, .words: return text.contains(wanted, effort)
        case .number: return text.number != nil && text.number == wanted.number
        }
    }
}

/// Why a search is not carried out.
struct SearchProblem: Error, Equatable {
    let problem: String

    init(_ problem: String) { self.problem = problem }
}
