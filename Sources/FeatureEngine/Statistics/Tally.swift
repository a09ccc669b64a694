/// What has been seen of one field in one group of rows.
struct Tally {
    private var count = 0
    private var least = FieldValue.null
    private var most = FieldValue.null
    private var wholeSum: Int64 = 0
    private var isWhole = true
    private var mean = 0.0
    /// Sum of the squares of the distances from the mean, after Welford (1962).
    private var squares = 0.0

    /// The tallies of so many groups; `places` names the group of each row, and nil means that there is but one.
    static func of(_ column: Column, _ rows: [Int], places: [Int]?, count: Int) -> [Tally] {
        var tallies = [Tally](repeating: Tally(), count: count)
        func place(_ index: Int) -> Int { places?[index] ?? 0 }
        switch column {
        case .integers(let values):
            for (index, row) in rows.enumerated() where values[row] != Column.noInteger {
                tallies[place(index)].add(values[row])
            }
        case .numbers(let values):
            for (index, row) in rows.enumerated() where !values[row].isNaN { tallies[place(index)].add(values[row]) }
        case .texts(let values):
            for (index, row) in rows.enumerated() {
                if let text = values[row] { tallies[place(index)].add(text) }
            }
        }
        return tallies
    }

    func result(_ kind: Statistics.Kind) -> FieldValue {
        if kind == .count { return .integer(Int64(count)) }
        guard count > 0 else { return .null }
        switch kind {
        case .count, .min: return least
        case .max: return most
        case .sum: return isWhole ? .integer(wholeSum) : Self.finite(mean * Double(count))
        case .avg: return Self.finite(isWhole ? Double(wholeSum) / Double(count) : mean)
        case .var: return count > 1 ? Self.finite(squares / Double(count - 1)) : .null
        case .stddev: return count > 1 ? Self.finite((squares / Double(count - 1)).squareRoot()) : .null
        }
    }

    /// A number; nothing where it is too large for one, which JSON could not write either.
    private static func finite(_ value: Double) -> FieldValue { value.isFinite ? .number(value) : .null }

    private mutating func add(_ value: Int64) {
        let (sum, isTooLarge) = wholeSum.addingReportingOverflow(value)
        (wholeSum, isWhole) = (sum, isWhole && !isTooLarge)
        note(.integer(value))
        moments(Double(value))
    }

    private mutating func add(_ value: Double) {
        isWhole = false
        note(.number(value))
        moments(value)
    }

    private mutating func add(_ value: String) { note(.text(value)) }

    private mutating func note(_ value: FieldValue) {
        count += 1
        if count == 1 || FieldValue.precedes(value, least) { least = value }
        if count == 1 || FieldValue.precedes(most, value) { most = value }
    }

    private mutating func moments(_ value: Double) {
        let distance = value - mean
        mean += distance / Double(count)
        squares += distance * (value - mean)
    }
}
