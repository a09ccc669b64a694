/// How a value that is worked out already stands to another operand's value of the same row.
struct BoundComparison {
    /// How much work one row is, in comparisons, without that of the value on the left.
    let weight: Int
    /// Both sides, each as the other one needs it.
    let left: BoundOperand
    let right: BoundOperand
    private let comparison: WhereClause.Comparison
    private let effort: QueryEffort

    /// Throws where the two operands cannot be compared.
    init(
        _ left: BoundOperand, _ comparison: WhereClause.Comparison, _ right: BoundOperand, _ effort: QueryEffort
    ) throws(WhereProblem) {
        self.right = try right.fitting(left)
        self.left = try left.fitting(self.right)
        self.comparison = comparison
        self.effort = effort
        weight = (self.left.kind == .text ? 2 : 1) + self.right.weight
    }

    /// What is true of a row, whose value on the left is given; unknown once the effort is used up.
    func truth(_ row: Int, _ value: FieldValue) -> Truth {
        if effort.isUsedUp { return .unknown }
        // What is the same for every row was read as the other side needs it.
        switch (left.constant ?? value, right.value(row)) {
        case (.null, _), (_, .null): return .unknown
        case (.text(let one), .text(let other)):
            effort.spend(left.cost(of: one) + right.cost(of: other))
            return Truth(comparison.holds(one, other))
        case (.integer(let one), .integer(let other)): return Truth(comparison.holds(one, other))
        case (let one, let other): return Truth(comparison.holds(one.double ?? .nan, other.double ?? .nan))
        }
    }
}
