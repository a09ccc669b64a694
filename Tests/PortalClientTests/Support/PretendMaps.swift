import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals

/// A portal that holds one web map, and services on its server that behave as their names say.
///
/// `Open…` answers everybody, `Broken…` answers 500, `Denied…` answers 403 to signed-in users; any other wants a token.
final class PretendMaps: Sendable {
    static let item = "0123456789abcdef0123456789abcdef"
    static let services = "https://h.test/server/rest/services"
    static let data = "https://h.test/portal/sharing/rest/content/items/\(item)/data"

    let document: Locked<JSONValue>
    let isPrivate = Locked(false)
    let bingKey = Locked<String?>(nil)
    let portal = PretendPortal()
    let federation: PretendFederation
    let isFederated: Bool

    init(_ document: JSONValue, isFederated: Bool = false) {
        self.document = Locked(document)
        self.isFederated = isFederated
        federation = PretendFederation(portal: portal)
    }

    /// A map with a basemap of one layer and operational layers.
    convenience init(base: [JSONValue] = [PretendMaps.base], layers: [JSONValue], isFederated: Bool = false) {
        self.init(Self.map(base: base, layers: layers), isFederated: isFederated)
    }

    static func map(base: [JSONValue] = [PretendMaps.base], layers: [JSONValue]) -> JSONValue {
        [
            "operationalLayers": .array(layers), "baseMap": ["title": "Streets", "baseMapLayers": .array(base)],
            "spatialReference": ["wkid": 102100], "version": "2.31",
        ]
    }

    static let base: JSONValue = [
        "id": "base", "layerType": "ArcGISTiledMapServiceLayer", "title": "Base",
        "url": "https://h.test/server/rest/services/OpenBase/MapServer",
    ]

    static func layer(_ name: String, host: String = "https://h.test") -> JSONValue {
        [
            "id": .string(name), "layerType": "ArcGISFeatureLayer", "title": .string(name),
            "url": .string("\(host)/server/rest/services/\(name)/FeatureServer/0"),
        ]
    }

    /// A client before them; what is wrapped around answers in their place, or gives nil.
    func stage(
        _ wrap: (@Sendable (ScriptedTransport.Sent) async throws(TransportError) -> HTTPResponse?)? = nil
    ) -> Stage { stage(policy: { _ in }, wrap) }

    func stage(
        policy: (inout ClientPolicy) -> Void,
        _ wrap: (@Sendable (ScriptedTransport.Sent) async throws(TransportError) -> HTTPResponse?)? = nil
    ) -> Stage {
        Stage(
            policy: policy, portal: portal,
            script: { [self] sent throws(TransportError) in
                if let given = try await wrap?(sent) { return given }
                return answer(sent)
            })
    }

    func answer(_ sent: ScriptedTransport.Sent) -> HTTPResponse {
        if sent.path.contains("/content/items/\(Self.item)") {
            let token = sent.token
            let mayRead =
                !isPrivate.withLock { $0 } || token.map { t in portal.state.withLock { $0.live.contains(t) } } ?? false
            guard mayRead else { return .denied }
            guard !sent.path.hasSuffix("/data") else { return .json(document.withLock { $0 }) }
            return .json(["id": .string(Self.item), "type": "Web Map", "title": "City"])
        }
        if sent.path.hasSuffix("/portals/self"), let key = bingKey.withLock({ $0 }) {
            return .json(["portalName": "City", "isPortal": true, "bingKey": .string(key)])
        }
        if sent.path.contains("/Open") { return .json(["name": "Open", "mapName": "Open", "type": "Feature Layer"]) }
        if sent.path.contains("/Broken") { return .text("down", type: "text/plain", status: 500) }
        if sent.path.contains("/Denied"), sent.token != nil {
            return .json(["error": ["code": 403, "message": "Not yours.", "details": []]])
        }
        if isFederated, let answer = federation.answer(sent) { return answer }
        return portal.answer(sent)
    }
}

/// An opener of maps: answers failures one after the other, then skips, and writes down what it hears.
final class PretendOpener: WebMapOpener {
    let heard = Locked<[String]>([])
    let failures = Locked<[LayerFailure]>([])
    private let answers: Locked<[LayerDisposition]>
    private let key: Secret<String>?
    private let before: @Sendable (LayerFailure) async -> Void

    init(
        _ answers: LayerDisposition..., key: Secret<String>? = nil,
        before: @escaping @Sendable (LayerFailure) async -> Void = { _ in }
    ) {
        self.answers = Locked(answers)
        self.key = key
        self.before = before
    }

    var words: [String] { heard.withLock { $0 } }

    func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition {
        heard.withLock { $0.append("failed \(failure.layer.id) \(failure.error.code)") }
        failures.withLock { $0.append(failure) }
        await before(failure)
        return answers.withLock { $0.isEmpty ? .skip : $0.removeFirst() }
    }

    func webMap(_ map: WebMap, didLoad layer: MapLayer) async { heard.withLock { $0.append("loaded \(layer.id)") } }

    func bingKey(for map: WebMap) async -> Secret<String>? {
        heard.withLock { $0.append("key?") }
        return key
    }
}

extension Stage {
    /// The web map of the pretended portal.
    func webMap(_ credential: ResourceCredential? = nil) throws -> WebMap {
        try WebMap(
            itemID: PretendMaps.item, portal: PortalURL(Traffic.portal), credential: credential, in: environment)
    }

    /// The requests so far, by the last words of their paths.
    var steps: [String] {
        transport.sent.map { sent in
            let token = sent.token.map { " +\($0)" } ?? ""
            if sent.path.hasSuffix("/generateToken") {
                return sent.form["token"].map { "exchange \($0)" } ?? "generate"
            }
            if sent.path.hasSuffix("/rest/info") { return sent.path.contains("/server/") ? "server info" : "info" }
            if sent.path.hasSuffix("/data") { return "data\(token)" }
            if let range = sent.path.range(of: "/services/") { return String(sent.path[range.upperBound...]) + token }
            return (sent.path.split(separator: "/").last.map(String.init) ?? "") + token
        }
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
