internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// Edits of a layer (developers.arcgis.com, "Apply Edits (Feature Service/Layer)" and its neighbours), kept until the portal is reset.
enum EditsEndpoint {
    static func applyEdits(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, takesAttachments: true) { reader, _ throws(ParameterProblem) in
            try refuseUploadedEdits(request)
            return LayerEdits(
                adds: try reader.features("adds"), updates: try reader.features("updates"),
                deletes: try reader.targets("deletes"))
        }
    }

    static func addFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "addResults") { reader, _ throws(ParameterProblem) in
            LayerEdits(adds: try reader.features("features"))
        }
    }

    static func updateFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "updateResults") { reader, _ throws(ParameterProblem) in
            LayerEdits(updates: try reader.features("features"))
        }
    }

    /// `deleteFeatures`: by object ids, or by what a query finds.
    static func deleteFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, member: "deleteResults") { reader, layer throws(ParameterProblem) in
            let parameters = reader.parameters
            if parameters["where"] == nil, parameters["geometry"] == nil {
                return LayerEdits(deletes: try reader.targets("objectIds"))
            }
            let table = layer.features.withLock { $0 }
            let query = try LayerQuery(
                parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                maximum: layer.maximum, isGeoJSON: false)
            let rows = try ParameterProblem.naming { () throws(QueryProblem) in try query.rows(of: table) }
            return LayerEdits(deletes: table.objectIDs(of: rows).map { .objectID($0) })
        }
    }

    private static func edit(
        _ request: ServiceRequest, member: String? = nil, takesAttachments: Bool = false,
        _ read: (EditReader, PortalContent.Layer) throws(ParameterProblem) -> LayerEdits
    ) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            if let refusal = refusal(request, layer) { return refusal }
            do throws(ParameterProblem) {
                let reader = try EditReader(request.parameters, of: [layer])
                var edits = try read(reader, layer)
                if let refusal = refusal(request, layer, for: edits) { return refusal }
                edits.usesGlobalIDs = reader.usesGlobalIDs
                // Where a layer does not let it be chosen, all or nothing is done (developers.arcgis.com, "Apply Edits").
                let rollsBack =
                    try request.parameters.flag("rollbackOnFailure", otherwise: true) || !layer.letsRollbackBeChosen
                let attachments =
                    takesAttachments
                    ? try AttachmentEdits(request.parameters, of: layer, usesGlobalIDs: reader.usesGlobalIDs) : nil
                let part = ServiceEdits.Part(layer: layer, edits: edits, attachments: attachments)
                let applied = ServiceEdits(part, rollsBack: rollsBack).apply(request.request)[0]
                let reply = PortalReply.document(
                    .object(applied.members.filter { member == nil || $0.key == member }))
                return applied.limit.map { reply.refused("limits", $0) } ?? reply
            } catch {
                return refusal(error)
            }
        }
    }

    /// Throws where the edits are said to have come before, as an upload, of which there is none here.
    static func refuseUploadedEdits(_ request: ServiceRequest) throws(ParameterProblem) {
        guard request.parameters["editsUploadId"] != nil else { return }
        throw ParameterProblem("editsUploadId", "uploads are not served; send the edits themselves in the request")
    }

    /// Why a layer takes no edit that came so; nil where it takes it.
    static func refusal(_ request: ServiceRequest, _ layer: PortalContent.Layer) -> PortalReply? {
        if let refusal = refusal(request) { return refusal }
        guard layer.takesEdits || request.isViewersToEdit else {
            let capabilities = layer.document["capabilities"]?.string ?? ""
            return notSupported("\(request.service.name) is not for editing; it has \(capabilities)")
        }
        return nil
    }

    /// Why a service takes no edit that came so, whatever it is about.
    static func refusal(_ request: ServiceRequest) -> PortalReply? {
        guard request.request.method == "POST" else {
            return .failure(.methodNotSupported, "method", "edits are applied by POST only", cause: .method)
        }
        if let type = request.request.body.unreadType {
            let words = "the body is of the type \(BodyProblem.quoted(type)); edits are parameters of a form"
            return .failure(
                ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), "body", words,
                cause: .body)
        }
        return nil
    }

    /// Why a layer does not take a kind of edit; nil where it takes all that there are.
    static func refusal(
        _ request: ServiceRequest, _ layer: PortalContent.Layer, for edits: LayerEdits
    ) -> PortalReply? {
        guard let missing = edits.capabilities.first(where: { !layer.allows($0) }), !request.isViewersToEdit else {
            return nil
        }
        return lacking(missing, request, layer)
    }

    /// Why a layer takes no edits that came so and need a capability; nil where it takes them.
    static func refusal(
        _ request: ServiceRequest, _ layer: PortalContent.Layer, needing capability: String
    ) -> PortalReply? {
        refusal(request, layer)
            ?? (layer.allows(capability) || request.isViewersToEdit ? nil : lacking(capability, request, layer))
    }

    private static func lacking(
        _ missing: String, _ request: ServiceRequest, _ layer: PortalContent.Layer
    ) -> PortalReply {
        let capabilities = layer.document["capabilities"]?.string ?? ""
        return notSupported("layer \(layer.id) of \(request.service.name) has no \(missing); it has \(capabilities)")
    }

    static func refusal(_ problem: ParameterProblem) -> PortalReply {
        .failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list(problem.details)), "edits",
            "\(problem.parameter): \(problem.problem)")
    }

    private static func notSupported(_ why: String) -> PortalReply {
        .failure(
            ErrorEnvelope(400, "This operation is not supported.", details: .list([why])), "edits",
            "the service is not for editing")
    }
}

extension ServiceRequest {
    /// Whether the viewer edits the features of a hosted service whatever its capabilities say.
    ///
    /// The owner of its item, administrators and members of shared update groups do (enterprise.arcgis.com, "Manage hosted feature
    /// layer editing").
    fileprivate var isViewersToEdit: Bool {
        guard service.isHosted, let id = service.itemID, let item = try? request.content.items().withID(id),
            let sharing = try? Sharing(request)
        else { return false }
        return sharing.mayUpdate(item)
    }
}

extension LayerEdits.Results {
    /// The results as the answer names them.
    var members: [String: JSONValue] {
        ["addResults": .array(adds), "updateResults": .array(updates), "deleteResults": .array(deletes)]
    }
}

extension EditLimits {
    /// What a portal allows the edits of each of its layers.
    init(_ limits: ResourceLimits) {
        self.init(features: limits.addedFeatures, bytes: limits.editedBytes)
    }

    /// What a portal allows the edits of one table, with what is left for all layers.
    init(_ request: EndpointRequest, for table: FeatureTable) {
        let limits = request.site.limits
        self = EditLimits(limits).within(request.featureBytesLeft, of: limits.featureBytes, for: table)
    }
}

extension PortalContent.Layer {
    private var capabilities: Set<Substring> { Set((document["capabilities"]?.string ?? "").split(separator: ",")) }

    /// Whether it takes edits of some kind; what was recorded says nothing of that.
    var takesEdits: Bool { !isMadeFromData || capabilities.contains("Editing") }

    /// Whether it takes a kind of edits; a layer that names `Editing` alone takes all, as those of ArcGIS Server 10.0 did.
    func allows(_ capability: String) -> Bool {
        let kinds = capabilities.intersection(["Create", "Update", "Delete"])
        return !isMadeFromData || kinds.isEmpty || kinds.contains(Substring(capability))
    }

    /// Whether `rollbackOnFailure` counts; without it all or nothing is done.
    var letsRollbackBeChosen: Bool { document["supportsRollbackOnFailureParameter"] != false }
}
