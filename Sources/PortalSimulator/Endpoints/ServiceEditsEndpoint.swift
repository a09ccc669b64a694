internal import FeatureEngine
internal import JSONValues

/// Edits across the layers of one service (developers.arcgis.com, "Apply Edits (Feature Service)"): all or nothing of all of them.
enum ServiceEditsEndpoint {
    static func applyEdits(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = EditsEndpoint.refusal(request) { return refusal }
        do throws(ParameterProblem) {
            try EditsEndpoint.refuseUploadedEdits(request)
            guard let text = request.parameters["edits"] else { throw ParameterProblem("edits", "is missing") }
            var edits = try ServiceEdits(text, request, usesGlobalIDs: try request.parameters.flag("useGlobalIds"))
            if let refusal = edits.refusal(request) { return refusal }
            edits.rollsBack = try request.parameters.flag("rollbackOnFailure", otherwise: true)
            let applied = edits.apply(request.request)
            let documents = zip(edits.parts, applied).map { part, applied in
                JSONValue.object(applied.members.merging(["id": .integer(Int64(part.layer.id))]) { $1 })
            }
            let reply = PortalReply.document(.array(documents))
            return applied.lazy.compactMap(\.limit).first.map { reply.refused("limits", $0) } ?? reply
        } catch {
            return EditsEndpoint.refusal(error)
        }
    }
}
