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
            let rows = try clause?.matches(among: table.rows, of: table) ?? table.rows
            let searched = table.fields.indices.filter { fields?.contains(table.fields[$0].name.lowercased()) ?? true }
            var found = 0
            for row in rows where found < layer.maximum {
                for field in searched {
                    let value = IdentifyQuery.text(table.columns[field][row])
                    work += 16 + value.utf8.count
                    guard work <= Self.maximumWork else {
                        throw QueryProblem(.search, "there is too much to search; name fewer layers and fields")
                    }
                    guard table.columns[field][row] != .null, holds(value) else { continue }
                    found += 1
                    var result = IdentifyQuery.result(row, of: layer, in: reference)
                    result["foundFieldName"] = .string(table.fields[field].name)
                    result["value"] = .string(value)
                    results.append(result)
                    break
                }
            }
        }
        return results
    }

    private func holds(_ value: String) -> Bool {
        guard contains else { return value == text }
        let (whole, part) = (Array(value.lowercased().utf8), Array(text.utf8))
        guard part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
    }
}
