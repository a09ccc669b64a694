internal import FeatureEngine
internal import JSONValues
internal import Platform

/// What a definition may say of a layer or a service, and what of it cannot be changed (ArcGIS REST API, "Update Definition
/// (Feature Layer)" and "(Feature Service)").
enum DefinitionCheck {
    /// Members that hold whole numbers from 1 on.
    private static let counts = ["maxRecordCount", "standardMaxRecordCount", "tileMaxRecordCount"]
    /// Members that name a field, or none.
    private static let fieldNames = ["displayField", "typeIdField", "subtypeField"]
    private static let flags = ["hasAttachments", "defaultVisibility", "allowGeometryUpdates"]
    private static let texts = ["description", "copyrightText"]
    private static let scales = ["minScale", "maxScale"]

    /// What is wrong with what is said of a layer, which has a table; nil where nothing is.
    static func problem(_ members: [String: JSONValue], of table: FeatureTable) -> String? {
        if let problem = problem(members) { return problem }
        for name in fieldNames {
            guard let told = members[name], !told.isNull, told.string != "" else { continue }
            guard let field = told.string, table.field(field) != nil else {
                return "\(name) \(DataProblem.shown(told)) is no field of the layer"
            }
        }
        return nil
    }

    /// What is wrong with what is said of a layer or a service alike.
    static func problem(_ members: [String: JSONValue]) -> String? {
        func wrong(_ names: [String], _ kind: String, _ isRight: (JSONValue) -> Bool) -> String? {
            names.lazy.compactMap { name in members[name].map { (name, $0) } }
                .first { !$0.1.isNull && !isRight($0.1) }
                .map { "\($0) \(DataProblem.shown($1)) is no \(kind)" }
        }
        return wrong(counts, "whole number from 1 on") { $0.integer.map { $0 > 0 } ?? false }
            ?? wrong(flags, "truth value") { if case .bool = $0 { true } else { false } }
            ?? wrong(texts, "text") { $0.string != nil }
            ?? wrong(scales, "scale") { $0.double.map { $0 >= 0 } ?? false }
    }

    /// Capabilities that are not among those of a service; nil where all are.
    static func excess(_ capabilities: String, over service: String) -> String? {
        let known = Set(service.split(separator: ","))
        return capabilities.split(separator: ",").first { !known.contains($0) }.map { String($0) }
    }

    /// Throws where the definition of a layer would change what stays as it is; what is told as it is already may stand there.
    static func requireChangeable(
        _ told: [String: JSONValue], _ layer: PortalContent.Layer, of service: PortalContent.Service
    ) throws(WriteRefusal) {
        for name in told.keys.sorted() where !agrees(told[name], with: layer.document[name]) {
            guard LayerDefinition.structural.contains(name) || unserved.contains(name) else { continue }
            switch name {
            // What answers add: the version of the product, the times of edits, and the item.
            case "fields", "currentVersion", "editingInfo": continue
            case "serviceItemId" where told[name]?.string == service.itemID: continue
            case "capabilities":
                guard let text = told[name]?.string else { throw refusal("capabilities is no text") }
                if let more = excess(text.filter { $0 != " " }, over: service.capabilities) {
                    throw refusal(
                        "the capability \(more) is not one of the service, which has \(service.capabilities); change those first"
                    )
                }
            case "extent": throw refusal("extent follows the features of the layer and cannot be changed")
            default: throw unchangeable(name, of: "a layer", layer.document[name])
            }
        }
        let table = layer.features.withLock { $0 }
        if let problem = problem(told, of: table) { throw refusal(problem) }
    }

    /// Whether a member says what is so already; answers of some products have more members of an object, or fewer.
    private static func agrees(_ told: JSONValue?, with present: JSONValue?) -> Bool {
        guard let told, let present else { return told == present }
        if let list = told.array, let known = present.array {
            return list.count == known.count && zip(list, known).allSatisfy { agrees($0, with: $1) }
        }
        guard let members = told.object, let known = present.object else { return told.text() == present.text() }
        let shared = members.filter { known[$0.key] != nil }
        return members.isEmpty == shared.isEmpty && shared.allSatisfy { agrees($0.value, with: known[$0.key]) }
    }

    /// What a layer would show and not hold to.
    private static let unserved: Set<String> = ["definitionQuery", "viewDefinitionQuery"]

    /// The same of a service.
    static func requireChangeable(
        _ told: [String: JSONValue], _ service: PortalContent.Service
    ) throws(WriteRefusal) {
        let document = service.featureServer ?? [:]
        for name in ["name", "layers", "tables", "relationships", "serviceItemId"] {
            guard let value = told[name], !agrees(value, with: document[name]) else { continue }
            if name == "serviceItemId", value.string == service.itemID { continue }
            throw unchangeable(name, of: "a service", name == "layers" || name == "tables" ? nil : document[name])
        }
        if let value = told["spatialReference"], !value.isNull,
            SpatialReference(value).map({ $0 != service.reference }) ?? true
        {
            throw unchangeable("spatialReference", of: "a service", service.reference.document)
        }
        if let value = told["capabilities"], value.string == nil { throw refusal("capabilities is no text") }
        let capabilities = told["capabilities"]?.string?.filter { $0 != " " } ?? service.capabilities
        if let value = told["syncEnabled"], value != .bool(excess("Sync", over: capabilities) == nil) {
            throw refusal("syncEnabled says what capabilities say by Sync, and these are \(capabilities)")
        }
        if let problem = problem(told) { throw refusal(problem) }
    }

    private static func unchangeable(_ name: String, of what: String, _ value: JSONValue?) -> WriteRefusal {
        let present = value.map { "; it is \(DataProblem.shown($0))" } ?? ""
        return refusal("\(name) of \(what) cannot be changed\(present)")
    }

    private static func refusal(_ problem: String) -> WriteRefusal {
        .parameter("updateDefinition", "cannot be used: \(problem)")
    }
}
