internal import JSONValues
public import PortalAuthentication

extension MapLayer {
    /// How it is drawn: what the map says, and what its service says once it is loaded.
    ///
    /// Of a layer with features of its own these are the first of them; see ``embeddedDrawings``.
    public var drawing: LayerDrawing {
        if kind == .featureCollection, let first = rawJSON["featureCollection"]?["layers"]?.array?.first {
            return readDrawings.drawing(ofSublayer: nil, layer: first, service: nil)
        }
        return readDrawings.drawing(ofSublayer: nil, layer: rawJSON, service: service?.metadata)
    }

    /// How the features that stand in the document are drawn, table by table.
    public var embeddedDrawings: [LayerDrawing] {
        (rawJSON["featureCollection"]?["layers"]?.array ?? []).map { LayerDrawing(layer: $0, service: nil) }
    }

    /// How a layer inside a map service is drawn.
    ///
    /// What the map says counts, then what the layer says of itself once ``loadSublayer(_:)`` asked it, then what its service lists.
    public func drawing(ofSublayer id: Int) -> LayerDrawing {
        let own = Self.entry(id, rawJSON["layers"])
        let served = sublayer(id)?.metadata ?? Self.entry(id, service?.metadata?["layers"])
        return readDrawings.drawing(ofSublayer: id, layer: own, service: served)
    }

    /// Asks a layer inside a map service what it is; once it answered, nothing more is sent. Nothing happens until this layer is loaded.
    public func loadSublayer(_ id: Int) async throws(PortalError) { try await sublayer(id)?.load() }

    /// Whether a layer inside a map service is shown: what the map says, else what the service says.
    public func isVisible(sublayer id: Int) -> Bool {
        if let visibleSublayers { return visibleSublayers.contains(id) }
        let own = Self.entry(id, rawJSON["layers"])?.flag("defaultVisibility")
        return own ?? Self.entry(id, service?.metadata?["layers"])?.flag("defaultVisibility") ?? true
    }

    /// What the layer says of its attributes; empty until loaded.
    public var schema: LayerSchema {
        if kind == .featureCollection, let first = embeddedSchemas.first { return first }
        return LayerSchema(service?.metadata)
    }

    /// What the features that stand in the document say of their attributes, table by table.
    var embeddedSchemas: [LayerSchema] {
        (rawJSON["featureCollection"]?["layers"]?.array ?? []).map { LayerSchema($0["layerDefinition"]) }
    }

    private static func entry(_ id: Int, _ list: JSONValue?) -> JSONValue? {
        list?.array?.first { $0.number("id") == Int64(id) }
    }
}
