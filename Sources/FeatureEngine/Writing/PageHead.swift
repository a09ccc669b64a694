internal import JSONValues

/// What stands before the features of a page in the portal's own JSON; it differs by the kind of service.
package enum PageHead: Sendable {
    /// A feature service of a server: the fields of the ids (developers.arcgis.com, "Query (Feature Service/Layer)").
    case server
    /// A hosted feature service: `uniqueIdField` and the SQL type of each field besides.
    case hosted
    /// A map service: the displayed field and the aliases, and no field of ids (developers.arcgis.com, "Query (Map Service/Layer)").
    case map(displayField: String)

    /// Writes the members before the kind of geometry, the first brace included.
    func write(objectIDField: String, globalIDField: JSONValue, fields: [Field], into text: inout JSONText) {
        if case .map(let displayField) = self {
            text.raw("{\"displayFieldName\":")
            text.string(displayField)
            text.raw(",\"fieldAliases\":")
            let aliases = fields.map { ($0.name, $0.document["alias"] ?? .string($0.name)) }
            text.raw(JSONValue.object(Dictionary(aliases) { first, _ in first }).canonicalBytes())
            return
        }
        text.raw("{\"objectIdFieldName\":")
        text.string(objectIDField)
        if case .hosted = self {
            text.raw(",\"uniqueIdField\":{\"name\":")
            text.string(objectIDField)
            text.raw(",\"isSystemMaintained\":true}")
        }
        text.raw(",\"globalIdFieldName\":")
        text.raw(globalIDField.canonicalBytes())
    }

    /// A field as the answers of this kind describe it.
    func document(of field: Field) -> JSONValue {
        switch self {
        case .server: return field.document
        case .hosted:
            guard case .object(var members) = field.document, members["sqlType"] == nil else { return field.document }
            members["sqlType"] = "sqlTypeOther"
            return .object(members)
        case .map:
            let kept: Set<String> = ["name", "type", "alias", "length", "domain"]
            return .object((field.document.object ?? [:]).filter { kept.contains($0.key) && !$0.value.isNull })
        }
    }
}
