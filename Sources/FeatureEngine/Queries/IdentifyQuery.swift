package import JSONValues

/// Shows the features that lie at a place, as `identify` of a map service does (developers.arcgis.com, "Identify (Map Service)").
package struct IdentifyQuery {
    /// One layer of a map.
    package struct Layer {
        let id: Int
        /// Its metadata.
        let document: [String: JSONValue]
        let table: FeatureTable
        /// Features that are shown at most.
        let maximum: Int

        /// A layer with the features that it has now.
        package init(id: Int, document: [String: JSONValue], table: FeatureTable, maximum: Int) {
            self.id = id
            self.document = document
            self.table = table
            self.maximum = maximum
        }
    }
    private let place: SpatialFilter
    private let reference: SpatialReference?

    /// A query of what lies at a place; its geometries are written in a reference, and left out without one.
    package init(_ place: SpatialFilter, reference: SpatialReference?) {
        self.place = place
        self.reference = reference
    }

    /// The features of some layers, layer after layer. Throws where finding them would take too long.
    package func results(in layers: [Layer]) throws(QueryProblem) -> [JSONValue] {
        var results: [JSONValue] = []
        for layer in layers {
            let rows = try place.rows(of: layer.table).prefix(layer.maximum)
            let geometry = Self.written(rows, of: layer.table, in: reference)
            for row in rows { results.append(Self.result(row, of: layer, geometry)) }
        }
        return results
    }

    /// The geometries of some rows in a reference; nil without one, and for a table.
    static func written(
        _ rows: some Collection<Int>, of table: FeatureTable, in reference: SpatialReference?
    ) -> GeometryText? {
        guard let reference, let geometry = table.geometry else { return nil }
        return GeometryText(
            geometry: geometry.projected(rows, to: reference), reference: reference, decimals: reference.decimals)
    }

    /// A feature as `identify` and `find` show it.
    static func result(_ row: Int, of layer: Layer, _ geometry: GeometryText?) -> JSONValue {
        let table = layer.table
        var attributes: [String: JSONValue] = [:]
        for (field, column) in zip(table.fields, table.columns) {
            attributes[field.document["alias"]?.string ?? field.name] = .string(text(column[row]))
        }
        let display = layer.document["displayField"] ?? ""
        let displayed = display.string.flatMap { table.field($0) }
        var result: [String: JSONValue] = [
            "layerId": .integer(Int64(layer.id)), "layerName": layer.document["name"] ?? "",
            "displayFieldName": display, "value": displayed.map { .string(text(table.columns[$0][row])) } ?? "",
            "attributes": .object(attributes),
        ]
        if let geometry {
            var written = JSONText()
            geometry.esri(row, into: &written)
            result["geometryType"] = .string(geometry.geometry.kind.rawValue)
            result["geometry"] = try? JSONValue(parsing: written.bytes)
            result["geometry"]?["spatialReference"] = geometry.reference.document
        }
        return .object(result)
    }

    /// A value as `identify` shows it: always a text.
    static func text(_ value: FieldValue) -> String {
        switch value {
        case .null: "Null"
        case .text(let text): text
        case .integer, .number: String(decoding: value.json.canonicalBytes(), as: UTF8.self)
        }
    }
}
