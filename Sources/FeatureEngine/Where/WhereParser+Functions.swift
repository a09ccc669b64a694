/// Functions of values, each with the grammar that the standard gives it (ISO/IEC 9075-2 §6.13, §6.28, §6.30).
extension WhereParser {
    /// A function, whose parenthesis comes next.
    mutating func function(_ word: String, _ upper: String, _ position: Int) throws(WhereProblem) -> WhereClause.Operand
    {
        if takesAggregates, let function = WhereAggregate.Function(rawValue: upper) {
            return try aggregate(function, position)
        }
        if upper == "UPPER" || upper == "LOWER", let folded = try folded(upper == "UPPER" ? .upper : .lower) {
            return folded
        }
        let known = SQLFunction(name: upper)
        guard known != nil || upper == "CAST" || upper == "EXTRACT" else {
            guard !Self.reserved.contains(upper) else {
                throw WhereProblem("a field or a value expected, not \(upper)", at: position)
            }
            let all = SQLFunction.allCases.map(\.rawValue).filter { !$0.contains(" ") } + ["CAST", "EXTRACT"]
            throw WhereProblem(
                "\(word.prefix(40)) is no function that is known; \(all.sorted().joined(separator: ", ")) are",
                at: position)
        }
        return try nested { parser throws(WhereProblem) in
            switch (upper, known) {
            case ("CAST", _): try parser.cast(position)
            case ("EXTRACT", _): try parser.extract(position)
            case (_, .trimBoth?): try parser.trim(position)
            case (_, .position?): try parser.position(position)
            case (_, let function?): try parser.call(function, position)
            default: throw WhereProblem("a function expected", at: position)
            }
        }
    }

    /// UPPER or LOWER of nothing but a field or a text, which is compared without more ado; nil where more stands in the parentheses.
    private mutating func folded(_ folding: WhereClause.Operand.Folding) throws(WhereProblem) -> WhereClause.Operand? {
        let before = self
        try advance()
        let position = lexer.position
        let content: WhereClause.Operand.Content
        switch token {
        case .text(let text): content = .text(text)
        case .word(let word), .name(let word): content = .field(word)
        default: content = .null
        }
        try advance()
        if content.isFieldOrText, try takeSymbol(")") {
            return .init(content: content, folding: folding, position: position)
        }
        self = before
        return nil
    }

    private mutating func call(_ function: SQLFunction, _ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        var parts = [try operand()]
        // SUBSTRING(text FROM start FOR count)
        if function == .substring, try takeWord("FROM") {
            parts.append(try operand())
            if try takeWord("FOR") { parts.append(try operand()) }
        }
        while try takeSymbol(",") { parts.append(try operand()) }
        guard function.arity.contains(parts.count) else {
            let (least, most) = (function.arity.lowerBound, function.arity.upperBound)
            throw WhereProblem(
                "\(function.rawValue) takes \(least == most ? "\(least)" : "\(least) to \(most)") values, not \(parts.count)",
                at: position)
        }
        return try worked(.call(function, parts), position)
    }

    /// `POSITION(part IN text)`.
    private mutating func position(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let part = try operand()
        let isList = try takeSymbol(",")
        if !isList, try !takeWord("IN") { throw unexpected("IN") }
        return try worked(.call(.position, [part, operand()]), position)
    }

    /// `TRIM(text)`, `TRIM(LEADING '0' FROM text)`.
    private mutating func trim(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let space = WhereClause.Operand(content: .text(" "), position: position)
        var function = SQLFunction.trimBoth
        var isNamed = true
        if try takeWord("LEADING") {
            function = .trimLeading
        } else if try takeWord("TRAILING") {
            function = .trimTrailing
        } else {
            isNamed = try takeWord("BOTH")
        }
        if isNamed, try takeWord("FROM") { return try worked(.call(function, [space, operand()]), position) }
        let first = try operand()
        guard try takeWord("FROM") else {
            guard !isNamed else { throw unexpected("FROM") }
            return try worked(.call(function, [space, first]), position)
        }
        return try worked(.call(function, [first, operand()]), position)
    }

    /// `CAST(value AS type)`.
    private mutating func cast(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        let value = try operand()
        guard try takeWord("AS") else { throw unexpected("AS") }
        guard case .word(let word) = token, var type = SQLType(name: word.uppercased()) else {
            throw unexpected("a type such as INTEGER, FLOAT, NUMERIC(8, 2), VARCHAR(20), DATE or TIMESTAMP")
        }
        try advance()
        // DOUBLE PRECISION, CHARACTER VARYING
        if type == .number { _ = try takeWord("PRECISION") }
        if type == .text(nil) { _ = try takeWord("VARYING") }
        if try takeSymbol("(") {
            var numbers: [Int] = []
            repeat {
                guard case .integer(let number) = token, let size = Int(exactly: number), (0...1_000_000).contains(size)
                else { throw unexpected("a number of characters or digits") }
                numbers.append(size)
                try advance()
            } while try takeSymbol(",")
            guard try takeSymbol(")") else { throw unexpected("a closing parenthesis") }
            switch type {
            case .text: type = .text(numbers[0])
            case .decimal: type = .decimal(numbers.count > 1 ? numbers[1] : 0)
            default: break
            }
        }
        return try worked(.cast(value, type), position)
    }

    /// `EXTRACT(part FROM date)`.
    private mutating func extract(_ position: Int) throws(WhereProblem) -> WhereClause.Operand {
        guard case .word(let word) = token, let part = MomentPart(rawValue: word.uppercased()) else {
            throw unexpected("one of \(MomentPart.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        try advance()
        guard try takeWord("FROM") else { throw unexpected("FROM") }
        return try worked(.extract(part, operand()), position)
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
}

extension WhereClause.Operand.Content {
    fileprivate var isFieldOrText: Bool {
        switch self {
        case .field, .text: true
        default: false
        }
    }
}
