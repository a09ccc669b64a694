/// A where clause bound to the columns of a table; it looks at many rows at a time, column by column.
struct RowTest {
    /// Rows that are looked at together: what is known of them meanwhile stays in the processor's nearest cache.
    static let block = 1024

    /// What it says of some rows, in their order.
    let truths: (ArraySlice<Int>) -> [Truth]
    /// How much work one row is, in comparisons.
    let weight: Int
    /// What has to hold of columns where it is true of a row.
    private var conditions: [ColumnCondition] = []
    /// What one row takes off the effort at most; nil where that is not known, or where a row can end the query.
    private var highestCost: Int?
    private let effort: QueryEffort

    /// The rows of which it is true, in their order; nil where finding out costs more than it may.
    func matching(_ rows: [Int]) -> [Int]? {
        var found: [Int] = []
        for start in stride(from: 0, to: rows.count, by: Self.block) {
            let block = rows[start..<min(start + Self.block, rows.count)]
            for (row, truth) in zip(block, truths(block)) where truth == .yes { found.append(row) }
            if effort.isUsedUp { return nil }
        }
        return found
    }

    /// The rows of a table that it can be true of, in their order; nil where every row has to be looked at.
    ///
    /// A test that could end the query, or cost more than it may, looks at every row: what it answers must not depend on an index.
    func candidates(in table: FeatureTable) -> [Int]? {
        guard !conditions.isEmpty, !effort.isUsedUp, let highestCost else { return nil }
        let (cost, isTooLarge) = highestCost.multipliedReportingOverflow(by: table.count)
        guard !isTooLarge, effort.allows(cost) else { return nil }
        return table.candidates(ColumnCondition.joined(conditions))
    }

    /// Binds a clause; throws where it names no field of the table, or compares what cannot be compared.
    init(
        _ clause: WhereClause, _ table: FeatureTable, _ effort: QueryEffort = QueryEffort()
    ) throws(WhereProblem) {
        switch clause {
        case .any(let parts): self.init(try Self.all(parts, table, effort), decidedBy: .yes, effort)
        case .all(let parts): self.init(try Self.all(parts, table, effort), decidedBy: .no, effort)
        case .not(let inner):
            let test = try RowTest(inner, table, effort)
            self.init(test.weight, effort, highestCost: test.highestCost) { test.truths($0).map(\.negated) }
        case .isNull(let operand):
            let bound = try BoundOperand(operand, table, effort)
            self.init(1 + bound.weight, effort, highestCost: bound.highestCost) {
                $0.map { Truth(bound.value($0) == .null) }
            }
        case .compare(let left, let comparison, let right):
            try self.init(BoundOperand(left, table, effort), comparison, BoundOperand(right, table, effort), effort)
        case .between(let operand, let low, let high):
            let value = try BoundOperand(operand, table, effort)
            try self.init(value, between: low, and: high, table, effort)
        case .oneOf(let operand, let list):
            try self.init(BoundOperand(operand, table, effort), oneOf: list, table, effort)
        case .like(let operand, let pattern, let escape):
            let operand = try BoundOperand(operand, table, effort)
            guard operand.kind == .text || operand.kind == .null else {
                throw WhereProblem("LIKE compares texts only, and \(operand.shown) is none", at: operand.position)
            }
            let pattern = LikePattern(pattern, escape: escape)
            self.init(8 + operand.weight, effort, highestCost: pattern.highestCost(of: operand)) { rows in
                rows.map { row in
                    guard !effort.isUsedUp, case .text(let text) = operand.value(row) else { return .unknown }
                    let (isLike, steps) = pattern.compared(with: text, atMost: 2 * effort.left)
                    effort.spend(operand.cost(of: text) + steps / 2)
                    return Truth(isLike)
                }
            }
        }
    }

    private init(
        _ weight: Int, _ effort: QueryEffort, _ conditions: [ColumnCondition] = [], highestCost: Int?,
        _ truths: @escaping (ArraySlice<Int>) -> [Truth]
    ) {
        self.weight = weight
        self.conditions = conditions
        self.highestCost = highestCost
        self.effort = effort
        self.truths = truths
    }

    /// Several tests of which one decides: with `no` all must hold, with `yes` any; who is decided is not looked at again.
    private init(_ tests: [RowTest], decidedBy decision: Truth, _ effort: QueryEffort) {
        let conditions = decision == .no ? tests.flatMap(\.conditions) : []
        let costs = tests.compactMap(\.highestCost)
        let cost = costs.count == tests.count ? costs.reduce(0, +) : nil
        self.init(tests.reduce(0) { $0 + $1.weight }, effort, conditions, highestCost: cost) { rows in
            guard let first = tests.first else { return Array(repeating: decision.negated, count: rows.count) }
            var truths = first.truths(rows)
            for test in tests.dropFirst() {
                var places: [Int] = []
                var open: [Int] = []
                for (place, row) in rows.enumerated() where truths[place] != decision {
                    places.append(place)
                    open.append(row)
                }
                if open.isEmpty { break }
                let more = test.truths(open[...])
                for (place, truth) in zip(places, more) {
                    truths[place] = decision == .no ? min(truths[place], truth) : max(truths[place], truth)
                }
            }
            return truths
        }
    }

