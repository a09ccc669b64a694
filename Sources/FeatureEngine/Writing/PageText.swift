internal import JSONValues

/// A page of features as text.
struct PageText {
    let fields: [Field]
    let objectIDField: String
    let globalIDField: JSONValue
    let geometry: GeometryText?
    /// The middles of the features; nil where they were not asked for, or the features are no polygons.
    var centroids: CentroidText?
    let kind: GeometryKind?
    let reference: SpatialReference
    let isCut: Bool
    /// What the page begins with in the portal's own JSON.
    var head = PageHead.server

    /// What the cells of each field begin with.
    var memberNames: [[UInt8]] { JSONText.memberNames(fields) }

    func esri(_ rows: some Collection<Int>, _ cells: [CellTexts]) -> [UInt8] {
        var text = JSONText()
        head.write(objectIDField: objectIDField, globalIDField: globalIDField, fields: fields, into: &text)
        if let kind {
            text.raw(",\"geometryType\":")
            text.string(kind.rawValue)
            text.raw(",\"spatialReference\":")
            text.raw(reference.document.canonicalBytes())
        }
        if let grid = geometry?.grid ?? centroids?.grid {
            text.raw(",\"transform\":")
            text.raw(grid.document.canonicalBytes())
        }
        text.raw(",\"fields\":")
        text.raw(JSONValue.array(fields.map { head.document(of: $0) }).canonicalBytes())
        if isCut { text.raw(",\"exceededTransferLimit\":true") }
        text.raw(",\"features\":[")
        reserve(rows.count, cells, in: &text)
        for (number, row) in rows.enumerated() {
            text.openFeature(number, row, cells, geometry)
            if let centroids {
                text.raw(",\"centroid\":")
                centroids.write(row, into: &text)
            }
            text.raw("}")
        }
        text.raw("]}")
        return text.bytes
    }

    func geoJSON(_ rows: some Collection<Int>, _ cells: [CellTexts], id: ((Int) -> Int64)?) -> [UInt8] {
        var text = JSONText()
        text.raw("{\"type\":\"FeatureCollection\"")
        // ArcGIS answers in the reference that is asked for, and names it as GeoJSON did before RFC 7946 (geojson.org, "GeoJSON
        // 2008", §3); what is WGS 84 needs no name.
        if geometry != nil, reference != .wgs84 {
            text.raw(",\"crs\":")
            text.raw(reference.geoJSON.canonicalBytes())
        }
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
