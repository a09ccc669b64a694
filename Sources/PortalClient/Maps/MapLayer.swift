public import HTTPSemantics
public import JSONValues
internal import Platform
public import PortalAuthentication

/// A layer of a web map: what the map's document says of it, and how far it is loaded.
public final class MapLayer: Loadable, Identifiable, CustomStringConvertible {
    private struct State {
        var service: ServiceResource?
        var bingKey: Secret<String>?
        var tables: [FeatureSet] = []
        /// The layers of a map service that were asked for what they are.
        var sublayers: [Int: ServiceResource] = [:]
    }
    /// The id within the map.
    public let id: String
    /// The title to show.
    public let title: String
    /// What it is.
    public let kind: LayerKind
    /// Where the document says that it is, without any token that stood there; nil where it has no address.
    public let url: HTTPURL?
    /// The item that it was made from; nil where there is none.
    public let itemID: String?
    /// Whether it belongs to the basemap.
    public let isBasemap: Bool
    /// Whether it is a basemap's layer that is drawn above all others.
    public let isReference: Bool
    /// Whether it is shown.
    public let isVisible: Bool
    /// How much it covers what is below, from 0 to 1.
    public let opacity: Double
    /// The condition that its features must meet; nil where there is none.
    public let definitionExpression: String?
    /// The layers of a map service that are shown; nil leaves it to the service.
    public let visibleSublayers: [Int]?
    /// What is shown of its features; nil where nothing is.
    public let popup: PopupDefinition?
    /// The layers of a group, bottom first.
    public let layers: [MapLayer]
    /// What the document says of it, as it came; it may hold a token of the map's author.
    public let rawJSON: JSONValue

    /// The definitions that stand beside the document's own features.
    let embeddedPopups: [PopupDefinition?]
    let readDrawings = ReadDrawings()
    private let sublayerPopups: [Int: PopupDefinition]
    private let source: MapSource
    private let state = Locked(State())
    private let loader: Loader

    init(_ document: LayerDocument, isBasemap: Bool, source: MapSource) {
        id = document.id
        title = document.title
        kind = document.kind
        url = document.url
        itemID = document.itemID
        self.isBasemap = isBasemap
        isReference = document.isReference
        isVisible = document.isVisible
        opacity = document.opacity
        definitionExpression = document.definitionExpression
        visibleSublayers = document.visibleSublayers
        popup = PopupDefinition(document.popupInfo)
        sublayerPopups = document.sublayerPopups.compactMapValues { PopupDefinition($0) }
        embeddedPopups = (document.json["featureCollection"]?["layers"]?.array ?? []).map {
            PopupDefinition($0["popupInfo"])
        }
        layers = document.layers.map { MapLayer($0, isBasemap: isBasemap, source: source) }
        rawJSON = document.json
        self.source = source
        loader = Loader(name: "layer", core: source.caller.environment.core)
    }

    /// The layer itself, or those in the group, all the way down.
    public var leaves: [MapLayer] { kind == .group ? layers.flatMap(\.leaves) : [self] }
    /// What is shown of a layer inside a map service; the same object each time.
    public func popup(forSublayer id: Int) -> PopupDefinition? { sublayerPopups[id] }
    /// The layers inside a map service of whose features something is shown.
    public var sublayersWithPopups: [Int] { sublayerPopups.keys.sorted() }
    /// What it stands on; nil until loaded, and for layers without a service.
    public var service: ServiceResource? { state.withLock { $0.service } }
    /// The key for Bing Maps that it was loaded with.
    public var bingKey: Secret<String>? { state.withLock { $0.bingKey } }
    /// Where Bing Maps describes the layer's tiles, with the key in the address; nil until loaded, and for other layers.
    ///
    /// Nothing is sent there: what draws the layer asks it
    /// (learn.microsoft.com/bingmaps/rest-services/imagery/get-imagery-metadata).
    public var bingMetadataURL: Secret<String>? {
        guard case .bing(let style) = kind, let bingKey else { return nil }
        return BingImagery(style: style).metadataURL(key: bingKey)
    }
    /// The features that stand in the document or in an item; empty until loaded.
    public var embeddedFeatures: [FeatureSet] { state.withLock { $0.tables } }
    /// A layer inside a map service; the same object each time, nil until this layer is loaded.
    func sublayer(_ id: Int) -> ServiceResource? {
        guard let service else { return nil }
        return state.withLock { state in
            if let known = state.sublayers[id] { return known }
            let new = service.child(String(id))
            state.sublayers[id] = new
            return new
        }
    }
    /// The same as a layer that can be asked for features; nil until loaded, and for other layers.
    public var featureLayer: FeatureLayer? {
        kind == .feature ? service.map { FeatureLayer(service: $0) } : nil
    }
    /// The same as a map that can be drawn; nil until loaded, and for other layers.
    public var mapServiceLayer: MapServiceLayer? {
        kind == .mapService || kind == .tiled ? service.map { MapServiceLayer(service: $0) } : nil
    }
    /// The same as a map whose tiles can be had; nil until loaded, and for other layers.
    public var tiledLayer: TiledLayer? { kind == .tiled ? service.map { TiledLayer(service: $0) } : nil }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    /// Makes another attempt with a credential, which is kept for the layer's server where it is accepted.
    public func retryLoad(with credential: ResourceCredential) async throws(PortalError) {
        guard let url = service?.url ?? url else { return try await retryLoad() }
        let environment = source.caller.environment
        // Secrets travel over TLS only, so that is where they are for.
        let place = environment.core.secureOrigins.secured(url)
        try await credential.trying(at: place, in: environment) { () throws(PortalError) in
            try await load(retrying: true)
        }
    }

