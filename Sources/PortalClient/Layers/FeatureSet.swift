public import JSONValues
internal import PortalAuthentication

/// One thing on a map: what is known of it and where it lies.
public struct Feature: Sendable, Hashable {
    /// What is known of it, by field.
    public let attributes: [String: JSONValue]
    /// Where it lies; nil where that was not asked for, is not known, or is a curve.
    public let geometry: Geometry?
    /// The middle of its polygon, in the spatial reference of the geometries; nil where it was not asked for or is none.
    public let centroid: Position?

    /// Puts a feature together.
    public init(attributes: [String: JSONValue], geometry: Geometry? = nil, centroid: Position? = nil) {
        self.attributes = attributes
        self.geometry = geometry
        self.centroid = centroid
    }

    init(_ json: JSONValue, default reference: SpatialReference?, _ transform: QuantizationTransform? = nil) {
        let geometry = Geometry(json["geometry"], default: reference)
        var centroid: Position?
        if case .point(let place, _)? = Geometry(json["centroid"]) { centroid = place }
        self.init(
            attributes: json["attributes"]?.object ?? [:],
            geometry: geometry.map { transform?.undone($0) ?? $0 },
            centroid: centroid.map { transform?.undone($0) ?? $0 })
    }

    /// An attribute, whatever the case of its field's name.
    public subscript(field: String) -> JSONValue? {
        if let found = attributes[field] { return found }
        let wanted = field.lowercased()
        return attributes.first { $0.key.lowercased() == wanted }?.value
    }
}

/// A field of a layer.
public struct Field: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// The type as services write it, such as `esriFieldTypeString`.
    public let type: String
    /// The name to show.
    public let alias: String
    /// How long a text may be; nil where that is not said.
    public let length: Int?
    /// The values that it may have; nil where there is no such limit.
    public let domain: FieldDomain?

    init?(_ json: JSONValue) {
        guard let name = json.text("name") else { return nil }
        self.name = name
        type = json.text("type") ?? ""
        alias = json.text("alias") ?? name
        length = json.number("length").flatMap { Int(exactly: $0) }
        domain = FieldDomain(json["domain"])
    }
}

/// What a query found, or one page of it.
public struct FeatureSet: Sendable {
    /// The features in the order in which they came.
    public let features: [Feature]
    /// The fields of their attributes.
    public let fields: [Field]
    /// The field whose values name features; nil for statistics.
    public let objectIDField: String?
    /// The type of their geometries; nil for tables and statistics.
    public let geometryType: String?
    /// What their geometries are measured in.
    public let spatialReference: SpatialReference?
    /// Whether there are more than the server sends at a time.
    public let exceededTransferLimit: Bool

    /// Reads an answer or an embedded set; nil where it holds no list of features, or whole numbers that cannot be made coordinates.
    init?(_ json: JSONValue) {
        guard let list = json["features"]?.array else { return nil }
        var transform: QuantizationTransform?
        if let told = json["transform"], !told.isNull {
            transform = QuantizationTransform(told)
            if transform == nil { return nil }
        }
        let reference = SpatialReference(json["spatialReference"])
        spatialReference = reference
        features = list.map { Feature($0, default: reference, transform) }
        fields = (json["fields"]?.array ?? []).compactMap(Field.init)
        objectIDField =
            json.text("objectIdFieldName") ?? fields.first { $0.type == "esriFieldTypeOID" }?.name
        geometryType = json.text("geometryType")
        exceededTransferLimit = json.flag("exceededTransferLimit") ?? false
    }

    /// The ids of the features, where they have some.
    public var objectIDs: [Int64] {
        guard let objectIDField else { return [] }
        return features.compactMap { $0[objectIDField]?.integer }
    }
}
