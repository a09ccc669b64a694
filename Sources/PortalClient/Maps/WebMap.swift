public import HTTPSemantics
public import JSONValues
internal import Platform
public import PortalAuthentication

/// A web map: a document of a portal that says which layers there are, and what is shown of them.
///
/// Layers, definitions of popups and bookmarks are understood; notes, slides, tasks and widgets are kept and ignored. A document of
/// more than 10 000 layers and tables, with those inside of groups and services, is refused as `unexpectedContent`.
public final class WebMap: Loadable {
    /// Where the document comes from.
    enum Place: Sendable {
        case item(PortalItem)
        case id(PortalItem.ID, PortalURL)
        case address(HTTPURL)
    }
    struct Contents: Sendable {
        let document: WebMapDocument
        let basemap: [MapLayer]
        let operational: [MapLayer]
        let tables: [MapLayer]
        let initialViewpoint: Envelope?
    }
    let place: Place
    let source: MapSource
    let opening = WorkSlot()
    let switching = WorkSlot()
    let fetching = WorkSlot()
    let wasOpened = Locked(false)
    private let credential: ResourceCredential?
    private let contents = Locked<Contents?>(nil)
    private let loader: Loader

    /// Names a web map of a portal by its item's id; nothing is sent before ``load()``. Throws `invalidArgument` for a text that is no
    /// ``PortalItem/ID``.
    ///
    /// - Parameters:
    ///   - itemID: the id of the web map's item.
    ///   - portal: the portal, or its sharing endpoint; `/sharing` and `/sharing/rest` are the same. Default: ArcGIS Online.
    ///   - credential: for the portal, and for what is federated with it. With one, the map has a store of its own and asks no
    ///     handler; the opener is asked about layers.
    ///   - challenges: whether handlers are asked for a credential. Default: they are.
    ///   - environment: the transport, clock, stores and handlers of the map.
    public convenience init(
        itemID: String, portal: PortalURL? = nil, credential: ResourceCredential? = nil,
        challenges: ChallengePolicy = .ask, in environment: PortalEnvironment
    ) throws(PortalError) {
        let id = try PortalItem.ID(parsing: itemID)
        let portal = if let portal { portal } else { try PortalURL("https://www.arcgis.com") }
        self.init(.id(id, portal), portal: portal, credential: credential, challenges, environment)
    }

    /// Names a web map by the address of its data.
    public convenience init(
        url: HTTPURL, credential: ResourceCredential? = nil, challenges: ChallengePolicy = .ask,
        in environment: PortalEnvironment
    ) {
        let portal = ServerContext(url).flatMap { $0.kind == .portal ? PortalURL(rootOf: url) : nil }
        self.init(.address(url), portal: portal, credential: credential, challenges, environment)
    }

    /// Names the web map of an item; it is signed with whatever the item's portal is signed with.
    public init(item: PortalItem) {
        place = .item(item)
        credential = nil
        source = MapSource(caller: item.caller, portal: item.portal.url, knownPortal: item.portal)
        loader = Loader(name: "webMap", core: source.caller.environment.core)
    }

    private init(
        _ place: Place, portal: PortalURL?, credential: ResourceCredential?, _ challenges: ChallengePolicy,
        _ environment: PortalEnvironment
    ) {
        self.place = place
        self.credential = credential
        source = MapSource(
            caller: PortalRequester(
                environment: credential == nil ? environment : environment.isolated(),
                challenges: credential == nil ? challenges : .suppress, apiKey: nil),
            portal: portal)
        loader = Loader(name: "webMap", core: environment.core)
    }

