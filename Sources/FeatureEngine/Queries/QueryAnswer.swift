package import JSONValues

/// What a query of a layer answers.
package enum QueryAnswer {
    /// A small answer.
    case document(JSONValue)
    /// JSON that is written already.
    case text([UInt8])

    /// Carries out a query; `globalIDField` is what the layer's metadata name, `head` how the kind of service begins a page.
    package init(
        _ query: LayerQuery, of table: FeatureTable, globalIDField: JSONValue, isGeoJSON: Bool,
        head: PageHead = .server
    ) throws(QueryProblem) {
        let rows = try query.rows(of: table)
        let geometryText = table.geometry.flatMap { geometry in
            query.returnsGeometry
                ? GeometryText(
                    geometry: geometry, reference: query.outReference, decimals: query.decimals, grid: query.grid) : nil
        }
        let centroids = table.geometry.flatMap { geometry in
            query.returnsCentroid && geometry.kind == .polygon
                ? CentroidText(
                    geometry: geometry, reference: query.outReference, decimals: query.decimals, grid: query.grid) : nil
        }
        if query.statistics != nil || query.isDistinct {
            try self.init(lines: query, rows, of: table, globalIDField, isGeoJSON: isGeoJSON, head)
            return
        }
        switch query.wanted {
        case .count: self = .document(["count": .integer(Int64(rows.count))])
        case .ids:
            var text = JSONText()
            text.raw("{\"objectIdFieldName\":")
            text.string(table.objectIDField.name)
            text.raw(",\"objectIds\":")
            for (index, row) in rows.enumerated() {
                text.raw(index == 0 ? "[" : ",")
                text.integer(table.objectIDs[row])
            }
            text.raw(rows.isEmpty ? "null}" : "]}")
            self = .text(text.bytes)
        case .extent(let withCount):
            let extent = table.extent(of: rows)
            var document: [String: JSONValue] = [
                "extent": isGeoJSON
                    ? extent.geoJSON(in: query.outReference, decimals: query.decimals)
                    : extent.document(in: query.outReference, decimals: query.decimals)
            ]
            if withCount { document["count"] = .integer(Int64(rows.count)) }
            self = .document(.object(document))
        case .features:
            let page = rows.dropFirst(query.offset).prefix(query.limit)
            let isCut = query.offset < rows.count && page.count < rows.count - query.offset
            let writer = PageText(
                fields: query.fields.map { table.fields[$0] }, objectIDField: table.objectIDField.name,
                globalIDField: globalIDField, geometry: geometryText, centroids: centroids, kind: table.geometry?.kind,
                reference: query.outReference, isCut: isCut, head: head)
            let cells = zip(writer.memberNames, query.fields).map { CellTexts($0, table.columns[$1], page) }
            self = .text(
                isGeoJSON ? writer.geoJSON(page, cells, id: { table.objectIDs[$0] }) : writer.esri(page, cells))
        }
    }

    /// Statistics and distinct values.
    private init(
        lines query: LayerQuery, _ rows: [Int], of table: FeatureTable, _ globalIDField: JSONValue, isGeoJSON: Bool,
        _ head: PageHead
    ) throws(QueryProblem) {
        var values =
            try query.statistics?.lines(rows, of: table) ?? TableOfValues(distinct: query.fields, rows, of: table)
        try values.sort(query.order)
        if case .count = query.wanted {
            self = .document(["count": .integer(Int64(values.lines.count))])
            return
        }
        let lines = Array(values.lines.dropFirst(query.offset).prefix(query.limit))
        let isCut = query.offset < values.lines.count && lines.count < values.lines.count - query.offset
        let writer = PageText(
            fields: values.fields, objectIDField: table.objectIDField.name, globalIDField: globalIDField,
            geometry: nil, kind: nil, reference: query.outReference, isCut: isCut, head: head)
        let cells = writer.memberNames.enumerated().map { field, name in
            CellTexts(name, lines.lazy.map { $0[field] })
        }
        self = .text(isGeoJSON ? writer.geoJSON(lines.indices, cells, id: nil) : writer.esri(lines.indices, cells))
    }
}
