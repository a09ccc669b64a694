public import JSONValues

/// Where a feature lies (developers.arcgis.com/documentation/common-data-types/geometry-objects.htm).
public enum Geometry: Sendable, Hashable {
    /// One position.
    case point(Position, SpatialReference?)
    /// Positions that belong together.
    case multipoint([Position], SpatialReference?)
    /// Lines, each through its positions in order.
    case polyline(paths: [[Position]], SpatialReference?)
    /// Areas; outer rings run clockwise, holes the other way.
    case polygon(rings: [[Position]], SpatialReference?)
    /// A rectangle.
    case envelope(Envelope)

    /// Reads a geometry by its members; nil for null, for an empty point (`"x": "NaN"`) and for curves.
    init?(_ json: JSONValue?, default reference: SpatialReference? = nil) {
        guard let json, json.object != nil else { return nil }
        let own = SpatialReference(json["spatialReference"]) ?? reference
        // Without a word about it, a third number is a height unless the only word is about measures.
        let hasZ = json.flag("hasZ") ?? !(json.flag("hasM") ?? false)
        if let x = json.double("x"), let y = json.double("y") {
            self = .point(Position(x: x, y: y, z: json.double("z"), m: json.double("m")), own)
        } else if let points = Self.line(json["points"], hasZ: hasZ) {
            self = .multipoint(points, own)
        } else if let paths = Self.lines(json["paths"], hasZ: hasZ) {
            self = .polyline(paths: paths, own)
        } else if let rings = Self.lines(json["rings"], hasZ: hasZ) {
            self = .polygon(rings: rings, own)
        } else if let envelope = Envelope(json, default: reference) {
            self = .envelope(envelope)
        } else {
            return nil
        }
    }

    /// The spatial reference of its coordinates; nil where none is given.
    public var spatialReference: SpatialReference? {
        switch self {
        case .point(_, let own), .multipoint(_, let own), .polyline(_, let own), .polygon(_, let own): own
        case .envelope(let envelope): envelope.spatialReference
        }
    }

    /// The smallest rectangle around it; nil where it is empty.
    public var extent: Envelope? {
        if case .envelope(let envelope) = self { return envelope }
        return Envelope(around: positions, spatialReference)
    }

    /// The name of the type as services write it, such as `esriGeometryPoint`.
    public var typeName: String {
        switch self {
        case .point: "esriGeometryPoint"
        case .multipoint: "esriGeometryMultipoint"
        case .polyline: "esriGeometryPolyline"
        case .polygon: "esriGeometryPolygon"
        case .envelope: "esriGeometryEnvelope"
        }
    }

    /// The geometry as documents write it.
    public var json: JSONValue {
        var json: JSONValue
        switch self {
        case .point(let place, _):
            json = ["x": .number(place.x), "y": .number(place.y)]
            json["z"] = place.z.map { .number($0) }
            json["m"] = place.m.map { .number($0) }
        case .multipoint(let points, _): json = ["points": .array(points.map(\.json))]
        case .polyline(let paths, _): json = ["paths": Self.json(paths)]
        case .polygon(let rings, _): json = ["rings": Self.json(rings)]
        case .envelope(let envelope): return envelope.json
        }
        json["spatialReference"] = spatialReference?.json
        if case .point = self { return json }
        let all = positions
        if !all.isEmpty, all.allSatisfy({ $0.z != nil }) { json["hasZ"] = true }
        if !all.isEmpty, all.allSatisfy({ $0.m != nil }) { json["hasM"] = true }
        return json
    }

    private var positions: [Position] {
        switch self {
        case .point(let place, _): [place]
        case .multipoint(let points, _): points
        case .polyline(let lines, _), .polygon(let lines, _): Array(lines.joined())
        case .envelope: []
        }
    }

    private static func json(_ lines: [[Position]]) -> JSONValue {
        .array(lines.map { line in .array(line.map(\.json)) })
    }

    private static func line(_ json: JSONValue?, hasZ: Bool) -> [Position]? {
        guard let places = json?.array else { return nil }
        let read = places.compactMap { Position($0, hasZ: hasZ) }
        return read.count == places.count ? read : nil
    }

    private static func lines(_ json: JSONValue?, hasZ: Bool) -> [[Position]]? {
        guard let parts = json?.array else { return nil }
        let read = parts.compactMap { line($0, hasZ: hasZ) }
        return read.count == parts.count ? read : nil
    }
}
