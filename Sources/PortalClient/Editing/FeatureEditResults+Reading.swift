internal import JSONValues
internal import PortalAuthentication

extension FeatureEditResults {
    /// Reads what came of edits; throws where an edit has no result.
    init(_ json: JSONValue?, of edits: FeatureEdits, at url: HTTPURL) throws(PortalError) {
        self.init(
            adds: try EditResult.list(json, "addResults", count: edits.adds.count, at: url),
            updates: try EditResult.list(json, "updateResults", count: edits.updates.count, at: url),
            deletes: try EditResult.list(json, "deleteResults", count: edits.deleteIDs.count, at: url))
    }
}
