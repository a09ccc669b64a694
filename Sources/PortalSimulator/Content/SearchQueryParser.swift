/// Parses the dialect of `search`: terms, phrases, `field:value`, ranges, `AND`, `OR`, `NOT`, `-`, `+` and parentheses.
///
/// Clauses that nothing joins are joined by AND.
struct SearchQueryParser {
    private enum Token: Equatable {
        case open, close, and, or, not, plus
        case field(String)
        case word(String)
        case phrase(String)
        case range(low: Double, high: Double)

        /// Whether entries are compared with it.
        var isTerm: Bool {
            switch self {
            case .word, .phrase, .range: true
            case .open, .close, .and, .or, .not, .plus, .field: false
            }
        }
    }
    private var tokens: [Token]
    private var position = 0
    private var depth = 0
    private static let deepest = 32

    /// Takes a text apart; throws where it has more terms than are read.
    init(_ text: String) throws(SearchProblem) {
        tokens = Self.tokens(of: text) ?? [.close]
        let terms = tokens.count { $0.isTerm }
        guard terms <= SearchQuery.maximumTerms else {
            throw SearchProblem(
                "a search of \(terms) terms; at most \(SearchQuery.maximumTerms) are read, so ask in several requests")
        }
    }

    mutating func parse() -> SearchQuery.Clause {
        guard !tokens.isEmpty else { return .nothing }
        let clause = alternatives(field: nil)
        // A bracket too many: the query does not mean what it seems to.
        return position == tokens.count ? clause ?? .nothing : .nothing
    }

    private mutating func alternatives(field: String?) -> SearchQuery.Clause? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, let first = conjunction(field: field) else { return nil }
        var clauses = [first]
        while peek == .or {
            position += 1
            guard let next = conjunction(field: field) else { return nil }
            clauses.append(next)
        }
        return clauses.count == 1 ? first : .or(clauses)
    }

    private mutating func conjunction(field: String?) -> SearchQuery.Clause? {
        guard let first = factor(field: field) else { return nil }
        var clauses = [first]
        while let token = peek, token != .or, token != .close {
            if token == .and { position += 1 }
            guard let next = factor(field: field) else { return nil }
            clauses.append(next)
        }
        return clauses.count == 1 ? first : .and(clauses)
    }

    private mutating func factor(field: String?) -> SearchQuery.Clause? {
        var isNegated = false
        while let token = peek, token == .not || token == .plus {
            if token == .not { isNegated.toggle() }
            position += 1
        }
        guard let clause = term(field: field) else { return nil }
        return isNegated ? .not(clause) : clause
    }

    private mutating func term(field: String?) -> SearchQuery.Clause? {
        guard let token = peek else { return nil }
        position += 1
        switch token {
        case .open:
            guard let inner = alternatives(field: field), peek == .close else { return nil }
            position += 1
            return inner
        case .field(let name): return field == nil ? term(field: name) : nil
        case .word("*") where field == nil: return .everything
        case .word(let value): return .term(field: field, value: SearchPattern(value), isPhrase: false)
        case .phrase(let value): return .term(field: field, value: SearchPattern(value), isPhrase: true)
        case .range(let low, let high): return field.map { .range(field: $0, low: low, high: high) }
        case .close, .and, .or, .not, .plus: return nil
        }
    }

    private var peek: Token? { position < tokens.count ? tokens[position] : nil }

    /// The tokens of a text; nil where a quotation mark or a range is not closed.
    private static func tokens(of text: String) -> [Token]? {
        let text = Array(text)
        var tokens: [Token] = []
        var index = 0
        while index < text.count {
            let character = text[index]
            switch character {
            case "(": tokens.append(.open)
            case ")": tokens.append(.close)
            case "-", "!": tokens.append(.not)
            case "+": tokens.append(.plus)
            case _ where character.isWhitespace: break
            case "\"":
                guard let end = text[(index + 1)...].firstIndex(of: "\"") else { return nil }
                tokens.append(.phrase(String(text[(index + 1)..<end])))
                index = end
            case "[", "{":
                guard let end = text[index...].firstIndex(where: { $0 == "]" || $0 == "}" }) else { return nil }
                let sides = String(text[(index + 1)..<end]).split(separator: " ")
                guard sides.count == 3, sides[1] == "TO" else { return nil }
                tokens.append(
                    .range(low: bound(sides[0], open: -.infinity), high: bound(sides[2], open: .infinity)))
                index = end
            default:
                var end = index
                // What follows a field is none, as the scheme of a URL.
                var mayBeField = true
                while end < text.count, !text[end].isWhitespace, !"()\"".contains(text[end]) {
                    if text[end] == ":", mayBeField, end > index {
                        tokens.append(.field(String(text[index..<end]).lowercased()))
                        mayBeField = false
                        index = end + 1
                        end = index
                        // What follows a field may begin with a bracket, a quote or a sign of its own.
                        if end < text.count, "([{\"".contains(text[end]) { break }
                        continue
                    }
                    mayBeField = mayBeField && isNameCharacter(text[end])
                    end += 1
                }
                if end > index { tokens.append(word(String(text[index..<end]))) }
                index = end - 1
            }
            index += 1
        }
        return tokens
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// One side of a range; `*` is open, and nothing lies beside what is no number.
    private static func bound(_ text: Substring, open: Double) -> Double { text == "*" ? open : Double(text) ?? .nan }

    private static func word(_ text: String) -> Token {
        switch text {
        case "AND", "&&": .and
        case "OR", "||": .or
        case "NOT": .not
        default: .word(text)
        }
    }
}
