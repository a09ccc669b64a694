/// Values: sums of products of fields, literals and functions (ISO/IEC 9075-2 §6.28 to §6.33).
extension WhereParser {
    /// What operators and functions a clause may have.
    static let maximumOperations = 500

    /// A whole value; `first` is its beginning where that was read already.
    mutating func operand(startingWith first: WhereClause.Operand? = nil) throws(WhereProblem) -> WhereClause.Operand {
        try chain(try product(startingWith: first), ofProducts: false) { parser throws(WhereProblem) in
            try parser.product()
        }
    }

    private mutating func product(
        startingWith first: WhereClause.Operand? = nil
    ) throws(WhereProblem) -> WhereClause.Operand {
        let first = if let first { first } else { try factor() }
        return try chain(first, ofProducts: true) { parser throws(WhereProblem) in try parser.factor() }
    }

    /// What stands behind a first value, as long as operators of one rank follow.
    private mutating func chain(
        _ first: WhereClause.Operand, ofProducts: Bool,
        _ next: (inout WhereParser) throws(WhereProblem) -> WhereClause.Operand
    ) throws(WhereProblem) -> WhereClause.Operand {
        var steps: [ValueExpression.Step] = []
        while case .symbol(let symbol) = token, let found = ValueExpression.Operator(symbol),
            found.isOfProduct == ofProducts
        {
            try advance()
            steps.append(.init(operator: found, right: try next(&self)))
            try countOperation()
        }
        return steps.isEmpty ? first : .init(content: .computed(.chain(first, steps)), position: first.position)
    }

    private mutating func factor() throws(WhereProblem) -> WhereClause.Operand {
        let position = lexer.position
        let taken = token
        if taken == .symbol("(") { return try nested { parser throws(WhereProblem) in try parser.operand() } }
        try advance()
        switch taken {
        case .text(let text): return .init(content: .text(text), position: position)
        case .integer(let value): return .init(content: .integer(value), position: position)
        case .number(let value): return .init(content: .number(value), position: position)
        case .name(let name): return .init(content: .field(name), position: position)
        case .symbol("-"), .symbol("+"): return try signed(taken == .symbol("-"), position)
        case .symbol("--"): throw WhereProblem("a number expected, not \"--\"", at: position)
        case .word(let word): return try named(word, position)
        case .symbol(let symbol): throw WhereProblem("a field or a value expected, not \"\(symbol)\"", at: position)
        case .end: throw WhereProblem("a field or a value expected, not the end", at: position)
        }
    }

    private mutating func signed(_ isNegative: Bool, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        switch token {
        case .integer(let value):
            try advance()
            return .init(content: .integer(isNegative ? -value : value), position: position)
        case .number(let value):
            try advance()
            return .init(content: .number(isNegative ? -value : value), position: position)
        case .word, .name, .symbol("("):
            let inner = try factor()
            return isNegative ? try worked(.negated(inner), position) : inner
        default: throw unexpected("a number")
        }
    }

    /// What a word stands for: a date before a text, a function before a parenthesis, else a field.
    private mutating func named(_ word: String, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let upper = word.uppercased()
        switch (upper, token) {
        case ("NULL", _): return .init(content: .null, position: position)
        case ("DATE", .text(let text)), ("TIMESTAMP", .text(let text)):
            guard let moment = Moment.milliseconds(of: text) else {
                throw WhereProblem("\"\(text.prefix(40))\" is no date such as 2024-05-31 14:00:00", at: lexer.position)
            }
            try advance()
            return .init(content: .moment(moment), position: position)
        case ("INTERVAL", .text), ("INTERVAL", .integer): return try interval(position)
        case ("CURRENT_TIMESTAMP", _), ("CURRENT_DATE", _): return try current(upper, position)
        case ("CASE", .word), ("CASE", .name), ("CASE", .text), ("CASE", .integer), ("CASE", .symbol("(")):
            return try nesting { parser throws(WhereProblem) in try parser.choice(position) }
        case (_, .symbol("(")): return try function(word, upper, position)
        default:
            guard !Self.reserved.contains(upper) else {
                throw WhereProblem("a field or a value expected, not \(upper)", at: position)
            }
            return .init(content: .field(word), position: position)
        }
    }

    /// `CURRENT_TIMESTAMP` and `CURRENT_DATE`, with empty parentheses behind them or without.
    private mutating func current(_ word: String, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        if try takeSymbol("(") {
            guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
        }
        guard let time else { throw WhereProblem("what time it is is not known here", at: position) }
        return .init(content: .moment(word == "CURRENT_DATE" ? Moment.midnight(of: time) : time), position: position)
    }

    /// `INTERVAL '3' DAY`, `INTERVAL '1 12:00' DAY TO MINUTE`.
    private mutating func interval(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let text =
            switch token {
            case .text(let text): text
            case .integer(let value): "\(value)"
            default: ""
            }
        try advance()
        let first = try unit()
        let last = try takeWord("TO") ? try unit() : first
        guard let interval = SQLInterval(text, from: first, to: last) else {
            throw WhereProblem("\"\(text.prefix(40))\" is no interval of \(first) TO \(last)", at: position)
        }
        return .init(content: .computed(.interval(interval)), position: position)
    }

    /// A unit of time, with a precision behind it or without.
    private mutating func unit() throws(WhereProblem) -> String {
        guard case .word(let word) = token, SQLInterval.units.contains(word.uppercased()) else {
            throw unexpected("one of \(SQLInterval.units.joined(separator: ", "))")
        }
        try advance()
        if try takeSymbol("(") {
            guard case .integer = token else { throw unexpected("a number of digits") }
            try advance()
            guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
        }
        return word.uppercased()
    }

    /// `CASE WHEN condition THEN value … ELSE value END`, or `CASE value WHEN value THEN value …`.
    private mutating func choice(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        if try takeWord("WHEN") {
            let branches = try branches { parser throws(WhereProblem) in try parser.disjunction() }
            return try worked(.choice(branches, otherwise: try otherwise()), position)
        }
        let subject = try operand()
        guard try takeWord("WHEN") else { throw unexpected("WHEN") }
        let branches = try branches { parser throws(WhereProblem) in
            try parser.countComparison()
            return try parser.operand()
        }
        return try worked(.simpleChoice(subject, branches, otherwise: try otherwise()), position)
    }

    /// The branches of a `CASE`, behind the first `WHEN`.
    private mutating func branches<Condition: Sendable>(
        _ condition: (inout WhereParser) throws(WhereProblem) -> Condition
    ) throws(WhereProblem) -> [ValueExpression.Branch<Condition>] {
        var branches: [ValueExpression.Branch<Condition>] = []
        repeat {
            let condition = try condition(&self)
            guard try takeWord("THEN") else { throw unexpected("THEN") }
            branches.append(.init(condition: condition, value: try operand()))
            try countOperation()
        } while try takeWord("WHEN")
        return branches
    }

    /// What stands behind the `ELSE` of a `CASE`, up to its `END`; nil where it has none.
    private mutating func otherwise() throws(WhereProblem) -> WhereClause.Operand? {
        let otherwise = try takeWord("ELSE") ? try operand() : nil
        guard try takeWord("END") else { throw unexpected("WHEN, ELSE or END") }
        return otherwise
    }

    mutating func worked(_ expression: ValueExpression, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        try countOperation()
        return .init(content: .computed(expression), position: position)
    }

    private mutating func countOperation() throws(WhereProblem) {
        operations += 1
        guard operations <= Self.maximumOperations else {
            throw WhereProblem("more than \(Self.maximumOperations) operators and functions", at: lexer.position)
        }
    }
}
