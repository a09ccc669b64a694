internal import JSONValues

/// The attributes of one feature, read and shown as a definition says.
struct PopupValues: Sendable {
    private let definition: PopupDefinition
    private let schema: LayerSchema
    private let attributes: [String: JSONValue]
    private let type: LayerSchema.FeatureType?
    private let secondsFromUTC: Int

    init(_ definition: PopupDefinition, _ feature: Feature, _ schema: LayerSchema, secondsFromUTC: Int) {
        self.definition = definition
        self.schema = schema
        attributes = Dictionary(
            feature.attributes.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        type = schema.type(of: feature)
        self.secondsFromUTC = secondsFromUTC
    }

    /// The attribute as it came; nil where there is none.
    func raw(_ field: String) -> JSONValue? { attributes[field.lowercased()] }

    /// The name to show of a field: that of the definition, else that of the layer.
    func label(_ field: String) -> String {
        definition.labels[field.lowercased()] ?? schema.field(field)?.alias ?? field
    }

    /// What is shown of a field; `format` is that of the place where it stands, else that of the definition counts.
    func value(_ name: String, format: FieldFormat? = nil) -> PopupValue {
        if let special = unevaluated(name) { return special }
        guard let raw = raw(name) else { return .absent }
        let text = text(of: raw, field: name, format: format ?? definition.formats[name.lowercased()])
        return text.isEmpty ? .empty : .shown(text)
    }

    /// What is no field of the layer: `expression/name` and `relationships/0/FIELD`.
    private func unevaluated(_ name: String) -> PopupValue? {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        switch parts[0].lowercased() {
        case "expression" where parts.count > 1:
            let rest = parts.dropFirst().joined(separator: "/")
            return definition.expressionsByName[rest.lowercased()].map { .expression($0) } ?? .absent
        case "relationships" where parts.count == 3:
            return Int(parts[1]).map { .related(relationship: $0, field: String(parts[2])) } ?? .absent
        default: return nil
        }
    }

    /// A value with its domain, its type and its format; empty for null.
    private func text(of raw: JSONValue, field name: String, format: FieldFormat?) -> String {
        if raw.isNull { return "" }
        if let typeField = schema.typeField, typeField.lowercased() == name.lowercased(),
            let type = schema.type(withID: raw), !type.name.isEmpty
        {
            return type.name
        }
        if let name = schema.domain(of: name, in: type)?.name(of: raw) { return name }
        if let moment = moment(raw, schema.field(name)?.type, format) { return moment }
        return format?.text(ofNumber: raw) ?? raw.plainText
    }

    /// A date, where the field has dates.
    private func moment(_ raw: JSONValue, _ type: String?, _ format: FieldFormat?) -> String? {
        switch type {
        case "esriFieldTypeDate":
            guard let milliseconds = raw.integer else { return nil }
            // The map viewer shows day and time where nothing else is said (FieldInfoFormat).
            return (format?.dateFormat ?? .shortDateShortTime).text(
                milliseconds: milliseconds, secondsFromUTC: secondsFromUTC)
        case "esriFieldTypeDateOnly":
            guard let day = raw.string.flatMap({ CalendarText.milliseconds(ofDay: $0) }) else { return nil }
            return (format?.dateFormat ?? .shortDate).text(ofDay: day)
        case "esriFieldTypeTimestampOffset":
            guard let (moment, offset) = raw.string.flatMap({ CalendarText.moment($0) }) else { return nil }
            return (format?.dateFormat ?? .shortDateShortTime).text(milliseconds: moment, secondsFromUTC: offset)
        default: return nil
        }
    }
}
