internal import JSONValues

/// What the document of a layer or service says of editing.
struct LayerCapabilities {
    private let json: JSONValue
    private let words: Set<String>

    init(_ json: JSONValue) {
        self.json = json
        words = Set((json.text("capabilities") ?? "").split(separator: ",").map { $0.filter { $0 != " " } })
    }

    /// Whether a kind of edits may be sent.
    func allows(_ capability: EditingCapability) -> Bool {
        if words.contains(capability.rawValue) { return true }
        let kinds: Set = [EditingCapability.create, .update, .delete]
        return kinds.contains(capability) && words.contains(EditingCapability.editing.rawValue)
            && words.isDisjoint(with: kinds.map(\.rawValue))
    }

    /// The capabilities as the document writes them.
    var description: String { json.text("capabilities") ?? "" }
    var hasAttachments: Bool { json.flag("hasAttachments") ?? false }
    var takesGlobalIDs: Bool { json.flag("supportsApplyEditsWithGlobalIds") ?? false }
    /// Whether the caller may choose that nothing is done where one edit fails; else that is so (developers.arcgis.com, "Apply Edits").
    var letsRollbackBeChosen: Bool { json.flag("supportsRollbackOnFailureParameter") ?? false }
    var takesGeometryUpdates: Bool { json.flag("allowGeometryUpdates") ?? true }
    var objectIDField: String? { json.objectIDField }
    var globalIDField: String? { json.text("globalIdField") }
}
