public import PortalAuthentication

/// A map that is loaded with all of its layers at once, as newer clients have it.
///
/// Layers that fail do not fail the map: each has its own status and error, and its own ``MapLayer/retryLoad()`` loads it alone.
public final class Map: Loadable {
    /// The web map behind it.
    public let webMap: WebMap
    private let loader: Loader

    /// The map of an item; nothing is sent before ``load()``.
    public convenience init(item: PortalItem) { self.init(WebMap(item: item)) }

    /// The map of a web map, wherever that comes from.
    public init(_ webMap: WebMap) {
        self.webMap = webMap
        loader = Loader(name: "map", core: webMap.source.caller.environment.core)
    }

    /// The item; nil for a map that was named by id or address.
    public var item: PortalItem? { webMap.item }
    /// The layers of the basemap, bottom first; empty until loaded.
    public var basemapLayers: [MapLayer] { webMap.basemapLayers }
    /// The layers above the basemap, bottom first; empty until loaded.
    public var operationalLayers: [MapLayer] { webMap.operationalLayers }
    /// The tables, which are loaded by themselves; empty until loaded.
    public var tables: [MapLayer] { webMap.tables }
    /// The layers that failed, those in groups included.
    public var failedLayers: [MapLayer] {
        (basemapLayers + operationalLayers).flatMap(\.leaves).filter { $0.loadStatus == .failed }
    }
    /// The bookmarks; empty until loaded.
    public var bookmarks: [Bookmark] { webMap.bookmarks }
    /// The area to show first; nil until loaded.
    public var initialViewpoint: Envelope? { webMap.initialViewpoint }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    /// Loads the item, which loads its portal first where a user is to sign in there, then the map's data and its layers beside
    /// each other; throws what the item or its data throw.
    private func load(retrying: Bool) async throws(PortalError) {
        let webMap = webMap
        try await loader.load(retrying: retrying) { () throws(PortalError) in
            if let item = webMap.item { try await item.load(retrying: retrying, resuming: true) }
            try await retrying ? webMap.retryLoad() : webMap.load()
            await MapLayer.settle(webMap.basemapLayers + webMap.operationalLayers, retrying: retrying)
        }
    }
}
