internal import JSONValues

/// One side of a relationship between two layers or tables of a service, as a layer's metadata describe it (developers.arcgis.com,
/// "Layer (Feature Service)", `relationships`).
struct LayerRelationship: Sendable {
    /// The number that both sides call it by.
    let id: Int
    let name: String
    /// The id of the layer or table on the other side.
    let relatedLayer: Int
    /// The field of this side whose values both sides share.
    let keyField: String
    let isOrigin: Bool
    let cardinality: String
    let isComposite: Bool

    /// Reads an element of `relationships`; nil where a member is missing that it cannot be followed without.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.integer.flatMap({ Int(exactly: $0) }),
            let related = json["relatedTableId"]?.integer.flatMap({ Int(exactly: $0) }),
            let keyField = json["keyField"]?.string
        else { return nil }
        self.id = id
        self.keyField = keyField
        relatedLayer = related
        name = json["name"]?.string ?? ""
        isOrigin = json["role"]?.string != "esriRelRoleDestination"
        cardinality = json["cardinality"]?.string ?? "esriRelCardinalityOneToMany"
        isComposite = json["composite"]?.bool ?? false
    }

    /// The relationship as the document of a feature service has it, seen from its origin.
    func document(origin layer: Int, destination other: LayerRelationship) -> JSONValue {
        [
            "id": .integer(Int64(id)), "name": .string(name), "backwardPathLabel": .string(other.name),
            "originLayerId": .integer(Int64(layer)), "originPrimaryKey": .string(keyField),
            "forwardPathLabel": .string(name), "destinationLayerId": .integer(Int64(relatedLayer)),
            "originForeignKey": .string(other.keyField), "relationshipTableId": -1, "destinationPrimaryKey": "",
            "destinationForeignKey": "", "rules": [], "cardinality": .string(cardinality), "attributed": false,
            "composite": .bool(isComposite),
        ]
    }
}
