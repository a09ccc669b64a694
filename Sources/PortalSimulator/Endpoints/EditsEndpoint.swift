internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// Edits of a layer (developers.arcgis.com, "Apply Edits (Feature Service/Layer)" and its neighbours), kept until the portal is reset.
enum EditsEndpoint {
    static func applyEdits(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request) { parameters, _ throws(ParameterProblem) in
            LayerEdits(
                adds: try features("adds", parameters), updates: try features("updates", parameters),
                deletes: try ids("deletes", parameters))
        }
    }

    static func addFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "addResults") { parameters, _ throws(ParameterProblem) in
            LayerEdits(adds: try features("features", parameters))
        }
    }

    static func updateFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "updateResults") { parameters, _ throws(ParameterProblem) in
            LayerEdits(updates: try features("features", parameters))
        }
    }

    /// `deleteFeatures`: by object ids, or by what a query finds.
    static func deleteFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "deleteResults") { parameters, layer throws(ParameterProblem) in
            if parameters["where"] == nil, parameters["geometry"] == nil {
                return LayerEdits(deletes: try ids("objectIds", parameters))
            }
            let table = layer.features.withLock { $0 }
            let query = try LayerQuery(
                parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                maximum: layer.maximum, isGeoJSON: false)
            let rows = try ParameterProblem.naming { () throws(QueryProblem) in try query.rows(of: table) }
            return LayerEdits(deletes: table.objectIDs(of: rows))
        }
    }

    private static func edit(
        _ request: ServiceRequest, member: String? = nil,
        _ read: (QueryParameters, PortalContent.Layer) throws(ParameterProblem) -> LayerEdits
    ) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            if let refusal = refusal(request, layer) { return refusal }
            do throws(ParameterProblem) {
                var edits = try read(request.parameters, layer)
                edits.rollsBack = try request.parameters.flag("rollbackOnFailure", otherwise: true)
                let limits = EditLimits(request.request.site.limits)
                let results = layer.editing.withLock { _ in
                    // On a copy, so that a look at the layer never waits for an edit.
                    var table = layer.features.withLock { $0 }
                    let results = edits.apply(to: &table, reference: layer.reference, limits: limits)
                    layer.features.withLock { $0 = table }
                    return results
                }
                let all: [String: JSONValue] = [
                    "addResults": .array(results.adds), "updateResults": .array(results.updates),
                    "deleteResults": .array(results.deletes),
                ]
                let reply = PortalReply.document(.object(all.filter { member == nil || $0.key == member }))
                return results.limit.map { reply.refused("limits", $0.description) } ?? reply
            } catch {
                return .failure(
                    ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list(error.details)), "edits",
                    "\(error.parameter): \(error.problem)")
            }
        }
    }

    /// Why a layer takes no edit that came so; nil where it takes it.
    static func refusal(_ request: ServiceRequest, _ layer: PortalContent.Layer) -> PortalReply? {
        guard request.request.method == "POST" else {
            return .failure(.methodNotSupported, "method", "edits are applied by POST only")
        }
        if let type = request.request.body.unreadType {
            let words = "the body is of the type \(BodyProblem.quoted(type)); edits are parameters of a form"
            return .failure(
                ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), "body", words)
        }
        let capabilities = layer.document["capabilities"]?.string ?? ""
        guard !layer.isMadeFromData || capabilities.split(separator: ",").contains("Editing") else {
            return .failure(
                ErrorEnvelope(
                    400, "This operation is not supported.",
                    details: .list(["\(request.service.name) is not for editing; it has \(capabilities)"])), "edits",
                "the service is not for editing")
        }
        return nil
    }

    /// The features of a parameter; none where it is absent.
    private static func features(_ name: String, _ parameters: QueryParameters) throws(ParameterProblem) -> [JSONValue]
    {
        guard let text = parameters[name] else { return [] }
        guard let features = (try? JSONValue(parsing: text))?.array else {
            throw ParameterProblem(name, "is no JSON list of features")
        }
        guard features.count <= LayerEdits.maximum else {
            throw ParameterProblem(name, "more than \(LayerEdits.maximum) features")
        }
        return features
    }

    /// Object ids, separated by commas or as a JSON list.
    private static func ids(_ name: String, _ parameters: QueryParameters) throws(ParameterProblem) -> [Int64] {
        var ids: [Int64] = []
        guard var text = parameters[name].map({ $0.trimming(while: \.isWhitespace) }) else { return ids }
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        for word in try QueryParameters.list(of: text, name, atMost: LayerEdits.maximum) {
            guard let id = Int64(word) else { throw ParameterProblem(name, "\"\(word.prefix(40))\" is no object id") }
            ids.append(id)
        }
        return ids
    }
}

extension EditLimits {
    /// What a portal allows the edits of each of its layers.
    fileprivate init(_ limits: ResourceLimits) {
        self.init(features: limits.addedFeatures, bytes: limits.editedBytes)
    }
}
