package import JSONValues

extension FeatureTable {
    /// How many features there are.
    package var featureCount: Int { count }

    /// Every feature as ArcGIS writes it, with all its attributes.
    package func features(in reference: SpatialReference) -> [JSONValue] { features(of: rows, in: reference) }

    /// Some rows likewise; a geometry that the reference cannot hold is left out.
    package func features(of rows: [Int], in reference: SpatialReference) -> [JSONValue] {
        let geometry = geometry?.projected(rows, to: reference)
        return rows.map { row in
            var attributes: [String: JSONValue] = [:]
            for (index, field) in fields.enumerated() {
                attributes[field.name] =
                    switch columns[index][row] {
                    case .null: .null
                    case .integer(let value): .integer(value)
                    case .number(let value): .number(value)
                    case .text(let value): .string(value)
                    }
            }
            var feature: JSONValue = ["attributes": .object(attributes)]
            if let shape = geometry?.shape(row, in: reference) { feature["geometry"] = shape.document }
            return feature
        }
    }
}

extension Shape {
    /// The geometry as ArcGIS writes it (developers.arcgis.com, "Geometry objects").
    fileprivate var document: JSONValue {
        let lists = parts.map { part in JSONValue.array(part.map { [.number($0.x), .number($0.y)] }) }
        return switch kind {
        case .point: ["x": .number(parts[0][0].x), "y": .number(parts[0][0].y)]
        case .multipoint: ["points": .array(parts.map { [.number($0[0].x), .number($0[0].y)] })]
        case .polyline: ["paths": .array(lists)]
        case .polygon: ["rings": .array(lists)]
        }
    }
}