    public var description: String { "\(title) (\(kind))" }
}

extension MapLayer: CustomReflectable {
    /// Without what the document says of it, which may hold a token of the map's author (row W33).
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "title": title, "kind": kind, "loadStatus": loadStatus, "layers": layers])
    }
}

extension MapLayer {
    private func load(retrying: Bool) async throws(PortalError) {
        try await loader.load(retrying: retrying) { [self] () throws(PortalError) in
            switch kind {
            case .feature, .mapService, .tiled, .image, .vectorTile: try await loadService()
            case .featureCollection: try await loadFeatures()
            case .bing:
                guard let key = await source.bingKey.fromPortal(source) else { throw WebMapOpening.bingKeyMissing }
                state.withLock { $0.bingKey = key }
            case .group: await MapLayer.settle(layers, retrying: retrying)
            case .openStreetMap, .webTiled: break
            case .unsupported(let name):
                throw PortalError(.invalidArgument, detail: "layers of the type \(name) are not known here")
            }
        }
    }

    private func loadService() async throws(PortalError) {
        let known = service
        let resource: ServiceResource
        if let known {
            resource = known
        } else {
            resource = ServiceResource(url: try await address(), caller: source.caller)
            state.withLock { $0.service = resource }
        }
        try await resource.retryLoad()
    }

    /// The address in the document, else that of the item.
    private func address() async throws(PortalError) -> HTTPURL {
        if let url { return url }
        if let itemID, let portal = source.portal {
            let answer = try await source.caller.request(portal.rest.appending("content", "items", itemID))
            if let url = answer.json.text("url").flatMap(HTTPURL.init(parsing:)) { return url }
        }
        throw PortalError(.notFound, detail: "the web map gives the layer \(title) no address that can be asked")
    }

    /// The features of the document, else those of the item that holds them.
    private func loadFeatures() async throws(PortalError) {
        var collection = rawJSON["featureCollection"]
        if collection == nil, let itemID, let portal = source.portal {
            collection = try await source.caller.request(
                portal.rest.appending("content", "items", itemID, "data")
            ).json
        }
        guard let layers = collection?["layers"]?.array else {
            throw PortalError(.notFound, detail: "the web map gives the layer \(title) no features")
        }
        let tables = layers.compactMap { $0["featureSet"].flatMap(FeatureSet.init) }
        state.withLock { $0.tables = tables }
    }

    /// How many layers of a map are loaded beside each other.
    private static let atOnce = 8

    /// Loads layers beside each other, a few at a time; what fails is told by each of them.
    static func settle(_ layers: [MapLayer], retrying: Bool = false) async {
        var rest = layers.filter { !$0.kind.isUnsupported }[...]
        await withTaskGroup(of: Void.self) { group in
            let add = { (group: inout TaskGroup<Void>) in
                guard let layer = rest.popFirst() else { return }
                group.addTask {
                    do throws(PortalError) { try await layer.load(retrying: retrying) } catch { return }
                }
            }
            for _ in 0..<atOnce { add(&group) }
            while await group.next() != nil { add(&group) }
        }
    }
}
