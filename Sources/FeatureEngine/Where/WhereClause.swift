/// A where clause as it was understood: SQL-92 search conditions without subqueries (ISO/IEC 9075 §8).
package indirect enum WhereClause: Sendable {
    case any([WhereClause])
    case all([WhereClause])
    case not(WhereClause)
    case compare(Operand, Comparison, Operand)
    case like(Operand, pattern: String, escape: UInt8?)
    case oneOf(Operand, [Operand])
    case between(Operand, Operand, Operand)
    case isNull(Operand)

    /// How the sides of a comparison stand to each other.
    package enum Comparison: String, Sendable {
        case equal = "="
        case unequal = "<>"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// What a comparison has on its sides.
    package struct Operand: Sendable {
        enum Content: Sendable {
            case field(String)
            case text(String)
            case integer(Int64)
            case number(Double)
            /// `DATE '…'` and `TIMESTAMP '…'`, in milliseconds.
            case moment(Int64)
            case null
            indirect case computed(ValueExpression)
        }
        /// `UPPER(…)` and `LOWER(…)`.
        enum Folding: Sendable {
            case upper
            case lower

            func applied(to text: String) -> String { self == .upper ? text.uppercased() : text.lowercased() }
        }
        let content: Content
        var folding: Folding?
        /// Where it stands in the clause, from 1.
        let position: Int
    }
}

/// What is wrong with a where clause.
package struct WhereProblem: Error, Equatable {
    /// What is wrong with it.
    package let problem: String
    /// The character at which it shows, from 1, in bytes.
    package let position: Int
    /// A name that is no field of the layer; nil for any other problem.
    var unknownField: String?

    init(_ problem: String, at position: Int, unknownField: String? = nil) {
        self.problem = problem
        self.position = position
        self.unknownField = unknownField
    }
}