    /// The item; nil for a map that was named by id or address.
    public var item: PortalItem? { if case .item(let item) = place { item } else { nil } }
    /// The portal that holds it; nil where its address names none.
    public var portal: PortalURL? { source.portal }
    /// The document as it came; nil until loaded.
    public var json: JSONValue? { loaded?.document.json }
    /// The version of the specification that it follows, such as `2.31`; nil until loaded.
    public var version: String? { loaded?.document.version }
    /// The basemap's title; nil until loaded.
    public var basemapTitle: String? { loaded?.document.basemapTitle }
    /// The layers of the basemap, bottom first; empty until loaded.
    public var basemapLayers: [MapLayer] { loaded?.basemap ?? [] }
    /// The layers above the basemap, bottom first; empty until loaded.
    public var operationalLayers: [MapLayer] { loaded?.operational ?? [] }
    /// The tables; empty until loaded.
    public var tables: [MapLayer] { loaded?.tables ?? [] }
    /// The layers in the order in which they are opened, those of groups in place of the groups; unsupported ones are not among them.
    public var layersToOpen: [MapLayer] {
        (basemapLayers + operationalLayers).flatMap(\.leaves).filter { !$0.kind.isUnsupported }
    }
    /// The layers that are not known here, and that are ignored.
    public var unsupportedLayers: [MapLayer] {
        (basemapLayers + operationalLayers).flatMap(\.leaves).filter(\.kind.isUnsupported)
    }
    /// What the document holds besides and is ignored, such as `presentation` and `widgets`.
    public var ignoredContent: [String] { loaded?.document.ignoredContent ?? [] }
    /// The bookmarks; empty until loaded.
    public var bookmarks: [Bookmark] { loaded?.document.bookmarks ?? [] }
    /// What its coordinates are measured in; nil until loaded.
    public var spatialReference: SpatialReference? { loaded?.document.spatialReference }
    /// The area to show first: the document's, else the item's; nil until loaded.
    public var initialViewpoint: Envelope? { loaded?.initialViewpoint }

    /// The key for Bing Maps with which its layers are loaded; nil until the portal or the opener has given one. What is set here is used
    /// in the place of the portal's.
    public var bingKey: Secret<String>? {
        get { source.bingKey.key }
        set { source.bingKey.set(newValue) }
    }

    /// Whether a user is signed in to its portal.
    public var isSignedIn: Bool { source.isSignedIn }

    private var loaded: Contents? { contents.withLock { $0 } }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    private func load(retrying: Bool) async throws(PortalError) {
        try await loader.load(retrying: retrying) { [self] () throws(PortalError) in
            let document = try await fetch(retrying: retrying)
            let source = source
            let layers = { (documents: [LayerDocument], isBasemap: Bool) in
                documents.map { MapLayer($0, isBasemap: isBasemap, source: source) }
            }
            return Contents(
                document: document, basemap: layers(document.basemapLayers, true),
                operational: layers(document.operationalLayers, false), tables: layers(document.tables, false),
                initialViewpoint: document.initialViewpoint ?? Envelope(itemExtent: item?.rawJSON?["extent"]))
        } adopt: { [self] loaded in
            contents.withLock { $0 = loaded }
        }
    }

    private func fetch(retrying: Bool) async throws(PortalError) -> WebMapDocument {
        let url: HTTPURL
        switch place {
        case .item(let item):
            if item.type == nil { try await item.load(retrying: retrying, resuming: true) }
            guard item.type?.lowercased() == "web map" else {
                throw PortalError(
                    .unsupportedItemType, url: item.url,
                    detail: "the item \(item.id) is a \(item.type ?? "thing without a type"), not a Web Map")
            }
            url = item.url.appending("data")
        case .id(let id, let portal): url = portal.rest.appending("content", "items", id.rawValue, "data")
        case .address(let address): url = address
        }
        if let credential {
            source.caller.environment.credentials.removeAll()
            try await credential.sign(source.portal?.rest ?? url, in: source.caller.environment)
        }
        let answer = try await source.caller.request(url)
        return try WebMapDocument(answer.json, from: answer.url)
    }
}

extension WebMap: CustomReflectable {
    /// Without the document, which may hold a token of the map's author (row W33).
    public var customMirror: Mirror {
        Mirror(self, children: ["loadStatus": loadStatus, "layers": basemapLayers + operationalLayers])
    }
}

extension WebMap {
    /// What is shown of a layer's features; the same object each time, nil where nothing is.
    public func popupInfo(for layer: MapLayer) -> PopupDefinition? { layer.popup }

    /// What is shown of the features of a layer inside a map service.
    public func popupInfo(for layer: MapLayer, sublayer: Int) -> PopupDefinition? {
        layer.popup(forSublayer: sublayer)
    }

    /// The layer with an id, wherever it stands; nil where there is none.
    public func layer(withID id: String) -> MapLayer? {
        func find(_ layers: [MapLayer]) -> MapLayer? {
            for layer in layers {
                if layer.id == id { return layer }
                if let found = find(layer.layers) { return found }
            }
            return nil
        }
        return find(basemapLayers + operationalLayers + tables)
    }
}
