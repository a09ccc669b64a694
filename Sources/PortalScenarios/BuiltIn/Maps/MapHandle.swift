internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// A web map of either interface, as the scenario's app holds it.
final class MapHandle: Sendable {
    /// The interface and its object.
    enum Interface: Sendable {
        case modern(WebMap)
        case whole(Map)
        case legacy(LegacyWebMap, MapWatcher)
    }
    let interface: Interface
    /// A delegate in the place of the watcher, which the web map does not hold itself.
    let deaf = Locked<DeafMapWatcher?>(nil)
    /// What was fetched last, where the interface is not the older one.
    let popups = Locked<[Popup]>([])

    init(_ interface: Interface) { self.interface = interface }

    /// The web map behind it; nil where what was given names none.
    var webMap: WebMap? {
        switch interface {
        case .modern(let map): map
        case .whole(let map): map.webMap
        case .legacy(let map, _): map.webMap
        }
    }

    /// Everything of it that can be printed, its layers included.
    var text: String {
        var mirror = ""
        switch interface {
        case .modern(let map): dump(map, to: &mirror, maxDepth: 5)
        case .whole(let map): dump(map, to: &mirror, maxDepth: 5)
        case .legacy(let map, _): dump(map, to: &mirror, maxDepth: 5)
        }
        guard let map = webMap else { return mirror }
        for layer in (map.basemapLayers + map.operationalLayers).flatMap(\.leaves) {
            mirror += "\(layer) \(String(reflecting: layer)) \(layer.url.map { "\($0)" } ?? "")"
            if let service = layer.service { mirror += "\(service) \(String(reflecting: service))" }
            if let error = layer.loadError { mirror += "\(error) \(String(reflecting: error))" }
            dump(layer, to: &mirror, maxDepth: 5)
        }
        return mirror
    }

    /// How it stands, with the keys of `expect.final`.
    ///
    /// - Parameters:
    ///   - view: the map that it was opened into.
    ///   - bingKey: the key for Bing Maps that the app gave.
    ///   - behavior: how the app shows maps.
    func final(_ view: MapDocument?, bingKey: String?, _ behavior: AppBehavior.Maps) -> [String: JSONValue] {
        guard let map = webMap else { return [:] }
        var facts: [String: JSONValue] = [:]
        let layers = (map.basemapLayers + map.operationalLayers).flatMap(\.leaves)
        facts["mapStatus"] = .string("\(map.loadStatus)")
        facts["mapVersion"] = map.version.map { .string($0) }
        facts["bookmarks"] = .array(map.bookmarks.map { .string("\($0.name) \(Self.text($0.extent))") })
        facts["unsupportedLayers"] = .array(map.unsupportedLayers.map { .string($0.title) })
        facts["ignoredContent"] = .array(map.ignoredContent.sorted().map { .string($0) })
        facts["layerStates"] = .object(
            Dictionary(layers.map { ($0.title, Self.state($0)) }, uniquingKeysWith: { $1 }))
        facts["mapExtent"] = .string(map.initialViewpoint.map(Self.text) ?? "none")
        facts["mapSpatialReference"] = .string(map.spatialReference?.description ?? "none")
        facts["bingKeys"] = .object(
            Dictionary(
                layers.compactMap { layer in
                    layer.bingKey.map { (layer.title, .string($0.reveal { $0 } == bingKey ? "given" : "other")) }
                }, uniquingKeysWith: { $1 }))
        facts["isOpening"] = .bool(map.isOpening)
        facts["hasPopups"] = .bool(map.hasPopupsDefined)
        let shown = layers.filter { layer in
            guard let popup = map.popupInfo(for: layer) else { return false }
            return popup === map.popupInfo(for: layer)
        }
        facts["popupDefinitions"] = .array(shown.map { .string("\($0.title): \(map.popupInfo(for: $0)?.title ?? "")") })
        let imagery = layers.compactMap { layer in
            layer.bingMetadataURL.map { (layer.title, JSONValue.string($0.reveal(Self.imagery))) }
        }
        facts["bingImagery"] = .object(Dictionary(imagery, uniquingKeysWith: { $1 }))
        facts["layerVisibility"] = .object(
            Dictionary(layers.map { ($0.title, Self.visibility(of: $0)) }, uniquingKeysWith: { $1 }))
        var fetched = popups.withLock { $0 }
        if case .legacy(_, let watcher) = interface { fetched = watcher.popups.withLock { $0 } }
        facts["popups"] = PopupFacts.popups(fetched, behavior)
        facts["drawings"] = PopupFacts.drawings(layers)
        if let view {
            facts["viewLayers"] = .array(view.layers.map { .string($0.title) })
            facts["viewExtent"] = .string(view.extent.map(Self.text) ?? "none")
            facts["viewSpatialReference"] = .string(view.spatialReference?.description ?? "none")
        }
        return facts
    }

