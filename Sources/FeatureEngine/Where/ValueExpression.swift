/// A value that is worked out of others (ISO/IEC 9075-2 §6.28, "value expression").
indirect enum ValueExpression: Sendable {
    case negated(WhereClause.Operand)
    /// Values that operators of one rank join from left to right: a list and no tree, so that its length costs no stack.
    case chain(WhereClause.Operand, [Step])
    case call(SQLFunction, [WhereClause.Operand])
    case cast(WhereClause.Operand, SQLType)
    case extract(MomentPart, WhereClause.Operand)
    /// `CASE WHEN condition`: the value behind the first condition that is true.
    case choice([Branch<WhereClause>], otherwise: WhereClause.Operand?)
    /// `CASE value WHEN value`: the value behind the first one that equals the subject, which stands here once however many there are.
    case simpleChoice(WhereClause.Operand, [Branch<WhereClause.Operand>], otherwise: WhereClause.Operand?)
    case interval(SQLInterval)

    /// One `WHEN … THEN …`.
    struct Branch<Condition: Sendable>: Sendable {
        let condition: Condition
        let value: WhereClause.Operand
    }

    /// The operators between numbers.
    enum Arithmetic: String, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }

    /// The operators between two values.
    enum Operator: Sendable {
        case arithmetic(Arithmetic)
        /// `||`, texts one behind the other.
        case joined

        init?(_ symbol: String) {
            if symbol == "||" {
                self = .joined
            } else if let arithmetic = Arithmetic(rawValue: symbol) {
                self = .arithmetic(arithmetic)
            } else {
                return nil
            }
        }

        /// Whether it stands between factors, and not between products.
        var isOfProduct: Bool {
            switch self {
            case .arithmetic(.multiply), .arithmetic(.divide): true
            case .arithmetic(.add), .arithmetic(.subtract), .joined: false
            }
        }
    }

    /// An operator and what stands on its right.
    struct Step: Sendable {
        let `operator`: Operator
        let right: WhereClause.Operand
    }

    /// The values that it is made of.
    var operands: [WhereClause.Operand] {
        switch self {
        case .negated(let inner), .cast(let inner, _), .extract(_, let inner): [inner]
        case .chain(let first, let steps): [first] + steps.map(\.right)
        case .call(_, let parts): parts
        case .choice(let branches, let otherwise):
            branches.flatMap { $0.condition.operands + [$0.value] } + (otherwise.map { [$0] } ?? [])
        case .simpleChoice(let subject, let branches, let otherwise):
            [subject] + branches.flatMap { [$0.condition, $0.value] } + (otherwise.map { [$0] } ?? [])
        case .interval: []
        }
    }
}
