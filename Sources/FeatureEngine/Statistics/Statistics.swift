internal import JSONValues

/// Statistics of rows, per group of them.
package struct Statistics {
    /// The kinds of statistics, as requests call them.
    package enum Kind: String, CaseIterable {
        case count
        case sum
        case min
        case max
        case avg
        case stddev
        case `var`
    }
    /// One statistic of one field.
    package struct Column {
        let kind: Kind
        /// The field of the table.
        let field: Int
        /// The name in the answer.
        let name: String

        /// A statistic of a field of the table, under a name.
        package init(kind: Kind, field: Int, name: String) {
            self.kind = kind
            self.field = field
            self.name = name
        }
    }
    /// The fields whose values make a group.
    let groups: [Int]
    let columns: [Column]
    /// What groups have to meet; nil lets every group through.
    let having: HavingClause?

    /// Statistics per group of rows whose values of some fields are the same; all rows are one group without such fields.
    package init(groups: [Int], columns: [Column], having: HavingClause? = nil) {
        self.groups = groups
        self.columns = columns
        self.having = having
    }

    /// Values that statistics may look at: more would hold up other requests.
    private static let maximumWork = 20_000_000

    /// Values that an answer may have: more would hold up other requests, and fill the memory.
    private static let maximumValues = 1_000_000

    /// The statistics of some rows: one line per group, in the order in which the groups come; one line where there are none.
    ///
    /// Throws where there are too many groups.
    func lines(_ rows: [Int], of table: FeatureTable) throws(QueryProblem) -> TableOfValues {
        let columns = self.columns + (having?.columns ?? [])
        guard rows.count * (Set(columns.map(\.field)).count + groups.count) <= Self.maximumWork else {
            throw QueryProblem(
                .statistics, "too many statistics of \(rows.count) features; ask with fewer")
        }
        let (names, places) = grouped(rows, table)
        guard names.count * (columns.count + groups.count) <= Self.maximumValues else {
            throw QueryProblem(
                .groups,
                "\(names.count) groups with \(columns.count) statistics are too many; ask with fewer")
        }
        // What several statistics of a field need is worked out once.
        var tallies: [Int: [Tally]] = [:]
        for field in Set(columns.map(\.field)) {
            tallies[field] = Tally.of(table.columns[field], rows, places: places, count: names.count)
        }
        let results = columns.map { column in (tallies[column.field] ?? []).map { $0.result(column.kind) } }
        let groupFields = groups.map { table.fields[$0] }
        func values(_ shown: Range<Int>, of places: some Sequence<Int>) -> TableOfValues {
            TableOfValues(
                fields: groupFields + columns[shown].map { Self.outField($0, table) },
                lines: places.map { place in names[place] + results[shown].map { $0[place] } })
        }
        let own = 0..<self.columns.count
        guard let having else { return values(own, of: names.indices) }
        return values(own, of: try having.places(in: values(own.upperBound..<columns.count, of: names.indices)))
    }

    /// The values that name each group, and the group of each row; nil where all rows are one.
    private func grouped(_ rows: [Int], _ table: FeatureTable) -> (names: [[FieldValue]], places: [Int]?) {
        guard !groups.isEmpty else { return ([[]], nil) }
        var known: [[FieldValue]: Int] = [:]
        var names: [[FieldValue]] = []
        let places = rows.map { row in
            let name = groups.map { table.columns[$0][row] }
            if let place = known[name] { return place }
            known[name] = names.count
            names.append(name)
            return names.count - 1
        }
        return (names, places)
    }

    private static func outField(_ column: Column, _ table: FeatureTable) -> Field {
        let own = table.fields[column.field]
        let type: FieldType
        switch column.kind {
        case .count: type = .integer
        case .min, .max: type = own.type == .objectID ? .integer : own.type
        case .sum, .avg, .stddev, .var: type = .double
        }
        var document: [String: JSONValue] = [
            "name": .string(column.name), "type": .string(type.rawValue), "alias": .string(column.name),
        ]
        if type == .text, let length = own.length { document["length"] = .integer(Int64(length)) }
        return Field(.object(document)) ?? own
    }
}
