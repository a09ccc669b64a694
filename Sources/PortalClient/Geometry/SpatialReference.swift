public import JSONValues

/// What coordinates are measured in (developers.arcgis.com/documentation/common-data-types/geometry-objects.htm).
public struct SpatialReference: Sendable, Hashable, CustomStringConvertible {
    /// The well-known id as documents write it, such as 102100.
    public let wkid: Int?
    /// The present id of the same system, such as 3857.
    public let latestWKID: Int?
    /// The well-known text, where there is no id.
    public let wkt: String?

    /// Names a system by its id.
    public init(wkid: Int, latestWKID: Int? = nil) {
        self.wkid = wkid
        self.latestWKID = latestWKID
        wkt = nil
    }

    init?(_ json: JSONValue?) {
        guard let json else { return nil }
        wkid = json.number("wkid").flatMap { Int(exactly: $0) }
        latestWKID = json.number("latestWkid").flatMap { Int(exactly: $0) }
        wkt = json.text("wkt")
        if wkid == nil, latestWKID == nil, wkt == nil { return nil }
    }

    /// Longitude and latitude in degrees.
    public static let wgs84 = SpatialReference(wkid: 4326)
    /// Metres of the web's own Mercator.
    public static let webMercator = SpatialReference(wkid: 102100, latestWKID: 3857)

    /// Whether both are the same system, whichever of its ids each is written with.
    public func isSame(as other: SpatialReference) -> Bool {
        guard let own = presentID, let others = other.presentID else { return wkt != nil && wkt == other.wkt }
        return own == others
    }

    private var presentID: Int? {
        guard let id = latestWKID ?? wkid else { return nil }
        return [102100, 102113, 900913].contains(id) ? 3857 : id
    }

    /// The reference as documents write it.
    public var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["wkid"] = wkid.map { .integer(Int64($0)) }
        members["latestWkid"] = latestWKID.map { .integer(Int64($0)) }
        members["wkt"] = wkt.map { .string($0) }
        return .object(members)
    }

    /// The reference as a parameter of a request: its id alone where it has one.
    var parameter: String { (wkid ?? latestWKID).map(String.init) ?? json.text() }

    public var description: String { wkid.map(String.init) ?? latestWKID.map(String.init) ?? "wkt" }
}
