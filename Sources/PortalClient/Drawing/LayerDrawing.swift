public import JSONValues

/// How a layer is drawn: what its web map says, and else what its service says.
///
/// See developers.arcgis.com/web-map-specification › layerDefinition, drawingInfo.
public struct LayerDrawing: Sendable, Hashable {
    /// What decides how each feature is drawn; nil where nothing does, and for layers without features of their own.
    public let renderer: Renderer?
    /// How features are labelled; empty where they are not.
    public let labels: [LabelClass]
    /// Whether labels are shown. Default: yes, where there are some.
    public let showsLabels: Bool
    /// At which scales it is shown.
    public let scaleRange: ScaleRange
    /// How much is seen through it, from 0 to 100.
    public let transparency: Double
    /// What the web map says of it, as it came; null where it says nothing.
    public let rawJSON: JSONValue

    /// Reads what a web map says of a layer, and what its service says.
    init(layer: JSONValue?, service: JSONValue?) {
        let definition = layer?["layerDefinition"]
        let own = definition?["drawingInfo"]
        let served = service?["drawingInfo"]
        renderer = Renderer(own?["renderer"]) ?? Renderer(served?["renderer"])
        // An empty list in the map is a map without labels.
        let list = own?["labelingInfo"]?.array ?? served?["labelingInfo"]?.array ?? []
        labels = list.compactMap(LabelClass.init)
        showsLabels = (layer?.flag("showLabels") ?? definition?.flag("showLabels") ?? true) && !labels.isEmpty
        scaleRange = ScaleRange([definition, layer, service]) ?? .all
        transparency = min(max(own?.double("transparency") ?? served?.double("transparency") ?? 0, 0), 100)
        rawJSON = own ?? .null
    }
}

extension ServiceLayer {
    /// How the service says that it is drawn; nothing of it is known until loaded.
    public var drawing: LayerDrawing { LayerDrawing(layer: nil, service: metadata) }
}
