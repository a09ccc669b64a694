public import JSONValues

/// A rectangle along the axes of its spatial reference.
public struct Envelope: Sendable, Hashable {
    /// The western or left edge.
    public let xmin: Double
    /// The southern or lower edge.
    public let ymin: Double
    /// The eastern or right edge.
    public let xmax: Double
    /// The northern or upper edge.
    public let ymax: Double
    /// The spatial reference of its edges; nil where none is given.
    public let spatialReference: SpatialReference?

    /// Puts a rectangle together; edges may be given in either order.
    public init(
        xmin: Double, ymin: Double, xmax: Double, ymax: Double, spatialReference: SpatialReference? = nil
    ) {
        (self.xmin, self.xmax) = (min(xmin, xmax), max(xmin, xmax))
        (self.ymin, self.ymax) = (min(ymin, ymax), max(ymin, ymax))
        self.spatialReference = spatialReference
    }

    /// Reads a rectangle; nil where an edge is missing or no number.
    init?(_ json: JSONValue?, default reference: SpatialReference? = nil) {
        guard let json, let xmin = json.double("xmin"), let ymin = json.double("ymin"), let xmax = json.double("xmax"),
            let ymax = json.double("ymax")
        else { return nil }
        self.init(
            xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax,
            spatialReference: SpatialReference(json["spatialReference"]) ?? reference)
    }

    /// The extent of an item: two corners in degrees.
    init?(itemExtent json: JSONValue?) {
        guard let corners = json?.array?.map({ $0.array?.compactMap(\.double) ?? [] }), corners.count == 2,
            corners.allSatisfy({ $0.count == 2 })
        else { return nil }
        self.init(
            xmin: corners[0][0], ymin: corners[0][1], xmax: corners[1][0], ymax: corners[1][1],
            spatialReference: .wgs84)
    }

    /// The smallest rectangle around positions; nil where there are none.
    init?(around positions: some Sequence<Position>, _ reference: SpatialReference?) {
        var box: (xmin: Double, ymin: Double, xmax: Double, ymax: Double)?
        for place in positions {
            let known = box ?? (place.x, place.y, place.x, place.y)
            box = (
                min(known.xmin, place.x), min(known.ymin, place.y), max(known.xmax, place.x), max(known.ymax, place.y)
            )
        }
        guard let box else { return nil }
        self.init(xmin: box.xmin, ymin: box.ymin, xmax: box.xmax, ymax: box.ymax, spatialReference: reference)
    }

    /// Whether both share a point; what they are measured in is not looked at.
    public func intersects(_ other: Envelope) -> Bool {
        xmin <= other.xmax && other.xmin <= xmax && ymin <= other.ymax && other.ymin <= ymax
    }

    /// The rectangle as documents write it.
    public var json: JSONValue {
        var json: JSONValue = [
            "xmin": .number(xmin), "ymin": .number(ymin), "xmax": .number(xmax), "ymax": .number(ymax),
        ]
        json["spatialReference"] = spatialReference?.json
        return json
    }
}
