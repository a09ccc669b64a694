internal import JSONValues

/// A named place of a map, to zoom to.
public struct Bookmark: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The place, with its spatial reference.
    public let extent: Envelope

    /// Reads a bookmark; an extent without a spatial reference is in the map's. Newer documents hold a viewpoint instead.
    init?(_ json: JSONValue, default reference: SpatialReference?) {
        let place = json["extent"] ?? json["viewpoint"]?["targetGeometry"]
        guard let extent = Envelope(place, default: reference) else { return nil }
        name = json.text("name") ?? ""
        self.extent = extent
    }
}
