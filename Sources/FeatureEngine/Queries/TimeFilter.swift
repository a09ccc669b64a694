/// The temporal part of a query of a time-aware layer (developers.arcgis.com, "Query (Feature Service/Layer)", `time`).
package struct TimeFilter: Sendable {
    /// The fields that say when a feature is (developers.arcgis.com, "Layer (Feature Service)", `timeInfo`).
    package struct Fields: Sendable {
        let start: Int
        /// The field in which a feature's time ends; nil where features are moments.
        let end: Int?

        /// Fields of a table by their indices.
        package init(start: Int, end: Int?) {
            self.start = start
            self.end = end
        }
    }
    private let fields: Fields
    /// Milliseconds since 1970; nil is infinitely long ago.
    private let start: Int64?
    /// Milliseconds since 1970; nil is never.
    private let end: Int64?

    /// Lets through what is at any moment between two, both included.
    package init(_ fields: Fields, from start: Int64?, to end: Int64?) {
        self.fields = fields
        self.start = start
        self.end = end
    }

    /// Those of some rows that share a moment with the time that is asked for, in their order.
    ///
    /// A feature without a start is at no time; one whose end is not known has not ended.
    func matches(among rows: [Int], of table: FeatureTable) -> [Int] {
        guard start != nil || end != nil, case .integers(let starts) = table.columns[fields.start] else { return rows }
        var ends: [Int64]?
        if let field = fields.end, case .integers(let values) = table.columns[field] { ends = values }
        return rows.filter { row in
            guard starts[row] != Column.noInteger else { return false }
            if let end, starts[row] > end { return false }
            guard let start else { return true }
            guard let ends else { return starts[row] >= start }
            return ends[row] == Column.noInteger || ends[row] >= start
        }
    }
}

extension FeatureTable {
    /// The first and the last moment of a time-aware table; nil where no feature has any.
    package func timeExtent(_ fields: TimeFilter.Fields) -> (start: Int64, end: Int64)? {
        guard case .integers(let starts) = columns[fields.start] else { return nil }
        var moments = rows.map { starts[$0] }
        if let field = fields.end, case .integers(let ends) = columns[field] { moments += rows.map { ends[$0] } }
        let known = moments.filter { $0 != Column.noInteger }
        guard let first = known.min(), let last = known.max() else { return nil }
        return (first, last)
    }
}
