public import JSONValues

/// What a layer says of its attributes: fields with their domains, and what differs by the type of a feature.
///
/// Types and subtypes are those of a layer's document
/// (developers.arcgis.com/rest/services-reference/enterprise/layer-feature-service/).
public struct LayerSchema: Sendable, Hashable {
    /// Features of one type or subtype.
    public struct FeatureType: Sendable, Hashable {
        /// The value of the layer's ``LayerSchema/typeField``.
        public let id: JSONValue
        /// The name to show.
        public let name: String
        /// The fields, in small letters, whose domain is not the field's own; nil stands for no domain.
        let domains: [String: FieldDomain?]
    }
    /// The fields in their order.
    public let fields: [Field]
    /// The field that says of which type a feature is; nil where there are no types.
    public let typeField: String?
    /// The types; subtypes where the layer has some.
    public let types: [FeatureType]
    private let byName: [String: Field]

    /// Reads the document of a layer or table; what is not there is empty.
    init(_ json: JSONValue?) {
        fields = (json?["fields"]?.array ?? []).compactMap(Field.init)
        byName = Dictionary(fields.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        let subtypes = Self.types(json?["subtypes"], id: "code")
        if let field = json?.text("subtypeField"), !subtypes.isEmpty {
            typeField = field
            types = subtypes
        } else {
            let own = Self.types(json?["types"], id: "id")
            typeField = own.isEmpty ? nil : json?.text("typeIdField")
            types = typeField == nil ? [] : own
        }
    }

    /// A field by its name, whatever the case.
    public func field(_ name: String) -> Field? { byName[name.lowercased()] }

    /// The type of a feature; nil where it has none that the layer knows.
    public func type(of feature: Feature) -> FeatureType? {
        guard let typeField, let value = feature[typeField], !value.isNull else { return nil }
        return type(withID: value)
    }

    /// The values that a field of a feature may have: those of the feature's type, else those of the field.
    public func domain(of field: String, in feature: Feature) -> FieldDomain? {
        domain(of: field, in: type(of: feature))
    }

    func type(withID id: JSONValue) -> FeatureType? { types.first { $0.id.isSameCode(as: id) } }

    func domain(of name: String, in type: FeatureType?) -> FieldDomain? {
        if let own = type?.domains[name.lowercased()] { return own }
        return field(name)?.domain
    }

    private static func types(_ json: JSONValue?, id: String) -> [FeatureType] {
        (json?.array ?? []).compactMap { type in
            guard let value = type[id], !value.isNull else { return nil }
            var domains: [String: FieldDomain?] = [:]
            for (field, domain) in type["domains"]?.object ?? [:] where domain.text("type") != "inherited" {
                domains[field.lowercased()] = .some(FieldDomain(domain))
            }
            return FeatureType(id: value, name: type.text("name") ?? "", domains: domains)
        }
    }
}

extension ServiceLayer {
    /// What it says of its attributes; empty until loaded.
    public var schema: LayerSchema { LayerSchema(metadata) }
}
