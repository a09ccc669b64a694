/// Parses the dialect of `search`: terms, phrases, `field:value`, ranges, `AND`, `OR`, `NOT`, `-`, `+` and parentheses.
///
/// Clauses that nothing joins are joined by AND.
struct SearchQueryParser {
    private enum Token: Equatable {
        case open, close, and, or, not, plus
        case field(String)
        case word(String)
        case phrase(String)
        case range(String, String)
    }
    private var tokens: [Token]
    private var position = 0
    private var depth = 0
    private static let deepest = 32

    init(_ text: String) { tokens = Self.tokens(of: text) ?? [.close] }

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
        case .word(let value): return .term(field: field, value: value, isPhrase: false)
        case .phrase(let value): return .term(field: field, value: value, isPhrase: true)
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
                tokens.append(.range(String(sides[0]), String(sides[2])))
                index = end
            default:
                var end = index
                var hasField = false
                while end < text.count, !text[end].isWhitespace, !"()\"".contains(text[end]) {
                    if text[end] == ":", !hasField, let name = fieldName(text[index..<end]) {
                        tokens.append(.field(name))
                        hasField = true
                        index = end + 1
                        end = index
                        // What follows a field may begin with a bracket, a quote or a sign of its own.
                        if end < text.count, "([{\"".contains(text[end]) { break }
                        continue
                    }
                    end += 1
                }
                if end > index { tokens.append(word(String(text[index..<end]))) }
                index = end - 1
            }
            index += 1
        }
        return tokens
    }

    /// A field's name in lower case; nil for what cannot be one, as the scheme of a URL after another field.
    private static func fieldName(_ text: ArraySlice<Character>) -> String? {
        guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
        return String(text).lowercased()
    }

    private static func word(_ text: String) -> Token {
        switch text {
        case "AND", "&&": .and
        case "OR", "||": .or
        case "NOT": .not
        default: .word(text)
        }
    }
}
