internal import JSONValues

/// Finds the records of one table that belong to features of another (developers.arcgis.com, "Query Related Records (Feature
/// Service)").
package struct RelatedRecordsQuery {
    /// One side of a relationship: a table, and the field whose values both sides share.
    package struct Side {
        let table: FeatureTable
        let key: Int

        /// A table with the index of its key field.
        package init(_ table: FeatureTable, key: Int) {
            self.table = table
            self.key = key
        }
    }
    private let ids: Set<Int64>
    /// What is asked of the related records.
    private let query: LayerQuery
    private let returnsCounts: Bool
    private let offset: Int
    private let limit: Int

    /// A query for the records of some features; `limit` holds for the records of all of them together.
    package init(of ids: Set<Int64>, _ query: LayerQuery, returnsCounts: Bool, offset: Int, limit: Int) {
        self.ids = ids
        self.query = query
        self.returnsCounts = returnsCounts
        self.offset = offset
        self.limit = limit
    }

    /// The answer: a group for each feature that has any, by ascending object id. Throws where finding them would take too long.
    package func answer(from source: Side, to related: Side) throws(QueryProblem) -> [UInt8] {
        let groups = try groups(source, related)
        var text = JSONText()
        guard !returnsCounts else {
            text.raw("{\"relatedRecordGroups\":[")
            for (index, group) in groups.enumerated() {
                text.raw(index == 0 ? "{\"objectId\":" : ",{\"objectId\":")
                text.integer(group.id)
                text.raw(",\"count\":")
                text.integer(Int64(group.rows.count))
                text.raw("}")
            }
            text.raw("]}")
            return text.bytes
        }
        let all = groups.reduce(0) { $0 + $1.rows.count }
        header(related.table, isCut: offset < all && limit < all - offset, into: &text)
        text.raw(",\"relatedRecordGroups\":[")
        let page = page(of: groups)
        let geometry = related.table.geometry.flatMap { geometry in
            query.returnsGeometry
                ? GeometryText(
                    geometry: geometry.projected(Set(page.flatMap(\.rows)), to: query.outReference),
                    reference: query.outReference, decimals: query.decimals) : nil
        }
        for (index, group) in page.enumerated() {
            text.raw(index == 0 ? "{\"objectId\":" : ",{\"objectId\":")
            text.integer(group.id)
            text.raw(",\"relatedRecords\":[")
            records(group.rows, of: related.table, geometry, into: &text)
            text.raw("]}")
        }
        text.raw("]}")
        return text.bytes
    }

    /// The rows that the answer shows, by their features; all groups together may have many more.
    private func page(of groups: [(id: Int64, rows: [Int])]) -> [(id: Int64, rows: ArraySlice<Int>)] {
        var (skipped, left) = (offset, limit)
        var page: [(id: Int64, rows: ArraySlice<Int>)] = []
        for group in groups {
            let rows = group.rows.dropFirst(skipped).prefix(left)
            skipped = max(0, skipped - group.rows.count)
            left -= rows.count
            if !rows.isEmpty { page.append((group.id, rows)) }
        }
        return page
    }

    /// The related rows of each feature that has some.
    private func groups(_ source: Side, _ related: Side) throws(QueryProblem) -> [(id: Int64, rows: [Int])] {
        let rows = ids.compactMap { source.table.row($0) }.sorted()
        let wanted = Set(rows.map { Self.key(source.table.columns[source.key][$0]) })
        var found: [FieldValue: [Int]] = [:]
        for row in try query.rows(of: related.table) {
            let key = Self.key(related.table.columns[related.key][row])
            if key != .null, wanted.contains(key) { found[key, default: []].append(row) }
        }
        return rows.compactMap { row in
            found[Self.key(source.table.columns[source.key][row])].map { (source.table.objectIDs[row], $0) }
        }
    }

    /// A whole number is the same however it is kept.
    private static func key(_ value: FieldValue) -> FieldValue {
        guard case .number(let number) = value, let whole = Int64(exactly: number) else { return value }
        return .integer(whole)
    }

    private var fields: [Int] { query.fields }

    private func header(_ table: FeatureTable, isCut: Bool, into text: inout JSONText) {
        text.raw("{\"fields\":")
        text.raw(JSONValue.array(fields.map { table.fields[$0].document }).canonicalBytes())
        if let kind = table.geometry?.kind {
            text.raw(",\"geometryType\":")
            text.string(kind.rawValue)
            text.raw(",\"spatialReference\":")
            text.raw(query.outReference.document.canonicalBytes())
        }
        if isCut { text.raw(",\"exceededTransferLimit\":true") }
    }

    private func records(
        _ rows: some Collection<Int>, of table: FeatureTable, _ geometry: GeometryText?, into text: inout JSONText
    ) {
        let names = JSONText.memberNames(fields.map { table.fields[$0] })
        let cells = zip(names, fields).map { CellTexts($0, table.columns[$1], rows) }
        for (number, row) in rows.enumerated() {
            text.openFeature(number, row, cells, geometry)
            text.raw("}")
        }
    }
}
