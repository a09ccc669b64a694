internal import JSONValues

/// What a query of a layer answers.
enum QueryAnswer {
    case document(JSONValue)
    /// JSON that is written already.
    case text([UInt8])

    /// Carries out a query; `globalIDField` is what the layer's metadata name.
    init(
        _ query: LayerQuery, of table: FeatureTable, globalIDField: JSONValue, isGeoJSON: Bool
    ) throws(ParameterProblem) {
        let rows = try query.rows(of: table)
        let geometryText = table.geometry.flatMap { geometry in
            query.returnsGeometry
                ? GeometryText(geometry: geometry, reference: query.outReference, decimals: query.decimals) : nil
        }
        if query.statistics != nil || query.isDistinct {
            try self.init(lines: query, rows, of: table, globalIDField, isGeoJSON: isGeoJSON)
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
                globalIDField: globalIDField, geometry: geometryText, kind: table.geometry?.kind,
                reference: query.outReference, isCut: isCut)
            let cells = zip(writer.memberNames, query.fields).map { CellTexts($0, table.columns[$1], page) }
            self = .text(
                isGeoJSON ? writer.geoJSON(page, cells, id: { table.objectIDs[$0] }) : writer.esri(page, cells))
        }
    }

    /// Statistics and distinct values.
    private init(
        lines query: LayerQuery, _ rows: [Int], of table: FeatureTable, _ globalIDField: JSONValue, isGeoJSON: Bool
    ) throws(ParameterProblem) {
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
            geometry: nil, kind: nil, reference: query.outReference, isCut: isCut)
        let cells = writer.memberNames.enumerated().map { field, name in
            CellTexts(name, lines.lazy.map { $0[field] })
        }
        self = .text(isGeoJSON ? writer.geoJSON(lines.indices, cells, id: nil) : writer.esri(lines.indices, cells))
    }
}

/// A page of features as text.
private struct PageText {
    let fields: [Field]
    let objectIDField: String
    let globalIDField: JSONValue
    let geometry: GeometryText?
    let kind: GeometryKind?
    let reference: SpatialReference
    let isCut: Bool

    /// What the cells of each field begin with.
    var memberNames: [[UInt8]] { JSONText.memberNames(fields) }

    func esri(_ rows: some Collection<Int>, _ cells: [CellTexts]) -> [UInt8] {
        var text = JSONText()
        text.raw("{\"objectIdFieldName\":")
        text.string(objectIDField)
        text.raw(",\"globalIdFieldName\":")
        text.raw(globalIDField.canonicalBytes())
        if let kind {
            text.raw(",\"geometryType\":")
            text.string(kind.rawValue)
            text.raw(",\"spatialReference\":")
            text.raw(reference.document.canonicalBytes())
        }
        text.raw(",\"fields\":")
        text.raw(JSONValue.array(fields.map(\.document)).canonicalBytes())
        if isCut { text.raw(",\"exceededTransferLimit\":true") }
        text.raw(",\"features\":[")
        reserve(rows.count, cells, in: &text)
        for (number, row) in rows.enumerated() {
            text.raw(number == 0 ? "{\"attributes\":{" : ",{\"attributes\":{")
            for cell in cells { cell.write(number, into: &text) }
            text.raw("}")
            if let geometry {
                text.raw(",\"geometry\":")
                geometry.esri(row, into: &text)
            }
            text.raw("}")
        }
        text.raw("]}")
        return text.bytes
    }

    func geoJSON(_ rows: some Collection<Int>, _ cells: [CellTexts], id: ((Int) -> Int64)?) -> [UInt8] {
        var text = JSONText()
        text.raw("{\"type\":\"FeatureCollection\"")
        // Members foreign to RFC 7946, as ArcGIS has them: JOSM's MapWithAI looks for the second.
        if isCut {
            text.raw(",\"exceededTransferLimit\":true,\"properties\":{\"exceededTransferLimit\":true}")
        }
        text.raw(",\"features\":[")
        reserve(rows.count, cells, in: &text)
        for (number, row) in rows.enumerated() {
            text.raw(number == 0 ? "{\"type\":\"Feature\"" : ",{\"type\":\"Feature\"")
            if let id {
                text.raw(",\"id\":")
                text.integer(id(row))
            }
            text.raw(",\"geometry\":")
            if let geometry { geometry.geoJSON(row, into: &text) } else { text.raw("null") }
            text.raw(",\"properties\":{")
            for cell in cells { cell.write(number, into: &text) }
            text.raw("}}")
        }
        text.raw("]}")
        return text.bytes
    }

    /// Makes room for so many features, as far as their size is known.
    private func reserve(_ count: Int, _ cells: [CellTexts], in text: inout JSONText) {
        text.reserve(cells.reduce(count * 80) { $0 + $1.byteCount })
    }
}

extension Box {
    /// The box as an envelope; that of nothing has the word NaN for its numbers, as ArcGIS writes it.
    func document(in reference: SpatialReference, decimals: Int? = nil) -> JSONValue {
        let corners = corners(in: reference, decimals: decimals ?? reference.decimals)
        return [
            "xmin": corners[0], "ymin": corners[1], "xmax": corners[2], "ymax": corners[3],
            "spatialReference": reference.document,
        ]
    }

    /// The box as a query with `f=geojson` answers it, with a `bbox` (RFC 7946 §5): GDAL looks for that (ogr/ogrsf_frmts/geojson).
    func geoJSON(in reference: SpatialReference, decimals: Int) -> JSONValue {
        [
            "crs": ["type": "name", "properties": ["name": .string("EPSG:\(reference.epsgCode)")]],
            "bbox": .array(corners(in: reference, decimals: decimals)),
        ]
    }

    /// West, south, east and north.
    private func corners(in reference: SpatialReference, decimals: Int) -> [JSONValue] {
        guard !isEmpty else { return Array(repeating: "NaN", count: 4) }
        let low = reference.coordinates(xmin, ymin)
        let high = reference.coordinates(xmax, ymax)
        return [low.x, low.y, high.x, high.y].map { value in
            var text = JSONText()
            text.fixed(value, decimals: decimals)
            return (try? JSONValue(parsing: text.bytes)) ?? .number(value)
        }
    }
}
