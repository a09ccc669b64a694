internal import FeatureEngine
internal import JSONValues
internal import Platform

/// What is attached to the features of a service.
enum AttachmentsEndpoint {
    /// `FeatureServer/{layer}/{feature}/attachments/{attachment}`.
    static func attachment(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let ids = request.captures.dropFirst().compactMap { Int64($0) }
            guard ids.count == 2 else { return .failure(ErrorEnvelope(400, "Invalid or missing input parameters.")) }
            guard layer.features.withLock({ $0.row(ids[0]) }) != nil,
                let found = layer.attachments.withLock({ $0.attachment(ids[1], of: ids[0]) })
            else { return .failure(.noResource) }
            switch found.content {
            case .file(let path):
                guard let bytes = request.request.content.file("files/\(path)") else { return .failure(.noResource) }
                return .bytes(bytes, type: found.mediaType)
            case .upload(let content):
                guard let bytes = content.bytes else {
                    return .failure(ErrorEnvelope(500, "The attachment cannot be read."))
                }
                var reply = PortalReply.bytes(bytes, type: found.mediaType)
                // A page that a stranger uploaded must not run as one of this origin (RFC 6266 §4.2).
                reply.headers = [("Content-Disposition", "attachment"), ("X-Content-Type-Options", "nosniff")]
                return reply
            }
        }
    }

    /// `FeatureServer/{layer}/{feature}/attachments` (developers.arcgis.com, "Attachment Infos").
    static func attachments(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            guard let feature = Int64(request.captures[1]), layer.features.withLock({ $0.row(feature) }) != nil else {
                return .failure(
                    ErrorEnvelope(
                        400, "Invalid or missing input parameters.",
                        details: .list(["there is no feature \(request.captures[1].prefix(40))"])))
            }
            let found = layer.attachments.withLock { $0.of(feature) }
            let parent = layer.features.withLock { table in table.row(feature).flatMap { table.globalID($0) } }
            return .document(["attachmentInfos": .array(found.map { info($0, of: parent, namesParent: true) })])
        }
    }

    /// `queryAttachments` by `objectIds` (developers.arcgis.com, "Query Attachments (Feature Service/Layer)").
    static func queryAttachments(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let ids: Set<Int64>?
            do throws(ParameterProblem) {
                ids = try LayerQuery.ids(request.parameters)
            } catch {
                return QueryEndpoint.refusal(error)
            }
            let table = layer.features.withLock { $0 }
            let groups = Dictionary(grouping: layer.attachments.withLock { $0.all }) { $0.feature }
                .filter { ids?.contains($0.key) ?? true && table.row($0.key) != nil }.sorted { $0.key < $1.key }
            return .document([
                "attachmentGroups": .array(
                    groups.map { feature, attachments in
                        let parent = table.row(feature).flatMap { table.globalID($0) }
                        var group: [String: JSONValue] = [
                            "parentObjectId": .integer(feature),
                            "attachmentInfos": .array(attachments.map { info($0, of: parent) }),
                        ]
                        group["parentGlobalId"] = parent.map { .string($0.text) }
                        return .object(group)
                    })
            ])
        }
    }

    /// An attachment; global ids are shown where its feature has one.
    private static func info(
        _ attachment: AttachmentTable.Attachment, of parent: GlobalID?, namesParent: Bool = false
    ) -> JSONValue {
        var info: [String: JSONValue] = [
            "id": .integer(attachment.id), "name": .string(attachment.name),
            "contentType": .string(attachment.mediaType), "size": .integer(Int64(attachment.size)),
            "keywords": .string(attachment.keywords), "exifInfo": .null,
        ]
        guard let parent else { return .object(info) }
        info["globalId"] = .string(attachment.globalID.text)
        if namesParent { info["parentGlobalId"] = .string(parent.text) }
        return .object(info)
    }
}

extension PortalContent.Layer {
    /// Whether its features have global ids, and so what is attached to them.
    var hasGlobalIDs: Bool { features.withLock { $0.globalIDIndex != nil } }
}
