internal import JSONValues

/// What a layer has to do with another layer or table of its service
/// (developers.arcgis.com/rest/services-reference/enterprise/layer-feature-service/, `relationships`).
public struct LayerRelationship: Sendable, Hashable {
    /// How many records of either side belong together.
    public enum Cardinality: String, Sendable, Hashable {
        case oneToOne = "esriRelCardinalityOneToOne"
        case oneToMany = "esriRelCardinalityOneToMany"
        case manyToMany = "esriRelCardinalityManyToMany"
    }
    /// Which side of it the layer is.
    public enum Role: String, Sendable, Hashable {
        case origin = "esriRelRoleOrigin"
        case destination = "esriRelRoleDestination"
    }
    /// The number by which queries name it.
    public let id: Int
    /// Its name.
    public let name: String
    /// The id of the layer or table on the other side.
    public let relatedTableID: Int
    /// How many records belong together; nil where that is not said.
    public let cardinality: Cardinality?
    /// Which side the layer is; nil where that is not said.
    public let role: Role?
    /// The field of this side whose values both sides share; nil where that is not said.
    public let keyField: String?

    init?(_ json: JSONValue) {
        guard let id = json.number("id").flatMap({ Int(exactly: $0) }),
            let related = json.number("relatedTableId").flatMap({ Int(exactly: $0) })
        else { return nil }
        self.id = id
        name = json.text("name") ?? ""
        relatedTableID = related
        cardinality = json.text("cardinality").flatMap(Cardinality.init)
        role = json.text("role").flatMap(Role.init)
        keyField = json.text("keyField")
    }
}
