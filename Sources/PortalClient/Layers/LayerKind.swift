internal import JSONValues
internal import PortalAuthentication

/// What a layer of a web map is (developers.arcgis.com/web-map-specification › operationalLayers).
public enum LayerKind: Sendable, Hashable, CustomStringConvertible {
    /// One layer of a feature service.
    case feature
    /// Features that stand in the document itself, or in an item of the portal.
    case featureCollection
    /// A map that a server draws on demand.
    case mapService
    /// A map whose tiles a server keeps.
    case tiled
    /// Pictures from a server.
    case image
    /// Tiles that hold geometry, and a style for them.
    case vectorTile
    /// Layers that belong together.
    case group
    /// A map of Bing; the style is `Aerial`, `Hybrid` or `Road`.
    case bing(style: String)
    /// The map of OpenStreetMap.
    case openStreetMap
    /// Tiles by a pattern of addresses.
    case webTiled
    /// Something that is not known here, by its own name; it is listed and ignored.
    case unsupported(String)

    /// Whether it is listed only.
    public var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

    /// Finds out what a layer is: by `layerType`; in old documents, which have none, by `type`, else by its address.
    init(_ json: JSONValue, url: HTTPURL?) {
        if json["featureCollection"]?.object != nil, url == nil {
            self = .featureCollection
        } else if let name = json.text("layerType") {
            self = Self.named[name.lowercased()] ?? .unsupported(name)
        } else if let name = json.text("type"), let known = Self.named[name.lowercased()] {
            self = known
        } else if let known = url.flatMap(Self.kind) {
            self = known
        } else if json["layers"]?.array != nil, url == nil {
            self = .group
        } else {
            self = .unsupported(json.text("type") ?? "no type")
        }
    }

    /// What the end of an address says.
    private static func kind(of url: HTTPURL) -> LayerKind? {
        var words = url.segments.map { $0.lowercased() }
        let isLayer = words.last.map { !$0.isEmpty && $0.allSatisfy(\.isNumber) } ?? false
        if isLayer { words.removeLast() }
        return switch words.last {
        case "featureserver": .feature
        case "mapserver": isLayer ? .feature : .mapService
        case "imageserver": .image
        case "vectortileserver": .vectorTile
        default: nil
        }
    }

    private static let named: [String: LayerKind] = [
        "arcgisfeaturelayer": .feature, "arcgismapservicelayer": .mapService,
        "arcgistiledmapservicelayer": .tiled, "arcgisimageservicelayer": .image,
        "arcgistiledimageservicelayer": .image, "vectortilelayer": .vectorTile, "grouplayer": .group,
        "feature collection": .featureCollection, "bingmapsaerial": .bing(style: "Aerial"),
        "bingmapshybrid": .bing(style: "Hybrid"), "bingmapsroad": .bing(style: "Road"),
        "openstreetmap": .openStreetMap, "webtiledlayer": .webTiled,
    ]

    public var description: String {
        switch self {
        case .feature: "feature layer"
        case .featureCollection: "features in the map"
        case .mapService: "map service"
        case .tiled: "tiled map service"
        case .image: "image service"
        case .vectorTile: "vector tiles"
        case .group: "group"
        case .bing(let style): "Bing Maps \(style)"
        case .openStreetMap: "OpenStreetMap"
        case .webTiled: "tiles"
        case .unsupported(let name): "unsupported: \(name)"
        }
    }
}
