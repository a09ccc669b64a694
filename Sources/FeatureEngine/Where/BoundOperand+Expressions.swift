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
        case .arithmetic(let left, let operation, let right):
            try self.init(left, operation, right, at: position, bound, effort)
        case .joined(let left, let right):
            let parts = [
                try bound(left).needed(as: .text, "|| joins texts"),
                try bound(right).needed(as: .text, "|| joins texts"),
            ]
            self.init(.text, of: parts, at: position) { row in
                SQLText.joined(parts.map { $0.value(row) }, effort)
            }
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

    /// Numbers with numbers; dates with intervals, with days, and with one another, which are days apart.
    private init(
        _ left: WhereClause.Operand, _ operation: ValueExpression.Arithmetic, _ right: WhereClause.Operand,
        at position: Int, _ bound: (WhereClause.Operand) throws(WhereProblem) -> BoundOperand, _ effort: QueryEffort
    ) throws(WhereProblem) {
        let isSum = operation == .add || operation == .subtract
        if isSum, case .computed(.interval(let interval)) = right.content {
            let date = try bound(left).needed(as: .date, "an INTERVAL is added to a date")
            let amount = operation == .add ? interval : interval.negated
            self.init(.date, of: [date], at: position) { SQLArithmetic.later(date.value($0), by: amount, effort) }
            return
        }
        if operation == .add, case .computed(.interval(let interval)) = left.content {
            let date = try bound(right).needed(as: .date, "an INTERVAL is added to a date")
            self.init(.date, of: [date], at: position) { SQLArithmetic.later(date.value($0), by: interval, effort) }
            return
        }
        let (one, other) = (try bound(left), try bound(right))
        switch (one.kind, other.kind) {
        case (.date, .number) where isSum:
            self.init(.date, of: [one, other], at: position) { row in
                SQLArithmetic.days(other.value(row), operation, from: one.value(row), effort)
            }
        case (.date, .date) where operation == .subtract:
            self.init(.number, of: [one, other], at: position) { row in
                guard let end = one.value(row).double, let start = other.value(row).double else { return .null }
                return .number((end - start) / 86_400_000)
            }
        default:
            let why = "\(operation.rawValue) takes numbers"
            let numbers = (try one.needed(as: .number, why), try other.needed(as: .number, why))
            self.init(.number, of: [one, other], at: position) { row in
                SQLArithmetic.value(numbers.0.value(row), operation, numbers.1.value(row), effort)
            }
        }
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
