public import PortalAuthentication

/// What a map shows of one feature.
public struct Popup: Sendable {
    /// The layer, or the one that holds the sublayer.
    public let layer: MapLayer
    /// The layer of the map service that the feature is of; nil for features of the layer itself.
    public let sublayer: Int?
    /// How it is shown.
    public let definition: PopupDefinition
    /// What is shown.
    public let feature: Feature
    /// What the layer says of its attributes.
    public let schema: LayerSchema

    /// Everything that is shown, with dates in UTC; ``PopupDefinition/content(for:schema:secondsFromUTC:)`` shows them elsewhere.
    public var content: PopupContent { definition.content(for: feature, schema: schema) }

    /// The title with the feature's values in it.
    public var title: String { definition.title(of: feature, schema) }

    /// The symbol that the feature is drawn with; nil where it has none, or nothing here can tell.
    public var symbol: Symbol? { choice?.symbol }

    /// Which symbol the feature is drawn with, and why; nil where its layer says nothing of it.
    public var choice: SymbolChoice? {
        let drawing = sublayer.map { layer.drawing(ofSublayer: $0) } ?? layer.drawing
        return drawing.renderer?.choice(for: feature)
    }
}

/// What one layer shows within an extent.
public struct FetchedPopups: Sendable {
    /// The layer.
    public let layer: MapLayer
    /// What it shows; empty where nothing lies there.
    public let popups: [Popup]
    /// Why the layer could not be asked; nil where it could.
    public let error: PortalError?
}
