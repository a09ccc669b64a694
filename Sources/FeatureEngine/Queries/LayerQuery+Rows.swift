extension LayerQuery {
    /// The rows that the query is about, in the order that it asks for.
    package func rows(of table: FeatureTable) throws(QueryProblem) -> [Int] {
        var rows: [Int]
        var clause = clause
        if let spatial {
            rows = try spatial.rows(of: table)
            if let ids { rows.removeAll { !ids.contains(table.objectIDs[$0]) } }
        } else if let ids {
            rows = ids.compactMap { table.row($0) }.sorted()
        } else if time == nil, let only = clause {
            rows = try only.matches(of: table)
            clause = nil
        } else {
            rows = table.rows
        }
        if let time { rows = time.matches(among: rows, of: table) }
        if let clause { rows = try clause.matches(among: rows, of: table) }
        return statistics == nil && !isDistinct ? Self.sorted(rows, by: order, table) : rows
    }

    /// Rows in the order that is asked for; equal ones stay in that of their ids.
    static func sorted(_ rows: [Int], by order: [Order], _ table: FeatureTable) -> [Int] {
        var known: Set<Int> = []
        // A field that has not decided does not decide when it is named again.
        let keys = order.compactMap { order in
            table.field(order.name).flatMap { field in
                known.insert(field).inserted ? (table.columns[field].comparison, order.isDescending ? -1 : 1) : nil
            }
        }
        guard !keys.isEmpty else { return rows }
        return rows.sorted { left, right in
            for (comparison, direction) in keys {
                let order = comparison(left, right) * direction
                if order != 0 { return order < 0 }
            }
            return left < right
        }
    }
}