    private static func state(_ layer: MapLayer) -> JSONValue {
        guard layer.loadStatus == .failed, let error = layer.loadError else { return .string("\(layer.loadStatus)") }
        return .string(Reason(error).rawValue)
    }

    /// Host, set and key of an address of Bing Maps.
    private static func imagery(_ address: String) -> String {
        guard let url = HTTPURL(parsing: address) else { return "no address" }
        let key = FormURLEncoded.fields(of: url.query ?? "").first { $0.name == "key" }?.value
        return "\(url.origin.host) \(url.segments.last ?? "") \(key ?? "without a key")"
    }

    /// `shown` or `hidden`, with the layers inside that are shown where the document names them.
    private static func visibility(of layer: MapLayer) -> JSONValue {
        let word = layer.isVisible ? "shown" : "hidden"
        guard let inner = layer.visibleSublayers else { return .string(word) }
        return .string(([word] + inner.map(String.init)).joined(separator: " "))
    }

    /// The edges of an extent, and what they are measured in where that is known.
    static func text(_ extent: Envelope) -> String {
        let numbers = [extent.xmin, extent.ymin, extent.xmax, extent.ymax].map(RoundedText.of)
        return (numbers + [extent.spatialReference?.description].compactMap(\.self)).joined(separator: " ")
    }
}

/// The delegate of an older web map: it writes down what it is told and lets the driver wait for it.
final class MapWatcher: LegacyWebMapDelegate {
    private let gate = CallbackGate()
    private let opener = Locked<MapOpener?>(nil)
    private let log: RunLog
    /// What it was told of features since it last began to wait for popups.
    let popups = Locked<[Popup]>([])

    init(log: RunLog) { self.log = log }

    /// Expects something to be told, and says who answers for layers until then.
    func begin(_ word: String, _ opener: MapOpener? = nil) {
        gate.begin(word)
        if let opener { self.opener.withLock { $0 = opener } }
    }

    /// Waits until what is expected was told, or never will be.
    func wait(for word: String) async { await gate.wait(for: word) }

    /// Waits no more.
    func end(_ words: [String]) { gate.end(words) }

    func webMapDidLoad(_ webMap: LegacyWebMap) async {
        log.note("loaded")
        end(["load"])
    }

    func webMap(_ webMap: LegacyWebMap, didFailToLoad error: PortalError) async {
        log.fail(error, of: nil)
        end(["load", "open", "basemap"])
    }

    func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async {
        log.note("opened")
        end(["open"])
    }

    func webMap(_ webMap: LegacyWebMap, didLoadLayer layer: MapLayer) async { log.note("layer(\(layer.title))") }

    func webMap(_ webMap: LegacyWebMap, didSwitchBasemapOn map: MapDocument) async {
        log.note("basemapSwitched")
        end(["basemap"])
    }

    func bingAppID(for webMap: LegacyWebMap) async -> Secret<String>? {
        log.note("bingKeyAsked")
        return opener.withLock { $0 }?.bingKey
    }

    func webMap(_ webMap: LegacyWebMap, didFetch popups: [Popup], in extent: Envelope) async {
        self.popups.withLock { $0 += popups }
        log.note("popups(\(popups.first?.layer.title ?? ""))")
    }

    func webMap(_ webMap: LegacyWebMap, didFinishFetchingPopupsIn extent: Envelope) async {
        log.note("popupsFetched")
        end(["popups"])
    }

    func webMap(
        _ webMap: LegacyWebMap, didFailToLoadLayer layer: MapLayer, isBaseLayer: Bool, isFederated: Bool,
        error: PortalError
    ) async {
        guard let opener = opener.withLock({ $0 }) else { return }
        opener.note(layer, isBasemap: isBaseLayer, isFederated: isFederated, error)
        switch await opener.next(layer, error) {
        case .skip?: webMap.continueOpenAndSkipCurrentLayer()
        case .retry(let credential)?: webMap.continueOpen(with: credential.map { LegacyCredential($0) })
        case .cancel?:
            webMap.cancelOpen()
            end(["open", "basemap"])
        case nil: break
        }
    }
}

/// A delegate that leaves out the callback for layers that fail.
final class DeafMapWatcher: LegacyWebMapDelegate {
    private let watcher: MapWatcher

    init(_ watcher: MapWatcher) { self.watcher = watcher }

    func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async {
        await watcher.webMap(webMap, didOpenInto: map)
    }

    func webMap(_ webMap: LegacyWebMap, didLoadLayer layer: MapLayer) async {
        await watcher.webMap(webMap, didLoadLayer: layer)
    }
}
