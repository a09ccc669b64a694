internal import JSONValues
internal import PortalAuthentication

/// Refuses edits before the wire that a layer cannot take; every error says what to do.
struct EditCheck {
    let capabilities: LayerCapabilities
    /// The layer or service, as errors name it.
    let name: String
    let url: HTTPURL
    /// Whether the document is that of the layer; one of the whole service knows no fields.
    let isLayer: Bool

    func check(_ edits: FeatureEdits) throws(PortalError) {
        if !edits.adds.isEmpty { try require(.create, "add features to") }
        if !edits.updates.isEmpty { try require(.update, "change features of") }
        if !edits.deleteIDs.isEmpty { try require(.delete, "delete features of") }
        if edits.usesGlobalIDs {
            guard capabilities.takesGlobalIDs else {
                throw missing(
                    "supportsApplyEditsWithGlobalIds", "its features cannot be named by global ids; name object ids")
            }
        } else if !edits.deletedGlobalIDs.isEmpty {
            throw PortalError(
                .invalidArgument, url: url,
                detail: "features of \(name) are to be deleted by global ids; set usesGlobalIDs, or name object ids")
        }
        if edits.usesGlobalIDs, !edits.deletes.isEmpty {
            throw PortalError(
                .invalidArgument, url: url,
                detail:
                    "features of \(name) are to be deleted by object ids while global ids name them; use deletedGlobalIDs"
            )
        }
        guard isLayer else { return }
        let field = edits.usesGlobalIDs ? capabilities.globalIDField : capabilities.objectIDField
        guard let field else { return }
        let named = edits.usesGlobalIDs ? edits.adds + edits.updates : edits.updates
        if let index = named.firstIndex(where: { $0[field].map(\.isNull) ?? true }) {
            throw PortalError(
                .invalidArgument, url: url,
                detail: "feature \(index + 1) of the edits of \(name) has no \(field), which says which feature it is")
        }
        if !capabilities.takesGeometryUpdates, edits.updates.contains(where: { $0.geometry != nil }) {
            throw missing("allowGeometryUpdates", "geometries cannot be changed; leave them out of the updates")
        }
    }

    func requireAttachments(_ capability: EditingCapability?) throws(PortalError) {
        guard capabilities.hasAttachments else {
            throw missing("hasAttachments", "its features take no files; use a layer whose hasAttachments is true")
        }
        if let capability { try require(capability, "change the attachments of") }
    }

    private func require(_ capability: EditingCapability, _ what: String) throws(PortalError) {
        let isAllowed =
            capability == .editing
            ? [.create, .update, .delete].contains { capabilities.allows($0) } : capabilities.allows(capability)
        guard isAllowed else {
            throw missing(
                capability.rawValue,
                "this account cannot \(what) it, whose capabilities are \"\(capabilities.description)\"; "
                    + "ask its owner for \(capability.rawValue), or sign in as a user who has it")
        }
    }

    private func missing(_ capability: String, _ why: String) -> PortalError {
        PortalError(.capabilityMissing, url: url, detail: "\(name) has no \(capability): \(why)")
    }
}
