/// Rows that the indexes of columns propose.
extension FeatureTable {
    /// Rows of a table that is walked through faster than an index is asked.
    static let fewestIndexed = 256

    /// The rows that may meet several conditions, in their order; nil where looking at every row is as good.
    func candidates(_ conditions: [ColumnCondition]) -> [Int]? {
        let total = objectIDs.count
        guard total >= Self.fewestIndexed else { return nil }
        var best: (found: ColumnIndexes.Found, places: [Range<Int>])?
        var least = total / 4
        for condition in conditions where condition.intervals.count <= total / 32 {
            guard let found = index(of: condition.field), let places = found.index.places(condition) else { continue }
            let count = places.reduce(found.late) { $0 + $1.count }
            guard count <= least else { continue }
            (best, least) = ((found, places), count)
        }
        guard let best else { return nil }
        var set = RowSet(total)
        for places in best.places {
            for place in places { set.insert(best.found.index.row(place)) }
        }
        for row in best.found.changed { set.insert(row) }
        for row in best.found.added { set.insert(row) }
        let rows = set.rows(atMost: least)
        return hasDeleted ? rows.filter { isThere($0) } : rows
    }

    private func index(of field: Int) -> ColumnIndexes.Found? {
        // Rows stand in the order of their object ids, and these never change.
        guard field != objectIDIndex else {
            let rows = objectIDs.count
            return .init(index: ColumnIndex(ascending: columns[field]), changed: [], added: rows..<rows)
        }
        return indexes.index(of: field, columns[field])
    }
}

/// Rows of a table, a bit each.
private struct RowSet {
    private var words: [UInt64]

    init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ row: Int) { words[row / 64] |= 1 << UInt64(row % 64) }

    /// The rows in their order, of which there are no more than a number.
    func rows(atMost count: Int) -> [Int] {
        var rows: [Int] = []
        rows.reserveCapacity(count)
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                rows.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return rows
    }
}
