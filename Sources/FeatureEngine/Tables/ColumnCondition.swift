/// What the value of one column has to be where a test is true of a row.
///
/// It may let more rows through than the test does, never fewer.
struct ColumnCondition {
    /// A value at which an interval begins or ends.
    struct Bound {
        let value: FieldValue
        let isIncluded: Bool
    }
    /// Values between two bounds; without a bound it is open on that side.
    struct Interval {
        var lower: Bound?
        var upper: Bound?
    }
    /// The index of the column.
    let field: Int
    /// The value lies in one of them.
    private(set) var intervals: [Interval]

    /// A column whose value lies in one of some intervals.
    init(_ field: Int, _ intervals: [Interval]) {
        self.field = field
        self.intervals = intervals
    }

    /// A column whose value is in a list.
    init?(_ field: Int?, oneOf values: Set<FieldValue>) {
        guard let field else { return nil }
        self.field = field
        intervals = values.map { value in
            let bound = Bound(value: value, isIncluded: true)
            return Interval(lower: bound, upper: bound)
        }
    }

    /// The conditions of several tests that are all true; what bounds a column from both sides becomes one.
    static func joined(_ conditions: [ColumnCondition]) -> [ColumnCondition] {
        var joined: [ColumnCondition] = []
        for condition in conditions {
            let partner = joined.firstIndex { $0.field == condition.field && $0.completes(condition) }
            guard let partner, let own = condition.intervals.first else {
                joined.append(condition)
                continue
            }
            let other = joined[partner].intervals[0]
            joined[partner].intervals = [Interval(lower: own.lower ?? other.lower, upper: own.upper ?? other.upper)]
        }
        return joined
    }

    /// Whether each of two conditions has the bound that the other lacks.
    private func completes(_ other: ColumnCondition) -> Bool {
        guard intervals.count == 1, other.intervals.count == 1 else { return false }
        let (one, two) = (intervals[0], other.intervals[0])
        return (one.lower == nil) == (two.upper == nil) && (one.upper == nil) == (two.lower == nil)
            && (one.lower == nil) != (one.upper == nil)
    }
}
