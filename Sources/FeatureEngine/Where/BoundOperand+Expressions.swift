extension BoundOperand {
    /// Binds a value that is worked out of others; throws where they do not fit what is done with them.
    init(
        _ expression: ValueExpression, at position: Int, _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) {
        func bound(_ operand: WhereClause.Operand) throws(WhereProblem) -> BoundOperand {
            try BoundOperand(operand, table, effort)
        }
        switch expression {
        case .negated(let inner):
            let inner = try bound(inner).needed(as: .number, "a sign stands before a number")
            self.init(inner.kind, of: [inner], at: position) { row in
                SQLArithmetic.value(.integer(0), .subtract, inner.value(row), effort)
            }
        case .chain(let first, let steps):
            self = try BoundChain(first, steps, at: position, table, effort).operand
        case .call(let function, let operands):
            var parts: [BoundOperand] = []
            for operand in operands { parts.append(try bound(operand)) }
            try self.init(function, parts, at: position, effort)
        case .cast(let inner, let type):
            let inner = try bound(inner)
            self.init(SQLCast.kind(type), of: [inner], at: position) { row in
                SQLCast.value(inner.value(row), isDate: inner.kind == .date, to: type, effort)
            }
        case .extract(let part, let inner):
            let inner = try bound(inner).needed(as: .date, "EXTRACT takes a part of a date")
            self.init(.number, of: [inner], at: position) { row in
                guard case .integer(let moment) = inner.value(row) else { return .null }
                return Moment.part(part, of: moment)
            }
        case .choice(let branches, let otherwise):
            try self.init(branches, otherwise: otherwise, at: position, table, effort)
        case .interval:
            throw WhereProblem("an INTERVAL is added to a date, or taken from one", at: position)
        }
    }

    /// The same where it is of a kind or nothing; else what is wrong.
    func needed(as kind: Kind, _ why: String) throws(WhereProblem) -> BoundOperand {
        guard self.kind == kind || self.kind == .null else {
            throw WhereProblem("\(why), and \(shown) is none", at: position)
        }
        return self
    }

    /// `CASE`: each row's value is that of the first branch whose condition is true of it.
    private init(
        _ branches: [ValueExpression.Branch], otherwise: WhereClause.Operand?, at position: Int, _ table: FeatureTable,
        _ effort: QueryEffort
    ) throws(WhereProblem) {
        var tests: [RowTest] = []
        var values: [BoundOperand] = []
        for branch in branches {
            tests.append(try RowTest(branch.condition, table, effort))
            values.append(try BoundOperand(branch.value, table, effort))
        }
        let last = try otherwise.map { operand throws(WhereProblem) in try BoundOperand(operand, table, effort) }
        let kind = try Self.common(values + (last.map { [$0] } ?? []), "the values of CASE")
        self.init(kind, at: position, weight: tests.reduce(1) { $0 + $1.weight } + values.reduce(0) { $0 + $1.weight })
        { row in
            for (test, value) in zip(tests, values) where test.truths([row][...]) == [.yes] { return value.value(row) }
            return last?.value(row) ?? .null
        }
    }

    /// The kind that all values share, nothing aside; throws where they have none.
    static func common(_ values: [BoundOperand], _ what: String) throws(WhereProblem) -> Kind {
        let kinds = values.filter { $0.kind != .null }
        guard let first = kinds.first else { return .null }
        if let odd = kinds.first(where: { $0.kind != first.kind }) {
            throw WhereProblem("\(what) are of different types: \(first.shown) and \(odd.shown)", at: odd.position)
        }
        return first.kind
    }
}
