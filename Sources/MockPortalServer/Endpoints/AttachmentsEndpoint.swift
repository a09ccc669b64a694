internal import JSONValues
internal import Locking

/// What is attached to the features of a service.
enum AttachmentsEndpoint {
    /// `FeatureServer/{layer}/{feature}/attachments/{attachment}`.
    static func attachment(_ call: ServiceCall) throws(BlueprintError) -> PortalReply {
        try call.layer { layer in
            let ids = call.captures.dropFirst().compactMap { Int64($0) }
            guard ids.count == 2 else { return .failure(ErrorEnvelope(400, "Invalid or missing input parameters.")) }
            guard let found = layer.attachments.first(where: { $0.feature == ids[0] && $0.id == ids[1] }),
                let bytes = call.call.world.file("files/\(found.path)")
            else { return .failure(.noResource) }
            return .bytes(bytes, type: MediaType.of(found.name))
        }
    }

    /// `FeatureServer/{layer}/{feature}/attachments` (developers.arcgis.com, "Attachment Infos").
    static func attachments(_ call: ServiceCall) throws(BlueprintError) -> PortalReply {
        try call.layer { layer in
            guard let feature = Int64(call.captures[1]), layer.features.withLock({ $0.row(feature) }) != nil else {
                return .failure(
                    ErrorEnvelope(
                        400, "Invalid or missing input parameters.",
                        details: .list(["there is no feature \(call.captures[1].prefix(40))"])))
            }
            let found = layer.attachments.filter { $0.feature == feature }
            return .document(["attachmentInfos": .array(found.map(info))])
        }
    }

    /// `queryAttachments` by `objectIds` (developers.arcgis.com, "Query Attachments (Feature Service/Layer)").
    static func queryAttachments(_ call: ServiceCall) throws(BlueprintError) -> PortalReply {
        try call.layer { layer in
            let ids: Set<Int64>?
            do throws(QueryProblem) {
                ids = try LayerQuery.ids(call.parameters)
            } catch {
                return QueryEndpoint.refusal(error)
            }
            let groups = Dictionary(grouping: layer.attachments) { $0.feature }
                .filter { ids?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
            return .document([
                "attachmentGroups": .array(
                    groups.map { feature, attachments in
                        [
                            "parentObjectId": .integer(feature),
                            "attachmentInfos": .array(attachments.map(info)),
                        ]
                    })
            ])
        }
    }

    private static func info(_ attachment: World.Layer.Attachment) -> JSONValue {
        [
            "id": .integer(attachment.id), "name": .string(attachment.name),
            "contentType": .string(MediaType.of(attachment.name)), "size": .integer(Int64(attachment.size)),
            "keywords": "", "exifInfo": .null,
        ]
    }
}
