/// A value that is worked out of others (ISO/IEC 9075-2 §6.28, "value expression").
indirect enum ValueExpression: Sendable {
    case negated(WhereClause.Operand)
    case arithmetic(WhereClause.Operand, Arithmetic, WhereClause.Operand)
    /// Texts one behind the other, by `||`.
    case joined(WhereClause.Operand, WhereClause.Operand)
    case call(SQLFunction, [WhereClause.Operand])
    case cast(WhereClause.Operand, SQLType)
    case extract(MomentPart, WhereClause.Operand)
    /// `CASE`: the value behind the first condition that is true.
    case choice([Branch], otherwise: WhereClause.Operand?)
    case interval(SQLInterval)

    /// One `WHEN … THEN …`.
    struct Branch: Sendable {
        let condition: WhereClause
        let value: WhereClause.Operand
    }

    /// The operators between numbers.
    enum Arithmetic: String, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }

    /// The values that it is made of.
    var operands: [WhereClause.Operand] {
        switch self {
        case .negated(let inner), .cast(let inner, _), .extract(_, let inner): [inner]
        case .arithmetic(let left, _, let right), .joined(let left, let right): [left, right]
        case .call(_, let parts): parts
        case .choice(let branches, let otherwise):
            branches.flatMap { $0.condition.operands + [$0.value] } + (otherwise.map { [$0] } ?? [])
        case .interval: []
        }
    }
}
