package import JSONValues

/// What a query of a layer answers.
package enum QueryAnswer {
    /// How features are written (developers.arcgis.com, "Query (Feature Service/Layer)", `f`).
    package enum Format: Sendable {
        case json
        case geoJSON
        /// Esri's protocol buffer.
        case buffer
    }
    /// A small answer.
    case document(JSONValue)
    /// An answer that is written already, in its format.
    case text([UInt8])

    /// Carries out a query; `globalIDField` is what the layer's metadata name, `head` how the kind of service begins a page.
    package init(
        _ query: LayerQuery, of table: FeatureTable, globalIDField: JSONValue, as format: Format,
        head: PageHead = .server
    ) throws(QueryProblem) {
        try self.init(
            query, try query.rows(of: table), of: table, globalIDField: globalIDField, as: format, head: head)
    }

    /// Answers a query with rows that are found already, in their order.
    package init(
        _ query: LayerQuery, _ rows: [Int], of table: FeatureTable, globalIDField: JSONValue, as format: Format,
        head: PageHead = .server
    ) throws(QueryProblem) {
        if query.statistics != nil || query.isDistinct {
            try self.init(lines: query, rows, of: table, globalIDField, format, head)
            return
        }
        switch query.wanted {
        case .count: self = Self.count(rows.count, format)
        case .ids: self = .text(Self.ids(table.objectIDs(of: rows), field: table.objectIDField.name, format))
        case .extent(let withCount):
            let extent = table.extent(of: rows)
            guard format != .buffer else {
                self = .text(
                    FeatureBuffer.extent(extent, count: withCount ? rows.count : nil, in: query.outReference))
                return
            }
            var document: [String: JSONValue] = [
                "extent": format == .geoJSON
                    ? extent.geoJSON(in: query.outReference, decimals: query.decimals)
                    : extent.document(in: query.outReference, decimals: query.decimals)
            ]
            if withCount { document["count"] = .integer(Int64(rows.count)) }
            self = .document(.object(document))
        case .features: self = .text(Self.features(query, rows, of: table, globalIDField, format, head))
        }
    }

    private static func count(_ count: Int, _ format: Format) -> QueryAnswer {
        format == .buffer ? .text(FeatureBuffer.count(count)) : .document(["count": .integer(Int64(count))])
    }

    private static func ids(_ ids: [Int64], field: String, _ format: Format) -> [UInt8] {
        if format == .buffer { return FeatureBuffer.ids(ids, field: field) }
        var text = JSONText()
        text.raw("{\"objectIdFieldName\":")
        text.string(field)
        text.raw(",\"objectIds\":")
        for (index, id) in ids.enumerated() {
            text.raw(index == 0 ? "[" : ",")
            text.integer(id)
        }
        text.raw(ids.isEmpty ? "null}" : "]}")
        return text.bytes
    }

    /// A page of features.
    private static func features(
        _ query: LayerQuery, _ rows: [Int], of table: FeatureTable, _ globalIDField: JSONValue, _ format: Format,
        _ head: PageHead
    ) -> [UInt8] {
        let page = rows.dropFirst(query.offset).prefix(query.limit)
        let isCut = query.offset < rows.count && page.count < rows.count - query.offset
        let geometry = table.geometry.flatMap { geometry in
            query.returnsGeometry
                ? GeometryText(
                    geometry: geometry.projected(page, to: query.outReference), reference: query.outReference,
                    decimals: query.decimals, grid: query.grid) : nil
        }
        let centroids = table.geometry.flatMap { geometry in
            query.returnsCentroid && geometry.kind == .polygon
                ? CentroidText(
                    geometry: geometry, reference: query.outReference, decimals: query.decimals, grid: query.grid) : nil
        }
        let writer = PageText(
            fields: query.fields.map { table.fields[$0] }, objectIDField: table.objectIDField.name,
            globalIDField: globalIDField, geometry: geometry, centroids: centroids, kind: table.geometry?.kind,
            reference: query.outReference, isCut: isCut, head: head)
        if format == .buffer {
            let values = query.fields.map { field in
                let column = table.columns[field]
                return { (row: Int) in column[row] }
            }
            return FeatureBuffer.features(writer, page, values: values, grid: query.bufferGrid)
        }
        let cells = zip(writer.memberNames, query.fields).map { CellTexts($0, table.columns[$1], page) }
        return format == .geoJSON
            ? writer.geoJSON(page, cells, id: { table.objectIDs[$0] }) : writer.esri(page, cells)
    }

    /// Statistics and distinct values.
    private init(
        lines query: LayerQuery, _ rows: [Int], of table: FeatureTable, _ globalIDField: JSONValue, _ format: Format,
        _ head: PageHead
    ) throws(QueryProblem) {
        var values =
            try query.statistics?.lines(rows, of: table) ?? TableOfValues(distinct: query.fields, rows, of: table)
        try values.sort(query.order)
        if case .count = query.wanted {
            self = Self.count(values.lines.count, format)
            return
        }
        let lines = Array(values.lines.dropFirst(query.offset).prefix(query.limit))
        let isCut = query.offset < values.lines.count && lines.count < values.lines.count - query.offset
        let writer = PageText(
            fields: values.fields, objectIDField: table.objectIDField.name, globalIDField: globalIDField,
            geometry: nil, kind: nil, reference: query.outReference, isCut: isCut, head: head)
        if format == .buffer {
            let values = values.fields.indices.map { field in { (line: Int) in lines[line][field] } }
            self = .text(FeatureBuffer.features(writer, lines.indices, values: values, grid: query.bufferGrid))
            return
        }
        let cells = writer.memberNames.enumerated().map { field, name in
            CellTexts(name, lines.lazy.map { $0[field] })
        }
        self = .text(
            format == .geoJSON ? writer.geoJSON(lines.indices, cells, id: nil) : writer.esri(lines.indices, cells))
    }
}

extension LayerQuery {
    /// The grid of a protocol buffer, whose coordinates are always whole numbers: the full resolution unless another is asked for.
    fileprivate var bufferGrid: QuantizationGrid {
        grid ?? QuantizationGrid(edit: outReference, origin: .upperLeft)
    }
}
