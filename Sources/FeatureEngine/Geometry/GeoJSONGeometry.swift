internal import JSONValues

/// Geometries of RFC 7946, whose outer rings run against the clock; those of ArcGIS run with it.
enum GeoJSONGeometry {
    /// Reads a geometry; nil where it is null or empty.
    static func shape(_ json: JSONValue) throws(DataProblem) -> Shape? {
        if json.isNull { return nil }
        let coordinates = json["coordinates"] ?? .null
        do {
            switch json["type"]?.string {
            case "Point": return try Shape(kind: .point, parts: [[position(coordinates)]])
            case "MultiPoint":
                var places: [[Position]] = []
                for element in try elements(coordinates) { places.append([try position(element)]) }
                return places.isEmpty ? nil : Shape(kind: .multipoint, parts: places)
            case "LineString": return try line([coordinates])
            case "MultiLineString": return try line(elements(coordinates))
            case "Polygon": return try polygon([coordinates])
            case "MultiPolygon": return try polygon(elements(coordinates))
            default: break
            }
        } catch {
            throw error.within("coordinates")
        }
        throw DataProblem(
            "\(DataProblem.shown(json["type"] ?? .null)) is none of Point, MultiPoint, LineString, MultiLineString, Polygon and MultiPolygon",
            at: "type")
    }

    private static func line(_ lines: [JSONValue]) throws(DataProblem) -> Shape? {
        var parts: [[Position]] = []
        for line in lines { parts.append(try positions(line, atLeast: 2)) }
        return parts.isEmpty ? nil : Shape(kind: .polyline, parts: parts)
    }

    private static func polygon(_ polygons: [JSONValue]) throws(DataProblem) -> Shape? {
        var parts: [[Position]] = []
        for polygon in polygons {
            for (index, ring) in try elements(polygon).enumerated() {
                let ring = try positions(ring, atLeast: 4)
                guard ring.first == ring.last else { throw DataProblem("a ring does not end where it begins") }
                let isClockwise = Shape.clockwiseArea(ring) >= 0
                parts.append(isClockwise == (index == 0) ? ring : ring.reversed())
            }
        }
        return parts.isEmpty ? nil : Shape(kind: .polygon, parts: parts)
    }

    private static func positions(_ json: JSONValue, atLeast least: Int) throws(DataProblem) -> [Position] {
        var positions: [Position] = []
        for element in try elements(json) { positions.append(try position(element)) }
        guard positions.count >= least else {
            throw DataProblem("\(positions.count) positions, where at least \(least) are needed")
        }
        return positions
    }

    private static func position(_ json: JSONValue) throws(DataProblem) -> Position {
        guard let numbers = json.array, numbers.count >= 2, let x = numbers[0].double,
            let y = numbers[1].double,
            (-180...180).contains(x), (-90...90).contains(y)
        else { throw DataProblem("\(DataProblem.shown(json)) is no position: longitude and latitude in degrees") }
        return SpatialReference.wgs84.metres(x, y)
    }

    private static func elements(_ json: JSONValue) throws(DataProblem) -> [JSONValue] {
        guard let elements = json.array else { throw DataProblem("\(DataProblem.shown(json)) is not a list") }
        return elements
    }
}
