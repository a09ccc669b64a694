package import JSONValues

/// Geometries as ArcGIS writes them in JSON (developers.arcgis.com, "Geometry objects").
package enum EsriGeometry {
    /// Reads the geometry of a feature; nil where it is null or empty. Its own reference wins over the given one.
    package static func shape(
        _ json: JSONValue, kind: GeometryKind, in reference: SpatialReference
    ) throws(DataProblem) -> Shape? {
        if json.isNull { return nil }
        guard json.object != nil else { throw DataProblem("\(DataProblem.shown(json)) is no geometry") }
        let reference = try ownReference(json) ?? reference
        switch kind {
        case .point:
            // An empty point has the word NaN for its x.
            if json["x"] == "NaN" || json["x"]?.isNull == true { return nil }
            return try Shape(
                kind: .point, parts: [[position([json["x"] ?? .null, json["y"] ?? .null], reference)]])
        case .multipoint:
            guard let points = json["points"]?.array else {
                throw DataProblem("is missing, or not a list", at: "points")
            }
            var parts: [[Position]] = []
            for point in points { parts.append([try position(point.array ?? [], reference)]) }
            return parts.isEmpty ? nil : Shape(kind: .multipoint, parts: parts)
        case .polyline: return try lists(json, "paths", kind, reference, least: 2)
        case .polygon:
            guard var shape = try lists(json, "rings", kind, reference, least: 3) else { return nil }
            for index in shape.parts.indices {
                // A ring that does not end where it begins is closed.
                if let first = shape.parts[index].first, shape.parts[index].last != first {
                    shape.parts[index].append(first)
                }
            }
            // A lone ring is an outer one, whichever way it runs.
            if shape.parts.count == 1, Shape.clockwiseArea(shape.parts[0]) < 0 { shape.parts[0].reverse() }
            return shape
        }
    }

    /// The member `spatialReference`; nil where there is none. Throws where it is an unknown one.
    package static func ownReference(_ json: JSONValue) throws(DataProblem) -> SpatialReference? {
        guard let document = json["spatialReference"], !document.isNull else { return nil }
        guard let reference = SpatialReference(document) else {
            throw DataProblem(
                "\(DataProblem.shown(document)) is not known; \(SpatialReference.known)", at: "spatialReference")
        }
        return reference
    }

    /// References that one list of features, one file or one request may name. PROJ is asked for each, and reads its database.
    static let maximumReferences = 16

    /// Throws where the geometries of features name more references than are read for one list.
    package static func checkReferences(of features: some Sequence<JSONValue>) throws(DataProblem) {
        var references = NamedReferences(in: "one list")
        try references.note(of: features)
    }

    private static func lists(
        _ json: JSONValue, _ member: String, _ kind: GeometryKind, _ reference: SpatialReference, least: Int
    ) throws(DataProblem) -> Shape? {
        guard let lists = json[member]?.array else { throw DataProblem("is missing, or not a list", at: member) }
        var parts: [[Position]] = []
        for list in lists {
            guard let elements = list.array, elements.count >= least else {
                throw DataProblem("\(DataProblem.shown(list)) is no list of at least \(least) positions", at: member)
            }
            var part: [Position] = []
            for element in elements { part.append(try position(element.array ?? [], reference)) }
            parts.append(part)
        }
        return parts.isEmpty ? nil : Shape(kind: kind, parts: parts)
    }

    private static func position(_ numbers: [JSONValue], _ reference: SpatialReference) throws(DataProblem) -> Position
    {
        guard numbers.count >= 2, let x = numbers[0].double, let y = numbers[1].double,
            let place = reference.place(x, y)
        else {
            throw DataProblem(
                "\(DataProblem.shown(.array(numbers))) is no pair of coordinates between -\(Int(reference.farthest)) and \(Int(reference.farthest))"
            )
        }
        return place
    }
}
