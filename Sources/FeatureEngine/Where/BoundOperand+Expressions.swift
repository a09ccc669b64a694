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
            self = try BoundChoice(branches, otherwise: otherwise, table, effort).operand(at: position)
        case .simpleChoice(let subject, let branches, let otherwise):
            self = try BoundChoice(subject, branches, otherwise: otherwise, table, effort).operand(at: position)
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
