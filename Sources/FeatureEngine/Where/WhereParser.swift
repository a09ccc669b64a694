/// Understands a where clause in one pass; how deep it nests and how much it compares is bounded.
package struct WhereParser {
    /// How deep parentheses may nest.
    static let maximumDepth = 64
    /// Bytes that a clause may have.
    static let maximumLength = 1 << 20
    /// Comparisons that a clause may have; the values of an IN list do not count.
    static let maximumComparisons = 500

    private(set) var lexer: WhereLexer
    private(set) var token = WhereLexer.Token.end
    private var depth = 0
    private var comparisons = 0
    var operations = 0
    /// Whether functions of a group's rows may stand where fields may, as in HAVING.
    let takesAggregates: Bool
    var aggregates: [WhereAggregate] = []
    /// What `CURRENT_TIMESTAMP` is, in milliseconds since 1970; nil where it cannot be asked for.
    let time: Int64?

    /// Parses a whole clause; `time` is the portal's, for `CURRENT_TIMESTAMP` and `CURRENT_DATE`.
    package static func parse(_ text: String, at time: Int64? = nil) throws(WhereProblem) -> WhereClause {
        var parser = try WhereParser(text, takesAggregates: false, at: time)
        return try parser.whole()
    }

    /// Parses a HAVING condition (ISO/IEC 9075 §7.10); each function of a group's rows stands in it as a field of that name.
    static func parseHaving(
        _ text: String, at time: Int64?
    ) throws(WhereProblem) -> (clause: WhereClause, aggregates: [WhereAggregate]) {
        var parser = try WhereParser(text, takesAggregates: true, at: time)
        let clause = try parser.whole()
        return (clause, parser.aggregates)
    }

    /// Parses a value that is worked out, as `calculate` takes it.
    static func parseValue(_ text: String, at time: Int64?) throws(WhereProblem) -> WhereClause.Operand {
        var parser = try WhereParser(text, takesAggregates: false, at: time)
        let operand = try parser.operand()
        guard parser.token == .end else { throw parser.unexpected("an operator or the end") }
        return operand
    }

    private mutating func whole() throws(WhereProblem) -> WhereClause {
        let clause = try disjunction()
        guard token == .end else { throw unexpected("AND, OR or the end") }
        return clause
    }

    private init(_ text: String, takesAggregates: Bool, at time: Int64?) throws(WhereProblem) {
        guard text.utf8.count <= Self.maximumLength else {
            throw WhereProblem(
                "a clause of \(text.utf8.count) bytes; at most \(Self.maximumLength) are read", at: Self.maximumLength)
        }
        lexer = WhereLexer(text)
        self.takesAggregates = takesAggregates
        self.time = time
        try advance()
        guard token != .end else { throw WhereProblem("the clause is empty", at: 1) }
    }

    /// A condition; `first` is its beginning where that was read already.
    mutating func disjunction(startingWith first: WhereClause? = nil) throws(WhereProblem) -> WhereClause {
        var parts = [try conjunction(startingWith: first)]
        while try takeWord("OR") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(startingWith first: WhereClause? = nil) throws(WhereProblem) -> WhereClause {
        let beginning = if let first { first } else { try negation() }
        var parts = [beginning]
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
        switch try term() {
        case .clause(let clause): return clause
        case .value(let value): return try comparison(of: value)
        }
    }

    /// What stands in parentheses is known only once it was read.
    private enum Term {
        case clause(WhereClause)
        case value(WhereClause.Operand)
    }

    /// A condition in parentheses, or a value.
    private mutating func term() throws(WhereProblem) -> Term {
        guard token == .symbol("(") else { return .value(try operand()) }
        let inner = try nested { parser throws(WhereProblem) in try parser.inside() }
        guard case .value(let value) = inner else { return inner }
        return .value(try operand(startingWith: value))
    }

    private mutating func inside() throws(WhereProblem) -> Term {
        if case .word(let word) = token, word.uppercased() == "NOT" { return .clause(try disjunction()) }
        switch try term() {
        case .clause(let clause): return .clause(try disjunction(startingWith: clause))
        case .value(let value) where token == .symbol(")"): return .value(value)
        case .value(let value): return .clause(try disjunction(startingWith: try comparison(of: value)))
        }
    }

    /// Reads what stands between parentheses, the first of which comes next.
    mutating func nested<Result>(
        _ read: (inout WhereParser) throws(WhereProblem) -> Result
    ) throws(WhereProblem) -> Result {
        try nesting { parser throws(WhereProblem) in
            try parser.advance()
            let result = try read(&parser)
            guard try parser.takeSymbol(")") else { throw parser.unexpected("a closing parenthesis") }
            return result
        }
    }

    /// Reads what stands one level deeper.
    mutating func nesting<Result>(
        _ read: (inout WhereParser) throws(WhereProblem) -> Result
    ) throws(WhereProblem) -> Result {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw WhereProblem("parentheses deeper than \(Self.maximumDepth) levels", at: lexer.position)
        }
        let result = try read(&self)
        depth -= 1
        return result
    }

    mutating func countComparison() throws(WhereProblem) {
        comparisons += 1
        guard comparisons <= Self.maximumComparisons else {
            throw WhereProblem(
                "more than \(Self.maximumComparisons) comparisons; an IN list holds as many values as are needed",
                at: lexer.position)
        }
    }

    private mutating func comparison(of left: WhereClause.Operand) throws(WhereProblem) -> WhereClause {
        try countComparison()
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

    static let reserved: Set<String> = [
        "AND", "OR", "NOT", "LIKE", "IN", "IS", "BETWEEN", "ESCAPE", "SELECT", "FROM", "WHERE",
    ]

    mutating func advance() throws(WhereProblem) { token = try lexer.next() }

    mutating func takeWord(_ word: String) throws(WhereProblem) -> Bool {
        guard case .word(let found) = token, found.uppercased() == word else { return false }
        try advance()
        return true
    }

    mutating func takeSymbol(_ symbol: String) throws(WhereProblem) -> Bool {
        guard token == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    func unexpected(_ expected: String) -> WhereProblem {
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