    private static func all(
        _ parts: [WhereClause], _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) -> [RowTest] {
        var tests: [RowTest] = []
        for part in parts { tests.append(try RowTest(part, table, effort)) }
        return tests
    }

    private init(
        _ left: BoundOperand, _ comparison: WhereClause.Comparison, _ right: BoundOperand, _ effort: QueryEffort
    ) throws(WhereProblem) {
        let test = try BoundComparison(left, comparison, right, effort)
        let (left, right) = (test.left, test.right)
        let condition =
            ColumnCondition(left.field, comparison, right.constant)
            ?? ColumnCondition(right.field, comparison.mirrored, left.constant)
        let conditions = condition.map { [$0] } ?? []
        // What most clauses are: a whole number of a field beside one that is written down.
        if case .integers(let values)? = left.column, case .integer(let fixed)? = right.constant {
            self.init(1, effort, conditions, highestCost: 0) { rows in
                rows.map { row in
                    let value = values[row]
                    return value == Column.noInteger ? .unknown : Truth(comparison.holds(value, fixed))
                }
            }
            return
        }
        if case .numbers(let values)? = left.column, let fixed = right.constant?.double {
            self.init(1, effort, conditions, highestCost: 0) { rows in
                rows.map { row in
                    let value = values[row]
                    return value.isNaN ? .unknown : Truth(comparison.holds(value, fixed))
                }
            }
            return
        }
        let cost = left.highestCost.flatMap { one in right.highestCost.map { one + $0 } }
        self.init(left.weight + test.weight, effort, conditions, highestCost: cost) { rows in
            rows.map { row in effort.isUsedUp ? .unknown : test.truth(row, left.value(row)) }
        }
    }

    /// A value between two others: one that is worked out is so once for each row, and not once for each bound.
    private init(
        _ operand: BoundOperand, between low: WhereClause.Operand, and high: WhereClause.Operand,
        _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) {
        guard operand.weight > 0 else {
            let above = try RowTest(operand, .greaterOrEqual, BoundOperand(low, table, effort), effort)
            let below = try RowTest(operand, .lessOrEqual, BoundOperand(high, table, effort), effort)
            self.init([above, below], decidedBy: .no, effort)
            return
        }
        let above = try BoundComparison(operand, .greaterOrEqual, BoundOperand(low, table, effort), effort)
        let below = try BoundComparison(operand, .lessOrEqual, BoundOperand(high, table, effort), effort)
        self.init(operand.weight + above.weight + below.weight, effort, highestCost: nil) { rows in
            rows.map { row in
                guard !effort.isUsedUp else { return .unknown }
                let value = operand.value(row)
                let isAbove = above.truth(row, value)
                return isAbove == .no ? .no : min(isAbove, below.truth(row, value))
            }
        }
    }

    private init(
        _ operand: BoundOperand, oneOf list: [WhereClause.Operand], _ table: FeatureTable, _ effort: QueryEffort
    ) throws(WhereProblem) {
        var values: Set<FieldValue> = []
        var hasNull = false
        for element in list {
            let bound = try BoundOperand(element, table, effort).fitting(operand)
            guard let constant = bound.constant else {
                throw WhereProblem("a field in a list; only values can stand there", at: bound.position)
            }
            if constant == .null { hasNull = true } else { values.insert(Self.key(constant)) }
        }
        // NULL in the list: what is not among the others might be equal to it.
        let otherwise = hasNull ? Truth.unknown : .no
        let conditions = ColumnCondition(operand.field, oneOf: values).map { [$0] } ?? []
        self.init(2 + operand.weight, effort, conditions, highestCost: operand.highestCost) { [values] rows in
            rows.map { row in
                let value = operand.value(row)
                guard value != .null, !effort.isUsedUp else { return .unknown }
                if case .text(let text) = value { effort.spend(operand.cost(of: text)) }
                return values.contains(Self.key(value)) ? .yes : otherwise
            }
        }
    }

    /// A whole number is the same however it is kept.
    private static func key(_ value: FieldValue) -> FieldValue {
        guard case .number(let number) = value, let whole = Int64(exactly: number) else { return value }
        return .integer(whole)
    }
}
