internal import FeatureEngine
internal import JSONValues
internal import Platform

/// A layer as `addToDefinition` describes it (ArcGIS REST API, "Add To Definition (Feature Service)").
enum LayerDefinition {
    /// Members that say what the table is, and not how it is shown.
    static let structural: Set<String> = [
        "id", "fields", "objectIdField", "globalIdField", "geometryType", "type", "extent", "spatialReference",
        "indexes",
        "adminLayerInfo", "sourceSpatialReference", "uniqueIdField", "capabilities", "relationships", "serviceItemId",
        "currentVersion", "isView", "editingInfo", "hasZ", "hasM", "advancedQueryCapabilities",
    ]

    /// Makes a layer with an id of its own; `index` tells it apart in what is said.
    static func layer(
        _ definition: JSONValue, id: Int, isTable: Bool, of service: PortalContent.Service, at index: Int
    ) throws(WriteRefusal) -> PortalContent.Layer {
        let place = "\(isTable ? "tables" : "layers")[\(index)]"
        guard let members = definition.object else {
            throw .parameter("addToDefinition", "cannot be used: \(place) is no object")
        }
        guard let name = members["name"]?.string, !name.allSatisfy(\.isWhitespace), name.utf8.count <= 250 else {
            throw .parameter("addToDefinition", "cannot be used: \(place).name must have 1 to 250 bytes")
        }
        var kind: GeometryKind?
        if !isTable, members["type"]?.string != "Table" {
            guard let told = members["geometryType"]?.string.flatMap({ GeometryKind(rawValue: $0) }) else {
                throw .parameter(
                    "addToDefinition",
                    "cannot be used: \(place).geometryType is none of "
                        + GeometryKind.allCases.map(\.rawValue).joined(separator: ", "))
            }
            kind = told
        }
        let table: FeatureTable
        do throws(DataProblem) {
            table = try FeatureTable.empty(
                fields: members["fields"]?.array ?? [], objectIDField: members["objectIdField"]?.string, geometry: kind)
        } catch {
            throw .data("addToDefinition", error.within(place))
        }
        if let problem = DefinitionCheck.problem(members, of: table) {
            throw .parameter("addToDefinition", "cannot be used: \(place).\(problem)")
        }
        return layer(table, told: members, id: id, of: service)
    }

    /// Makes a layer of a table and of what is said of it.
    static func layer(
        _ table: FeatureTable, told: [String: JSONValue], id: Int, of service: PortalContent.Service
    ) -> PortalContent.Layer {
        PortalContent.Layer(
            id: id, told: told.filter { !structural.contains($0.key) && !$0.value.isNull }, table: table,
            reference: service.reference, capabilities: service.capabilities, maximum: service.maximum)
    }

    /// The same layer with another table, or with more said of it; what is attached stays. Asked while the layer is not edited.
    static func changed(
        _ layer: PortalContent.Layer, table: FeatureTable? = nil, _ members: [String: JSONValue] = [:],
        of service: PortalContent.Service
    ) -> PortalContent.Layer {
        let shown = members.filter { $0.key == "capabilities" || !structural.contains($0.key) }
        var told = layer.told.merging(shown) { $1 }
        // Made anew from the table.
        for name in ["fields", "extent"] { told[name] = nil }
        // A layer may let do less than its service, and lets do as much where nothing is said.
        let own = told["capabilities"]?.string.flatMap {
            DefinitionCheck.excess($0, over: service.capabilities) == nil ? $0 : nil
        }
        told["capabilities"] = own.map { .string($0) }
        if told["maxRecordCount"]?.isNull == true { told["maxRecordCount"] = nil }
        var table = table ?? layer.features.withLock { $0 }
        if service.isTracked { table.track() }
        return PortalContent.Layer(
            id: layer.id, told: told, table: table, reference: layer.reference,
            capabilities: own ?? service.capabilities, maximum: service.maximum, attachments: layer.attachments,
            editing: layer.editing)
    }
}
