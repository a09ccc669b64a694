/// Understands a where clause in one pass; how deep it nests and how much it compares is bounded.
package struct WhereParser {
    /// How deep parentheses may nest.
    static let maximumDepth = 64
    /// Bytes that a clause may have.
    static let maximumLength = 1 << 20
    /// Comparisons that a clause may have; the values of an IN list do not count.
    static let maximumComparisons = 500

    private var lexer: WhereLexer
    private var token = WhereLexer.Token.end
    private var depth = 0
    private var comparisons = 0
    /// Whether functions of a group's rows may stand where fields may, as in HAVING.
    private let takesAggregates: Bool
    private var aggregates: [WhereAggregate] = []

    /// Parses a whole clause.
    package static func parse(_ text: String) throws(WhereProblem) -> WhereClause {
        try parse(text, takesAggregates: false).clause
    }

    /// Parses a HAVING condition (ISO/IEC 9075 §7.10); each function of a group's rows stands in it as a field of that name.
    static func parseHaving(
        _ text: String
    ) throws(WhereProblem) -> (clause: WhereClause, aggregates: [WhereAggregate]) {
        try parse(text, takesAggregates: true)
    }

    private static func parse(
        _ text: String, takesAggregates: Bool
    ) throws(WhereProblem) -> (clause: WhereClause, aggregates: [WhereAggregate]) {
        guard text.utf8.count <= maximumLength else {
            throw WhereProblem(
                "a clause of \(text.utf8.count) bytes; at most \(maximumLength) are read", at: maximumLength)
        }
        var parser = WhereParser(WhereLexer(text), takesAggregates: takesAggregates)
        try parser.advance()
        guard parser.token != .end else { throw WhereProblem("the clause is empty", at: 1) }
        let clause = try parser.disjunction()
        guard parser.token == .end else { throw parser.unexpected("AND, OR or the end") }
        return (clause, parser.aggregates)
    }

    private init(_ lexer: WhereLexer, takesAggregates: Bool) {
        self.lexer = lexer
        self.takesAggregates = takesAggregates
    }

    private mutating func disjunction() throws(WhereProblem) -> WhereClause {
        var parts = [try conjunction()]
        while try takeWord("OR") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(WhereProblem) -> WhereClause {
        var parts = [try negation()]
        while try takeWord("AND") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(WhereProblem) -> WhereClause {
        var isNegated = false
        while try takeWord("NOT") { isNegated.toggle() }
        let clause = try primary()
        return isNegated ? .not(clause) : clause
    }

    private mutating func primary() throws(WhereProblem) -> WhereClause {
        guard token == .symbol("(") else { return try comparison() }
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw WhereProblem("parentheses deeper than \(Self.maximumDepth) levels", at: lexer.position)
        }
        try advance()
        let clause = try disjunction()
        guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
        depth -= 1
        return clause
    }

    private mutating func comparison() throws(WhereProblem) -> WhereClause {
        comparisons += 1
        guard comparisons <= Self.maximumComparisons else {
            throw WhereProblem(
                "more than \(Self.maximumComparisons) comparisons; an IN list holds as many values as are needed",
                at: lexer.position)
        }
        let left = try operand()
        if case .symbol(let text) = token, let comparison = WhereClause.Comparison(rawValue: text) {
            try advance()
            return .compare(left, comparison, try operand())
        }
        if try takeWord("IS") {
            let isNegated = try takeWord("NOT")
            guard try takeWord("NULL") else { throw unexpected("NULL") }
            return isNegated ? .not(.isNull(left)) : .isNull(left)
        }
        let isNegated = try takeWord("NOT")
        let clause: WhereClause
        if try takeWord("LIKE") {
            clause = try like(left)
        } else if try takeWord("IN") {
            clause = .oneOf(left, try list())
        } else if try takeWord("BETWEEN") {
            let low = try operand()
            guard try takeWord("AND") else { throw unexpected("the AND of BETWEEN") }
            clause = .between(left, low, try operand())
        } else {
            throw unexpected("a comparison")
        }
        return isNegated ? .not(clause) : clause
    }

    private mutating func like(_ left: WhereClause.Operand) throws(WhereProblem) -> WhereClause {
        let position = lexer.position
        let written = try operand()
        guard case .text(var pattern) = written.content else {
            throw WhereProblem("a pattern in quotation marks expected", at: position)
        }
        guard pattern.utf8.count <= LikePattern.maximumLength else {
            throw WhereProblem(
                "a pattern of \(pattern.utf8.count) bytes; at most \(LikePattern.maximumLength) are read", at: position)
        }
        if let folding = written.folding { pattern = folding.applied(to: pattern) }
        guard try takeWord("ESCAPE") else { return .like(left, pattern: pattern, escape: nil) }
        guard case .text(let escape) = token, let byte = escape.utf8.first, escape.utf8.count == 1 else {
            throw unexpected("one character in quotation marks")
        }
        try advance()
        return .like(left, pattern: pattern, escape: byte)
    }

    private mutating func list() throws(WhereProblem) -> [WhereClause.Operand] {
        guard try takeSymbol("(") else { throw unexpected("the list in parentheses") }
        var list = [try operand()]
        while try takeSymbol(",") { list.append(try operand()) }
        guard try takeSymbol(")") else { throw unexpected("a comma or a closing parenthesis") }
        return list
    }

    private mutating func operand() throws(WhereProblem) -> WhereClause.Operand {
        let position = lexer.position
        let taken = token
        try advance()
        switch taken {
        case .text(let text): return .init(content: .text(text), position: position)
        case .integer(let value): return .init(content: .integer(value), position: position)
        case .number(let value): return .init(content: .number(value), position: position)
        case .name(let name): return .init(content: .field(name), position: position)
        case .symbol("-"), .symbol("+"): return try signed(taken == .symbol("-"), position)
        case .word(let word): return try named(word, position)
        case .symbol(let symbol): throw WhereProblem("a field or a value expected, not \"\(symbol)\"", at: position)
        case .end: throw WhereProblem("a field or a value expected, not the end", at: position)
        }
    }

    private mutating func signed(_ isNegative: Bool, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let content: WhereClause.Operand.Content
        switch token {
        case .integer(let value): content = .integer(isNegative ? -value : value)
        case .number(let value): content = .number(isNegative ? -value : value)
        default: throw unexpected("a number")
        }
        try advance()
        return .init(content: content, position: position)
    }

    /// What a word stands for: a date before a text, a function before a parenthesis, else a field.
    private mutating func named(_ word: String, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let upper = word.uppercased()
        if upper == "NULL" { return .init(content: .null, position: position) }
        if upper == "DATE" || upper == "TIMESTAMP", case .text(let text) = token {
            guard let moment = Moment.milliseconds(of: text) else {
                throw WhereProblem("\"\(text.prefix(40))\" is no date such as 2024-05-31 14:00:00", at: lexer.position)
            }
            try advance()
            return .init(content: .moment(moment), position: position)
        }
        guard token == .symbol("(") else {
            guard !Self.reserved.contains(upper) else {
                throw WhereProblem("a field or a value expected, not \(upper)", at: position)
            }
            return .init(content: .field(word), position: position)
        }
        if takesAggregates, let function = WhereAggregate.Function(rawValue: upper) {
            return try aggregate(function, position)
        }
        guard upper == "UPPER" || upper == "LOWER" else {
            throw WhereProblem("\(word.prefix(40)) is no function that is known; UPPER and LOWER are", at: position)
        }
        try advance()
        var inner = try folded()
        guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
        inner.folding = upper == "UPPER" ? .upper : .lower
        return inner
    }

    /// A function of a group's rows, whose parenthesis comes next.
    private mutating func aggregate(
        _ function: WhereAggregate.Function, _ position: Int
    ) throws(WhereProblem) -> WhereClause.Operand {
        try advance()
        let field: String?
        switch token {
        case .word(let word), .name(let word): field = word
        case .symbol("*") where function == .count: field = nil
        default: throw unexpected("a field")
        }
        try advance()
        guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
        let aggregate = WhereAggregate(function: function, field: field, position: position)
        aggregates.append(aggregate)
        return .init(content: .field(aggregate.name), position: position)
    }

    /// What UPPER and LOWER are given: a field or a text, no further function.
    private mutating func folded() throws(WhereProblem) -> WhereClause.Operand {
        let position = lexer.position
        switch token {
        case .text(let text):
            try advance()
            return .init(content: .text(text), position: position)
        case .word(let word), .name(let word):
            try advance()
            return .init(content: .field(word), position: position)
        default: throw unexpected("a field or a text")
        }
    }

    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "LIKE", "IN", "IS", "BETWEEN", "ESCAPE", "SELECT", "FROM", "WHERE",
    ]

    private mutating func advance() throws(WhereProblem) { token = try lexer.next() }

    private mutating func takeWord(_ word: String) throws(WhereProblem) -> Bool {
        guard case .word(let found) = token, found.uppercased() == word else { return false }
        try advance()
        return true
    }

    private mutating func takeSymbol(_ symbol: String) throws(WhereProblem) -> Bool {
        guard token == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    private func unexpected(_ expected: String) -> WhereProblem {
        let found =
            switch token {
            case .word(let text), .name(let text), .text(let text): "\"\(text.prefix(40))\""
            case .integer(let value): "\(value)"
            case .number(let value): "\(value)"
            case .symbol(let text): "\"\(text)\""
            case .end: "the end"
            }
        return WhereProblem("\(expected) expected, not \(found)", at: lexer.position)
    }
}
