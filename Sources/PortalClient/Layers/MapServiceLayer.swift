internal import JSONValues
public import PortalAuthentication

/// A map that a server draws on demand.
public final class MapServiceLayer: ServiceLayer {
    /// A layer inside the map.
    public struct Sublayer: Sendable, Hashable, Identifiable {
        /// Its number in the service.
        public let id: Int
        /// Its name.
        public let name: String
        /// Whether it is drawn by default.
        public let isVisible: Bool
    }
    public let service: ServiceResource

    public init(service: ServiceResource) { self.service = service }

    /// The layers inside; empty until loaded.
    public var sublayers: [Sublayer] {
        (metadata?["layers"]?.array ?? []).compactMap { json in
            guard let id = json.number("id").flatMap({ Int(exactly: $0) }) else { return nil }
            return Sublayer(id: id, name: json.text("name") ?? "", isVisible: json.flag("defaultVisibility") ?? true)
        }
    }

    /// Whether tiles are kept for it, so that it can be a ``TiledLayer``; false until loaded.
    public var isCached: Bool { metadata?.flag("singleFusedMapCache") ?? false }

    /// A layer inside, as a source of features.
    public func query(sublayer id: Int) -> QueryTask { QueryTask(service: service.child(String(id))) }

    /// The map of an area as a picture, drawn when that is loaded
    /// (developers.arcgis.com/rest/services-reference/enterprise/export-map/).
    public func export(_ area: Envelope, width: Int = 400, height: Int = 400, format: String = "png32")
        async throws(PortalError) -> RemoteImage
    {
        var parameters = [
            ("bbox", "\(area.xmin),\(area.ymin),\(area.xmax),\(area.ymax)"), ("size", "\(width),\(height)"),
            ("format", format), ("transparent", "true"), ("f", "image"),
        ]
        if let reference = area.spatialReference {
            let id = reference.parameter
            parameters += [("bboxSR", id), ("imageSR", id)]
        }
        return try await service.image(["export"], parameters: parameters)
    }
}

/// A map whose tiles a server keeps.
public final class TiledLayer: ServiceLayer {
    /// One scale for which there are tiles.
    public struct Level: Sendable, Hashable {
        /// Its number.
        public let level: Int
        /// Map units a pixel.
        public let resolution: Double
        /// The scale's denominator.
        public let scale: Double
    }
    public let service: ServiceResource

    public init(service: ServiceResource) { self.service = service }

    /// The scales for which there are tiles; empty until loaded.
    public var levels: [Level] {
        (metadata?["tileInfo"]?["lods"]?.array ?? []).compactMap { json in
            guard let level = json.number("level").flatMap({ Int(exactly: $0) }),
                let resolution = json.double("resolution"), let scale = json.double("scale")
            else { return nil }
            return Level(level: level, resolution: resolution, scale: scale)
        }
    }

    /// One tile (developers.arcgis.com/rest/services-reference/enterprise/map-tile/).
    public func tile(level: Int, row: Int, column: Int) async throws(PortalError) -> RemoteImage {
        try await service.image(["tile", "\(level)", "\(row)", "\(column)"])
    }
}
