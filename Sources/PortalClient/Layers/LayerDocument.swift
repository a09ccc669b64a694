internal import JSONValues
internal import PortalAuthentication

/// What a web map's document says of one layer, read tolerantly.
struct LayerDocument: Sendable {
    let id: String
    let title: String
    let kind: LayerKind
    /// Without any token that the document holds (row W33).
    let url: HTTPURL?
    let itemID: String?
    let isVisible: Bool
    let opacity: Double
    let isReference: Bool
    let definitionExpression: String?
    let popupInfo: JSONValue?
    /// The definitions of a map service's own layers, by their ids.
    let sublayerPopups: [Int: JSONValue]
    let visibleSublayers: [Int]?
    /// The layers of a group.
    let layers: [LayerDocument]
    let json: JSONValue

    /// Reads a layer; one without an id gets its place as such.
    init(_ json: JSONValue, place: String) {
        self.json = json
        id = json.text("id") ?? place
        url = Self.url(json.text("url") ?? json.text("styleUrl"))
        kind = LayerKind(json, url: url)
        title = json.text("title") ?? json.text("name") ?? id
        itemID = json.text("itemId")
        isVisible = json.flag("visibility") ?? true
        opacity = json.double("opacity") ?? 1
        isReference = json.flag("isReference") ?? false
        definitionExpression = json["layerDefinition"]?.text("definitionExpression")
        popupInfo = json["popupInfo"]
        visibleSublayers = json["visibleLayers"]?.array?.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        let inner = json["layers"]?.array ?? []
        var popups: [Int: JSONValue] = [:]
        if kind != .group {
            for layer in inner {
                guard let id = layer.number("id").flatMap({ Int(exactly: $0) }) else { continue }
                popups[id] = layer["popupInfo"]
            }
        }
        sublayerPopups = popups
        layers =
            kind == .group
            ? inner.enumerated().map { LayerDocument($0.element, place: "\(place).\($0.offset + 1)") } : []
    }

    /// The layer itself, or those in the group, all the way down.
    var leaves: [LayerDocument] { kind == .group ? layers.flatMap(\.leaves) : [self] }

    /// An address as documents have it: some leave the scheme out, some hold a token of the map's author.
    private static func url(_ text: String?) -> HTTPURL? {
        guard let text else { return nil }
        guard let url = HTTPURL(parsing: text.hasPrefix("//") ? "https:\(text)" : text) else { return nil }
        guard let query = url.query else { return url }
        let kept = query.split(separator: "&").filter { pair in
            let name = pair.prefix { $0 != "=" }.lowercased()
            return name != "token" && name != "f"
        }
        return url.with(query: kept.isEmpty ? nil : kept.joined(separator: "&"))
    }
}
