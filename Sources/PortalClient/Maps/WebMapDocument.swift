internal import JSONValues
internal import PortalAuthentication

/// A web map's document as it came, and what is understood of it (developers.arcgis.com/web-map-specification).
struct WebMapDocument: Sendable {
    let json: JSONValue
    let version: String?
    let basemapTitle: String?
    /// Bottom first, as the document has them.
    let basemapLayers: [LayerDocument]
    /// Bottom first.
    let operationalLayers: [LayerDocument]
    let tables: [LayerDocument]
    let bookmarks: [Bookmark]
    let spatialReference: SpatialReference?
    let initialViewpoint: Envelope?
    /// Members that are kept and not understood, such as slides.
    let ignoredContent: [String]

    /// Layers and tables of one map, with those inside of its groups and services; maps that people make have some dozen.
    static let mostLayers = 10_000

    /// Reads a document; throws `unexpectedContent` for JSON that is no web map, or one of more than ``mostLayers``.
    init(_ json: JSONValue, from url: HTTPURL) throws(PortalError) {
        guard let members = json.object, members["operationalLayers"]?.array != nil || members["baseMap"]?.object != nil
        else {
            throw PortalError(
                .unexpectedContent, url: url,
                detail: "the data is JSON, but no web map: it has neither operationalLayers nor baseMap")
        }
        let lists = [members["operationalLayers"], members["baseMap"]?["baseMapLayers"], members["tables"]]
        let count = lists.reduce(0) { $0 + Self.count($1) }
        guard count <= Self.mostLayers else {
            throw PortalError(
                .unexpectedContent, url: url,
                detail: "the map has \(count) layers, and one with up to \(Self.mostLayers) is taken in")
        }
        self.json = json
        version = json.text("version") ?? json.double("version").map { "\($0)" }
        basemapTitle = json["baseMap"]?.text("title")
        basemapLayers = Self.layers(json["baseMap"]?["baseMapLayers"], "basemap")
        operationalLayers = Self.layers(json["operationalLayers"], "layer")
        tables = Self.layers(json["tables"], "table")
        let viewpoint = json["initialState"]?["viewpoint"]?["targetGeometry"]
        let reference = SpatialReference(json["spatialReference"]) ?? SpatialReference(viewpoint?["spatialReference"])
        spatialReference = reference
        initialViewpoint = Envelope(viewpoint, default: reference)
        bookmarks = (json["bookmarks"]?.array ?? []).compactMap { Bookmark($0, default: reference) }
        ignoredContent = members.keys.filter { !Self.understood.contains($0) && !Self.isEmpty(members[$0]) }.sorted()
    }

    private static func layers(_ json: JSONValue?, _ word: String) -> [LayerDocument] {
        (json?.array ?? []).enumerated().map { LayerDocument($0.element, place: "\(word)-\($0.offset + 1)") }
    }

    private static func count(_ layers: JSONValue?) -> Int {
        layers?.array?.reduce(0) { $0 + 1 + count($1["layers"]) } ?? 0
    }

    private static func isEmpty(_ value: JSONValue?) -> Bool {
        switch value {
        case .array(let elements)?: elements.isEmpty
        case .object(let members)?: members.isEmpty
        case .null?, nil: true
        default: false
        }
    }

    private static let understood: Set<String> = [
        "operationalLayers", "baseMap", "tables", "bookmarks", "spatialReference", "initialState", "version",
        "authoringApp", "authoringAppVersion",
    ]
}
