internal import JSONValues
public import PortalAuthentication

/// Editing: each call loads the layer first, refuses what the layer's document does not offer before anything is sent, and sends
/// its request once: a request that may have been carried out is never sent again by itself (RFC 9110 §9.2.2).
extension FeatureLayer {
    /// What the layer lets this account do; nothing until loaded.
    public var editingCapabilities: Set<EditingCapability> {
        guard let metadata else { return [] }
        let capabilities = LayerCapabilities(metadata)
        return Set([EditingCapability.create, .update, .delete, .editing].filter { capabilities.allows($0) })
    }

    /// Whether files can be attached to its features; false until loaded.
    public var hasAttachments: Bool { metadata.map { LayerCapabilities($0).hasAttachments } ?? false }

    /// Adds features and gives the object id of each, in their order
    /// (developers.arcgis.com/rest/services-reference/enterprise/add-features/).
    ///
    /// With `rollbackOnFailure` all are added or none is. A layer whose `supportsRollbackOnFailureParameter` is not true does that
    /// whatever is asked for. Throws `capabilityMissing`, and what the service answers.
    public func add(_ features: [Feature], rollbackOnFailure: Bool = true) async throws(PortalError) -> [EditResult] {
        try await send(
            FeatureEdits(adds: features), to: "addFeatures", as: ["features": features.editJSON],
            rollbackOnFailure: rollbackOnFailure
        ).adds
    }

    /// Changes features, each of which has its object id and the attributes that change; a geometry only where that changes
    /// (developers.arcgis.com/rest/services-reference/enterprise/update-features/).
    public func update(
        _ features: [Feature], rollbackOnFailure: Bool = true
    ) async throws(PortalError) -> [EditResult] {
        try await send(
            FeatureEdits(updates: features), to: "updateFeatures", as: ["features": features.editJSON],
            rollbackOnFailure: rollbackOnFailure
        ).updates
    }

    /// Deletes features by their object ids (developers.arcgis.com/rest/services-reference/enterprise/delete-features/).
    public func delete(_ objectIDs: [Int64], rollbackOnFailure: Bool = true) async throws(PortalError) -> [EditResult] {
        try await send(
            FeatureEdits(deletes: objectIDs), to: "deleteFeatures",
            as: ["objectIds": objectIDs.map(String.init).joined(separator: ",")],
            rollbackOnFailure: rollbackOnFailure
        ).deletes
    }

    /// Deletes every feature for which a condition holds, and gives what came of each.
    public func delete(
        where clause: String, rollbackOnFailure: Bool = true
    ) async throws(PortalError) -> [EditResult] {
        try await service.load()
        try check(FeatureEdits(deletes: [0]))
        let answer = try await service.edit(
            ["deleteFeatures"], parameters: [("where", clause)] + rollback(rollbackOnFailure))
        return try EditResult.list(answer.json, "deleteResults", count: nil, at: answer.url)
    }

    /// Adds, changes and deletes features in one request
    /// (developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer/).
    ///
    /// Nothing is sent where there is nothing to edit.
    public func applyEdits(
        _ edits: FeatureEdits, rollbackOnFailure: Bool = true
    ) async throws(PortalError) -> FeatureEditResults {
        var parameters: [String: String] = [:]
        if !edits.adds.isEmpty { parameters["adds"] = edits.adds.editJSON }
        if !edits.updates.isEmpty { parameters["updates"] = edits.updates.editJSON }
        if !edits.deleteIDs.isEmpty { parameters["deletes"] = JSONValue.array(edits.deleteIDs).text() }
        if edits.usesGlobalIDs { parameters["useGlobalIds"] = "true" }
        return try await send(edits, to: "applyEdits", as: parameters, rollbackOnFailure: rollbackOnFailure)
    }

    private func send(
        _ edits: FeatureEdits, to operation: String, as parameters: [String: String], rollbackOnFailure: Bool
    ) async throws(PortalError) -> FeatureEditResults {
        try await service.load()
        try check(edits)
        guard !edits.isEmpty else { return FeatureEditResults(adds: [], updates: [], deletes: []) }
        let answer = try await service.edit(
            [operation], parameters: parameters.sorted { $0.key < $1.key } + rollback(rollbackOnFailure))
        return try FeatureEditResults(answer.json, of: edits, at: answer.url)
    }

    private func check(_ edits: FeatureEdits) throws(PortalError) {
        try editCheck.check(edits)
    }

    /// What edits of the layer are held against; the layer is loaded.
    var editCheck: EditCheck {
        EditCheck(
            capabilities: LayerCapabilities(metadata ?? [:]), name: "the layer \(name ?? url.withoutQuery)", url: url,
            isLayer: true)
    }

    /// The parameter that says whether all or nothing is done, where the layer has it.
    func rollback(_ isOnFailure: Bool) -> [(String, String)] {
        editCheck.capabilities.letsRollbackBeChosen ? [("rollbackOnFailure", "\(isOnFailure)")] : []
    }
}

extension [Feature] {
    /// The features as an edit sends them.
    var editJSON: String { JSONValue.array(map(\.editJSON)).text() }
}
