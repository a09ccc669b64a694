package import JSONValues
internal import Platform

/// The two spatial references that the services speak (developers.arcgis.com, "Using spatial references").
///
/// Coordinates are kept as Web Mercator metres, to a tenth of a millimetre.
package enum SpatialReference: Sendable {
    case webMercator
    case wgs84

    /// Reads a well-known id; 102113 and 900913 are older ones of Web Mercator.
    package init?(wkid: Int64) {
        switch wkid {
        case 3857, 102_100, 102_113, 900_913: self = .webMercator
        case 4326: self = .wgs84
        default: return nil
        }
    }

    /// Reads the member `spatialReference` of a geometry.
    package init?(_ document: JSONValue) {
        guard let id = document["wkid"]?.integer ?? document["latestWkid"]?.integer else { return nil }
        self.init(wkid: id)
    }

    /// Its number in the EPSG registry, which is also its `latestWkid`.
    var epsgCode: Int64 { self == .webMercator ? 3857 : 4326 }

    /// The reference as answers show it.
    package var document: JSONValue {
        switch self {
        case .webMercator: ["wkid": 102100, "latestWkid": .integer(epsgCode)]
        case .wgs84: ["wkid": 4326, "latestWkid": .integer(epsgCode)]
        }
    }

    /// The reference as the member `crs` of GeoJSON names it.
    var geoJSON: JSONValue { ["type": "name", "properties": ["name": .string("EPSG:\(epsgCode)")]] }

    /// Digits behind the point that mean anything: a tenth of a millimetre, a hundred-millionth of a degree.
    var decimals: Int { self == .webMercator ? 4 : 8 }

    /// How far from the origin a coordinate may be, in the units of this reference: twenty-five times around the world.
    package var farthest: Double { self == .webMercator ? 1e9 : 9000 }

    /// The metres of a coordinate pair that came from outside; nil where one is no number, or beyond ``farthest``.
    func place(_ x: Double, _ y: Double) -> Position? {
        // A comparison with what is no number is false.
        guard x.magnitude <= farthest, y.magnitude <= farthest else { return nil }
        return metres(x, y)
    }

    /// The metres of a coordinate pair in this reference.
    package func metres(_ x: Double, _ y: Double) -> Position {
        guard self == .wgs84 else { return Position(x: Self.kept(x), y: Self.kept(y)) }
        // Beyond this the projection runs away.
        let latitude = min(max(y, -89.99), 89.99) * .pi / 180
        return Position(
            x: Self.kept(x * .pi / 180 * Self.radius), y: Self.kept(Self.radius * log(tan(.pi / 4 + latitude / 2))))
    }

    /// The coordinate pair in this reference of some metres.
    package func coordinates(_ x: Double, _ y: Double) -> Position {
        guard self == .wgs84 else { return Position(x: x, y: y) }
        return Position(
            x: x / Self.radius * 180 / .pi, y: (2 * atan(exp(y / Self.radius)) - .pi / 2) * 180 / .pi)
    }

    /// How many metres of the projection a metre on the ground is at some place.
    package static func scale(atNorthing y: Double) -> Double { cosh(y / radius) }

    /// Half the width of the world in metres of the projection.
    static let halfWorld = Double.pi * radius

    private static let radius = 6_378_137.0

    private static func kept(_ metres: Double) -> Double {
        metres.magnitude < 1e9 ? (metres * 10_000).rounded() / 10_000 : metres
    }
}
