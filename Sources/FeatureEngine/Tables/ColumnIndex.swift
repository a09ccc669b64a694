/// Finds the rows whose value of one column meets a condition; it knows the column as it was when the index was made.
///
/// Whole numbers, dates and numbers stand in their order. Texts stand in the order of their hashes: it finds those that are equal to
/// one, in the sense in which clauses compare them, and knows nothing of those that come before or after one.
struct ColumnIndex: Sendable {
    private let column: Column
    /// The rows that have a value, in the order of the values; nil where every row stands at its own place.
    private let rows: [UInt32]?

    /// Rows of the column, those without a value too.
    var count: Int { column.count }

    /// Sorts the rows of a column.
    init(_ column: Column) {
        self.column = column
        var entries: [RadixOrder.Entry] = []
        entries.reserveCapacity(column.count)
        func add(_ row: Int, _ key: UInt64) { entries.append(.init(key: key, row: UInt32(truncatingIfNeeded: row))) }
        switch column {
        case .integers(let values):
            for (row, value) in values.enumerated() where value != Column.noInteger {
                add(row, UInt64(bitPattern: value) ^ 1 << 63)
            }
        case .numbers(let values):
            for (row, value) in values.enumerated() where !value.isNaN {
                // Both zeros are equal, and have the same key.
                let bits = (value + 0).bitPattern
                add(row, bits >> 63 == 1 ? ~bits : bits | 1 << 63)
            }
        case .texts(let values):
            for (row, value) in values.enumerated() {
                if let value { add(row, UInt64(Self.hash(value))) }
            }
        }
        rows = RadixOrder.rows(entries)
    }

    /// Takes a column whose values ascend from row to row.
    init(ascending column: Column) {
        self.column = column
        rows = nil
    }

    /// Where the rows stand that a condition lets through; nil where the index cannot say that.
    func places(_ condition: ColumnCondition) -> [Range<Int>]? {
        var places: [Range<Int>] = []
        for interval in condition.intervals {
            guard let start = start(interval), let end = end(interval) else { return nil }
            if start < end { places.append(start..<end) }
        }
        return places
    }

    /// The row at a place.
    func row(_ place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

    private func start(_ interval: ColumnCondition.Interval) -> Int? {
        if case .texts = column { return place(interval) { $0 < $1 } }
        guard let bound = interval.lower else { return 0 }
        return place(bound.value, isBehind: !bound.isIncluded)
    }

    private func end(_ interval: ColumnCondition.Interval) -> Int? {
        if case .texts = column { return place(interval) { $0 <= $1 } }
        guard let bound = interval.upper else { return rows?.count ?? column.count }
        return place(bound.value, isBehind: bound.isIncluded)
    }

    /// The first place whose value is not less than another, or is greater than it; values are compared as clauses do.
    private func place(_ value: FieldValue, isBehind: Bool) -> Int? {
        switch (column, value) {
        case (.integers(let values), .integer(let fixed)):
            first { isBehind ? values[$0] > fixed : values[$0] >= fixed }
        case (.integers(let values), .number(let fixed)):
            first { isBehind ? Double(values[$0]) > fixed : Double(values[$0]) >= fixed }
        case (.numbers(let values), .integer), (.numbers(let values), .number):
            value.double.map { fixed in first { isBehind ? values[$0] > fixed : values[$0] >= fixed } }
        default: nil
        }
    }

    /// The first place whose text has a hash that does not precede that of the only text of an interval; nil where it has others.
    private func place(
        _ interval: ColumnCondition.Interval, where precedes: (_ hash: UInt32, _ fixed: UInt32) -> Bool
    ) -> Int? {
        guard case .texts(let values) = column, case .text(let lower)? = interval.lower?.value,
            case .text(let upper)? = interval.upper?.value, lower == upper
        else { return nil }
        let fixed = Self.hash(lower)
        return first { row in values[row].map { !precedes(Self.hash($0), fixed) } ?? false }
    }

    /// The first place of whose row something holds that holds of all behind it.
    private func first(where holds: (_ row: Int) -> Bool) -> Int {
        var (low, high) = (0, rows?.count ?? column.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(row(middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Equal texts have equal hashes, however they are composed.
    private static func hash(_ text: String) -> UInt32 { UInt32(truncatingIfNeeded: text.hashValue) }
}
