internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Changes what hosted feature services and their layers are (ArcGIS REST API, "Add To Definition", "Update Definition",
/// "Delete From Definition", "Truncate").
enum DefinitionEndpoint {
    // MARK: services

    /// Adds layers and tables; an id that is told and free is theirs.
    static func addToService(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { service, write, put throws(WriteRefusal) in
            let told = try write.object("addToDefinition")
            var layers = service.layers
            var entries: [String: [JSONValue]] = [:]
            for (key, isTable) in [("layers", false), ("tables", true)] {
                guard let list = (told[key] ?? []).array else {
                    throw .parameter("addToDefinition", "cannot be used: \(key) is no list")
                }
                try ContentWrite.requireRoom(forLayers: layers.count + list.count)
                for (index, definition) in list.enumerated() {
                    let id = try id(definition["id"], among: layers)
                    let layer = try LayerDefinition.layer(
                        definition, id: id, isTable: isTable, of: service, at: index)
                    layers.append(layer)
                    entries[key, default: []].append(["name": layer.document["name"] ?? "", "id": .integer(Int64(id))])
                }
            }
            guard !entries.isEmpty else { throw .parameter("addToDefinition", "has neither layers nor tables") }
            let members = entries.mapValues { JSONValue.array($0) }
            try put(service.changed(layers: layers))
            return .object(members.merging(["success": true]) { $1 })
        }
    }

    private static func id(_ told: JSONValue?, among layers: [PortalContent.Layer]) throws(WriteRefusal) -> Int {
        let known = Set(layers.map(\.id))
        if let told, !told.isNull {
            guard let id = told.integer, (0...9_999).contains(id) else {
                throw .parameter("addToDefinition", "cannot be used: the id of a layer is no number from 0 to 9999")
            }
            if !known.contains(Int(id)) { return Int(id) }
        }
        return (known.max() ?? -1) + 1
    }

    /// Changes what the service says of itself, what it lets do among it.
    static func updateService(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { service, write, put throws(WriteRefusal) in
            var told = try write.object("updateDefinition")
            try DefinitionCheck.requireChangeable(told, service)
            for key in ["layers", "tables", "name", "currentVersion", "serviceItemId"] { told[key] = nil }
            if let text = told["capabilities"]?.string { told["capabilities"] = .string(text.filter { $0 != " " }) }
            let changed = service.changed(feature: (service.told.feature ?? [:]).merging(told) { $1 })
            // What the layers say of editing follows.
            let members: [String: JSONValue] = told["capabilities"] == nil ? [:] : ["capabilities": .null]
            try replace(service.layers.sorted { $0.id < $1.id }[...]) { () throws(WriteRefusal) in
                let layers = service.layers.map { LayerDefinition.changed($0, members, of: changed) }
                try put(changed.changed(layers: layers))
                return layers.sorted { $0.id < $1.id }[...]
            }
            return ["success": true]
        }
    }

    /// Deletes layers and tables with their features.
    static func deleteFromService(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { service, write, put throws(WriteRefusal) in
            let told = try write.object("deleteFromDefinition")
            let ids = ((told["layers"]?.array ?? []) + (told["tables"]?.array ?? [])).map {
                $0["id"]?.integer ?? $0.integer
            }
            guard !ids.isEmpty, !ids.contains(nil) else {
                throw .parameter("deleteFromDefinition", "must be {\"layers\": [{\"id\": 0}], \"tables\": []}")
            }
            for id in ids where !service.layers.contains(where: { Int64($0.id) == id }) {
                throw .parameter("deleteFromDefinition", "names the layer \(id ?? 0), which there is not")
            }
            try put(service.changed(layers: service.layers.filter { layer in !ids.contains(Int64(layer.id)) }))
            return ["success": true]
        }
    }

    // MARK: layers

    /// Adds fields.
    static func addToLayer(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeLayer(request) { layer, service, write throws(WriteRefusal) in
            let told = try write.object("addToDefinition")
            let fields = told["fields"]?.array ?? []
            guard !fields.isEmpty || told["indexes"] != nil else {
                throw .parameter("addToDefinition", "has no fields")
            }
            var table = layer.features.withLock { $0 }
            for (index, field) in fields.enumerated() {
                do throws(DataProblem) { try table.add(field: field) } catch {
                    throw .data("addToDefinition", error.within("fields[\(index)]"))
                }
            }
            return LayerDefinition.changed(layer, table: table, of: service)
        }
    }

    /// Changes what the layer and its fields say.
    static func updateLayer(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeLayer(request) { layer, service, write throws(WriteRefusal) in
            var told = try write.object("updateDefinition")
            if let fields = told["fields"], fields.array == nil {
                throw .parameter("updateDefinition", "cannot be used: fields is no list")
            }
            for name in ["drawingInfo", "advancedQueryCapabilities", "timeInfo"] {
                guard let value = told[name], !value.isNull, value.object == nil else { continue }
                throw .parameter("updateDefinition", "cannot be used: \(name) is no object")
            }
            var table = layer.features.withLock { $0 }
            do throws(DataProblem) {
                try table.change(fields: told["fields"]?.array ?? [])
            } catch {
                throw .data("updateDefinition", error)
            }
            if let name = told["name"], name.string?.allSatisfy(\.isWhitespace) != false {
                throw .parameter("updateDefinition", "cannot be used: name must be a text")
            }
            if let problem = told["name"]?.string.flatMap({ TextBound.title.problem($0) }) {
                throw .parameter("updateDefinition", "cannot be used: name \(problem)")
            }
            try DefinitionCheck.requireChangeable(told, layer, of: service)
            if let text = told["capabilities"]?.string { told["capabilities"] = .string(text.filter { $0 != " " }) }
            return LayerDefinition.changed(layer, table: table, told, of: service)
        }
    }

    /// Deletes fields with their values.
    static func deleteFromLayer(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeLayer(request) { layer, service, write throws(WriteRefusal) in
            let told = try write.object("deleteFromDefinition")
            let fields = told["fields"]?.array ?? []
            guard !fields.isEmpty || told["indexes"] != nil else {
                throw .parameter("deleteFromDefinition", "has no fields")
            }
            var table = layer.features.withLock { $0 }
            for (index, field) in fields.enumerated() {
                do throws(DataProblem) {
                    try table.remove(field: field["name"]?.string ?? field.string ?? "")
                } catch {
                    throw .data("deleteFromDefinition", error.within("fields[\(index)]"))
                }
            }
            return LayerDefinition.changed(layer, table: table, of: service)
        }
    }

    /// Deletes every feature of a layer with what is attached to it, or the attachments alone.
    static func truncate(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeLayer(request) { layer, service, write throws(WriteRefusal) in
            guard !service.isTracked else {
                throw .failed(
                    "Truncate is not supported.",
                    "\(service.name) remembers what changes, for clients that work offline; delete the features instead."
                )
            }
            var table = layer.features.withLock { $0 }
            if request["attachmentOnly"]?.lowercased() != "true" { table.truncate() }
            let told = layer.told
            return PortalContent.Layer(
                id: layer.id, told: told.filter { $0.key != "extent" }, table: table, reference: layer.reference,
                capabilities: service.capabilities, maximum: service.maximum, attachments: layer.attachments,
                editing: layer.editing)
        } whenPut: { layer in
            layer.attachments.withLock { table in table.removeAll { _ in true } }
        }
    }

    // MARK: both

    /// The service that a path of `rest/admin/services` names.
    static func service(_ request: EndpointRequest) throws(BlueprintError) -> PortalContent.Service? {
        try request.content.service(request.captures.prefix(2).joined(separator: "/"))
    }

    /// Changes a service: the body puts the changed one into the world by its last parameter, which throws where there is no room.
    private static func change(
        _ request: EndpointRequest,
        _ body: (
            PortalContent.Service, ContentWrite, _ put: (PortalContent.Service) throws(WriteRefusal) -> Void
        ) throws(WriteRefusal) -> JSONValue
    ) throws(BlueprintError) -> PortalReply {
        guard let found = try service(request) else {
            return ServiceRequest.notFound(request.captures.prefix(2).joined(separator: "/"))
        }
        return try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let service = world.addedServices[found.name] ?? found
            try write.requireControl(of: service, in: world)
            try write.requireRoom(for: service, in: world)
            let before = WorldSize(world)
            return try body(service, write) { changed throws(WriteRefusal) in
                try write.put(changed, into: &world)
                try WorldSize(world).check(against: before, write.limits)
            }
        }
    }

    /// Changes one layer while no edit is applied to it; `whenPut` changes what the old layer and the new one share, once there is room
    /// for the new one.
    private static func changeLayer(
        _ request: EndpointRequest,
        _ body: (PortalContent.Layer, PortalContent.Service, ContentWrite) throws(WriteRefusal) -> PortalContent.Layer,
        whenPut: (PortalContent.Layer) -> Void = { _ in }
    ) throws(BlueprintError) -> PortalReply {
        try change(request) { service, write, put throws(WriteRefusal) in
            let asked = request.captures[2]
            guard let id = Int(asked), let index = service.layers.firstIndex(where: { $0.id == id }) else {
                throw WriteRefusal(
                    .noLayer(String(asked.prefix(40))), "\(service.name) has no layer \(asked.prefix(40))")
            }
            var layers = service.layers
            let layer = layers[index]
            try replace([layer]) { () throws(WriteRefusal) in
                layers[index] = try body(layer, service, write)
                try put(service.changed(layers: layers))
                whenPut(layer)
                return [layers[index]]
            }
            return ["success": true]
        }
    }

    /// Puts layers in the places of others while no edit is applied to any; edits that wait for their turn go to the new ones' features.
    ///
    /// The layers stand in the order of their ids, in which edits of several hold them, and so do those that the body gives. A body
    /// that throws leaves the old ones where edits go: there was no room for the new ones.
    @discardableResult
    private static func replace(
        _ layers: ArraySlice<PortalContent.Layer>,
        by body: () throws(WriteRefusal) -> ArraySlice<PortalContent.Layer>
    ) throws(WriteRefusal) -> ArraySlice<PortalContent.Layer> {
        guard let first = layers.first else { return try body() }
        return try first.editing.withLock { features throws(WriteRefusal) in
            var next = try replace(layers.dropFirst(), by: body)
            if let last = next.popLast() { features = last.features }
            return next
        }
    }

    // MARK: what is read

    /// `rest/admin/services/…/FeatureServer`: the service as its owner sees it.
    static func admin(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request) { service in .document(service.featureServer ?? [:]) }
    }

    /// The layer likewise.
    static func adminLayer(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request) { service in
            guard let layer = service.layers.first(where: { "\($0.id)" == request.captures[2] }) else {
                return .failure(.noLayer(String(request.captures[2].prefix(40))))
            }
            return .document(.object(layer.document))
        }
    }

    /// `refresh`, after which the definitions are those that are there: here they always are.
    static func refresh(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { service, _, put throws(WriteRefusal) in
            try put(service)
            return ["success": true]
        }
    }

    private static func seen(
        _ request: EndpointRequest, _ body: (PortalContent.Service) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        guard let service = try service(request), service.featureServer != nil else {
            return ServiceRequest.notFound(request.captures.prefix(2).joined(separator: "/"))
        }
        if let refusal = try SecuredService.refusal(service, request) { return refusal }
        return body(service)
    }
}
