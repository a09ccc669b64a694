internal import JSONValues

/// One layer of a feature or map service, with features that can be asked for.
public final class FeatureLayer: ServiceLayer, FeatureSource {
    public let service: ServiceResource

    public init(service: ServiceResource) { self.service = service }

    /// The type of its geometries, such as `esriGeometryPoint`; nil until loaded, and for tables.
    public var geometryType: String? { metadata?.text("geometryType") }
    /// Its fields; empty until loaded.
    public var fields: [Field] { (metadata?["fields"]?.array ?? []).compactMap(Field.init) }
    /// The field whose values name features; nil until loaded.
    public var objectIDField: String? { metadata?.objectIDField }
    /// When its features are; nil until loaded, and where the layer is not time-aware.
    public var timeInfo: TimeInfo? { TimeInfo(metadata?["timeInfo"]) }
    /// What it has to do with other layers and tables of its service; empty until loaded.
    public var relationships: [LayerRelationship] {
        (metadata?["relationships"]?.array ?? []).compactMap(LayerRelationship.init)
    }
    /// How many features one answer holds at most; nil until loaded.
    public var maxRecordCount: Int? { metadata?.number("maxRecordCount").flatMap { Int(exactly: $0) } }
}

/// A task that asks one layer for features, as older clients have it; it needs no loading.
public final class QueryTask: ServiceLayer, FeatureSource {
    public let service: ServiceResource

    public init(service: ServiceResource) { self.service = service }
}
