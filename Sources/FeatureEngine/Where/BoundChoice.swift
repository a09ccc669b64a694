/// `CASE`, bound: each row's value is that of the first branch whose condition is true of it (ISO/IEC 9075-2 §6.12).
///
/// The value that a simple `CASE` compares is worked out once for each row, so that nested ones cost no more than they are long.
struct BoundChoice {
    /// Whether a condition is true of a row, which has a value of the subject.
    private typealias Test = (_ row: Int, _ subject: FieldValue) -> Bool

    private let subject: BoundOperand?
    private var tests: [Test] = []
    private var values: [BoundOperand] = []
    private let last: BoundOperand?
    private let kind: BoundOperand.Kind
    private var weight = 1

    /// Binds conditions and what stands behind them; throws where they do not fit together.
    init(
        _ branches: [ValueExpression.Branch<WhereClause>], otherwise: WhereClause.Operand?, _ table: FeatureTable,
        _ effort: QueryEffort
    ) throws(WhereProblem) {
        subject = nil
        for branch in branches {
            let test = try RowTest(branch.condition, table, effort)
            weight += test.weight
            tests.append { row, _ in test.truths([row][...]) == [.yes] }
            values.append(try BoundOperand(branch.value, table, effort))
        }
        last = try Self.bound(otherwise, table, effort)
        kind = try Self.kind(values, last)
        weight += Self.weight(values, last)
    }

    /// Binds a subject, the values that it is compared with, and what stands behind them; throws where they do not fit together.
    init(
        _ subject: WhereClause.Operand, _ branches: [ValueExpression.Branch<WhereClause.Operand>],
        otherwise: WhereClause.Operand?, _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) {
        let bound = try BoundOperand(subject, table, effort)
        self.subject = bound
        weight += bound.weight
        for branch in branches {
            let test = try BoundComparison(bound, .equal, BoundOperand(branch.condition, table, effort), effort)
            weight += test.weight
            tests.append { row, subject in test.truth(row, subject) == .yes }
            values.append(try BoundOperand(branch.value, table, effort))
        }
        last = try Self.bound(otherwise, table, effort)
        kind = try Self.kind(values, last)
        weight += Self.weight(values, last)
    }

    /// The value of the whole choice.
    func operand(at position: Int) -> BoundOperand {
        BoundOperand(kind, at: position, weight: weight) { [subject, tests, values, last] row in
            let compared = subject?.value(row) ?? .null
            for (test, value) in zip(tests, values) where test(row, compared) { return value.value(row) }
            return last?.value(row) ?? .null
        }
    }

    private static func bound(
        _ operand: WhereClause.Operand?, _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) -> BoundOperand? {
        guard let operand else { return nil }
        return try BoundOperand(operand, table, effort)
    }

    private static func kind(_ values: [BoundOperand], _ last: BoundOperand?) throws(WhereProblem) -> BoundOperand.Kind
    {
        try BoundOperand.common(values + (last.map { [$0] } ?? []), "the values of CASE")
    }

    private static func weight(_ values: [BoundOperand], _ last: BoundOperand?) -> Int {
        values.reduce(last?.weight ?? 0) { $0 + $1.weight }
    }
}
