package import JSONValues
internal import Platform
package import Projections

/// The spatial references that the services speak (developers.arcgis.com, "Using spatial references").
///
/// Coordinates are kept as Web Mercator metres, to a tenth of a millimetre.
package enum SpatialReference: Sendable {
    case webMercator
    case wgs84
    /// Any other, where PROJ is there to reckon with it.
    case other(CoordinateSystem)

    /// Reads a well-known id; 102113 and 900913 are older ones of Web Mercator.
    package init?(wkid: Int64) {
        switch wkid {
        case 3857, 102_100, 102_113, 900_913: self = .webMercator
        case 4326: self = .wgs84
        default:
            guard let system = ProjLibrary.shared?.system(wkid) else { return nil }
            self = .other(system)
        }
    }

    /// Which references can be named, for those that cannot.
    package static var known: String {
        ProjLibrary.shared == nil
            ? "4326, 3857 and 102100 are; PROJ (Debian: libproj25), which knows the others, is not on this machine"
            : "4326, 3857, 102100 and the numbers of projected and geographic systems of EPSG and Esri are"
    }

    /// Reads the member `spatialReference` of a geometry.
    package init?(_ document: JSONValue) {
        guard let id = Self.id(document) else { return nil }
        self.init(wkid: id)
    }

    /// The number that a member `spatialReference` names, known or not.
    static func id(_ document: JSONValue) -> Int64? { document["wkid"]?.integer ?? document["latestWkid"]?.integer }

    /// The reference as answers show it.
    package var document: JSONValue {
        switch self {
        case .webMercator: ["wkid": 102100, "latestWkid": 3857]
        case .wgs84: ["wkid": 4326, "latestWkid": 4326]
        case .other(let system): ["wkid": .integer(system.id), "latestWkid": .integer(system.id)]
        }
    }

    /// Its number in its registry, which is also its `latestWkid`.
    var code: Int64 {
        switch self {
        case .webMercator: 3857
        case .wgs84: 4326
        case .other(let system): system.id
        }
    }

    /// The reference as the member `crs` of GeoJSON names it.
    var geoJSON: JSONValue {
        let name = if case .other(let system) = self { system.name } else { "EPSG:\(code)" }
        return ["type": "name", "properties": ["name": .string(name)]]
    }

    /// Whether its coordinates are angles.
    package var isGeographic: Bool {
        switch self {
        case .webMercator: false
        case .wgs84: true
        case .other(let system): system.isGeographic
        }
    }

    /// Metres of one unit, at the equator where it is an angle.
    package var metresPerUnit: Double {
        switch self {
        case .webMercator: 1
        case .wgs84: 111_319.49
        case .other(let system): system.isGeographic ? system.unit * Self.radius : system.unit
        }
    }

    /// Digits behind the point that mean anything: a tenth of a millimetre, a hundred-millionth of a degree.
    var decimals: Int { isGeographic ? 8 : 4 }

    /// How far from the origin a coordinate may be, in the units of this reference: twenty-five times around the world.
    package var farthest: Double { isGeographic ? 9000 : 1e9 }

    /// The metres of a coordinate pair that came from outside; nil where one is no number, beyond ``farthest``, or where nothing is.
    func place(_ x: Double, _ y: Double) -> Position? {
        // A comparison with what is no number is false.
        guard x.magnitude <= farthest, y.magnitude <= farthest else { return nil }
        let place = metres(x, y)
        return place.x.isFinite && place.y.isFinite ? place : nil
    }

    /// The metres of a coordinate pair in this reference; infinite where it lies outside of what the reference covers.
    package func metres(_ x: Double, _ y: Double) -> Position {
        switch self {
        case .webMercator: return Position(x: Self.kept(x), y: Self.kept(y))
        case .wgs84:
            // Beyond this the projection runs away.
            let latitude = min(max(y, -89.99), 89.99) * .pi / 180
            return Position(
                x: Self.kept(x * .pi / 180 * Self.radius),
                y: Self.kept(Self.radius * log(tan(.pi / 4 + latitude / 2))))
        case .other(let system):
            var pair = [x, y]
            system.unproject(&pair)
            guard pair[0].isFinite, pair[1].isFinite else { return Position(x: .infinity, y: .infinity) }
            return SpatialReference.wgs84.metres(pair[0], pair[1])
        }
    }

    /// The coordinate pair in this reference of some metres, none of them -0; infinite where the reference has none.
    package func coordinates(_ x: Double, _ y: Double) -> Position {
        switch self {
        case .webMercator: return Position(x: Self.unsignedZero(x), y: Self.unsignedZero(y))
        case .wgs84:
            return Position(
                x: Self.unsignedZero(x / Self.radius * 180 / .pi),
                y: Self.unsignedZero((2 * atan(exp(y / Self.radius)) - .pi / 2) * 180 / .pi))
        case .other:
            let pair = coordinates(of: [x, y])
            return Position(x: pair[0], y: pair[1])
        }
    }

    /// The coordinate pairs of many metres at once: x and y in turn, none of them -0.
    func coordinates(of metres: [Double]) -> [Double] {
        var pairs = metres
        guard self != .webMercator else { return pairs.map(Self.unsignedZero) }
        for index in stride(from: 0, to: pairs.count - 1, by: 2) {
            let place = SpatialReference.wgs84.coordinates(pairs[index], pairs[index + 1])
            (pairs[index], pairs[index + 1]) = (place.x, place.y)
        }
        guard case .other(let system) = self else { return pairs }
        system.project(&pairs)
        return pairs.map(Self.unsignedZero)
    }

    /// How many metres of the projection a metre on the ground is at some place.
    package static func scale(atNorthing y: Double) -> Double { cosh(y / radius) }

    /// Half the width of the world in metres of the projection.
    static let halfWorld = Double.pi * radius

    private static let radius = 6_378_137.0

    private static func kept(_ metres: Double) -> Double {
        metres.magnitude < 1e9 ? unsignedZero((metres * 10_000).rounded() / 10_000) : metres
    }

    /// The same number, and 0 for -0, which texts would show as another one (IEEE 754-2019 §6.3: -0 + 0 is 0).
    private static func unsignedZero(_ number: Double) -> Double { number + 0 }
}

extension SpatialReference: Equatable {
    /// References are the same where their coordinates are.
    package static func == (left: SpatialReference, right: SpatialReference) -> Bool {
        switch (left, right) {
        case (.webMercator, .webMercator), (.wgs84, .wgs84): true
        case (.other(let left), .other(let right)): left.name == right.name
        default: false
        }
    }
}
