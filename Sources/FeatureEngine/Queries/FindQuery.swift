package import JSONValues

/// Searches the fields of a map's layers for a text, as `find` of a map service does (developers.arcgis.com, "Find (Map Service)").
package struct FindQuery {
    private let text: String
    /// Whether a value that contains the text is as good as one that is it; letters are compared without case then.
    private let contains: Bool
    /// The fields that are searched, in small letters; nil searches all.
    private let fields: Set<String>?
    private let reference: SpatialReference?

    /// Bytes that may be looked at: more would hold up other requests.
    private static let maximumWork = 20_000_000

    /// A search; geometries are written in a reference, and left out without one.
    package init(_ text: String, contains: Bool, fields: [String]?, reference: SpatialReference?) {
        self.text = contains ? text.lowercased() : text
        self.contains = contains
        self.fields = fields.map { Set($0.map { $0.lowercased() }) }
        self.reference = reference
    }

    /// What is found, layer after layer, each feature once; a clause says which features of its layer are searched.
    ///
    /// Throws where searching would take too long.
    package func results(
        in layers: [(layer: IdentifyQuery.Layer, clause: WhereClause?)]
    ) throws(QueryProblem) -> [JSONValue] {
        var results: [JSONValue] = []
        var work = 0
        for (layer, clause) in layers {
            let table = layer.table
            let rows = try clause?.matches(of: table) ?? table.rows
            let searched = table.fields.indices.filter { fields?.contains(table.fields[$0].name.lowercased()) ?? true }
            var found: [(row: Int, field: Int)] = []
            for row in rows where found.count < layer.maximum {
                let field = searched.first { field in
                    let value = table.columns[field][row]
                    return value != .null && holds(IdentifyQuery.text(value), &work)
                }
                work += searched.count
                guard work <= Self.maximumWork else {
                    throw QueryProblem(.search, "there is too much to search; name fewer layers and fields")
                }
                if let field { found.append((row, field)) }
            }
            let geometry = IdentifyQuery.written(found.map(\.row), of: table, in: reference)
            for (row, field) in found {
                var result = IdentifyQuery.result(row, of: layer, geometry)
                result["foundFieldName"] = .string(table.fields[field].name)
                result["value"] = .string(IdentifyQuery.text(table.columns[field][row]))
                results.append(result)
            }
        }
        return results
    }

    /// Whether a value is what is searched for; adds what finding that out has cost.
    private func holds(_ value: String, _ work: inout Int) -> Bool {
        work += 16 + value.utf8.count
        guard contains else { return value == text }
        let (whole, part) = (Array(value.lowercased().utf8), Array(text.utf8))
        guard part.count <= whole.count else { return false }
        for start in 0...(whole.count - part.count) {
            var length = 0
            while length < part.count, whole[start + length] == part[length] { length += 1 }
            work += length
            if length == part.count { return true }
            if work > Self.maximumWork { return false }
        }
        return false
    }
}
