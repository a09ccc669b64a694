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
                let file = StoredFile(name: found.name, mediaType: found.mediaType, pieces: [content])
                var reply = PortalReply(body: PortalReply.Body(file))
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

    /// `queryAttachments` (developers.arcgis.com, "Query Attachments (Feature Service/Layer)").
    static func queryAttachments(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            do throws(ParameterProblem) {
                let table = layer.features.withLock { $0 }
                let filter = try AttachmentFilter(request.parameters, of: layer, table)
                let returnsURL = try request.parameters.flag("returnUrl")
                let (page, isCut) = try filter.page(layer.attachments.withLock { $0.all }, of: table)
                var groups: [JSONValue] = []
                for attachments in page.chunked(by: \.feature) {
                    guard let feature = attachments.first?.feature else { continue }
                    let parent = table.row(feature).flatMap { table.globalID($0) }
                    let infos = attachments.map { attachment in
                        var info = info(attachment, of: parent)
                        if returnsURL { info["url"] = .string(address(of: attachment, layer, request)) }
                        return info
                    }
                    var group: [String: JSONValue] = [
                        "parentObjectId": .integer(feature), "attachmentInfos": .array(infos),
                    ]
                    group["parentGlobalId"] = parent.map { .string($0.text) }
                    groups.append(.object(group))
                }
                var document: [String: JSONValue] = ["attachmentGroups": .array(groups)]
                if isCut { document["exceededTransferLimit"] = true }
                return .document(.object(document))
            } catch {
                return QueryEndpoint.refusal(error)
            }
        }
    }

    private static func address(
        of attachment: AttachmentTable.Attachment, _ layer: PortalContent.Layer, _ request: ServiceRequest
    ) -> String {
        "\(request.request.serverURL)/rest/services/\(request.service.name)/\(request.kind.rawValue)/\(layer.id)"
            + "/\(attachment.feature)/attachments/\(attachment.id)"
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

extension Array {
    /// Runs of elements that share a value.
    fileprivate func chunked<Value: Equatable>(by value: (Element) -> Value) -> [ArraySlice<Element>] {
        var runs: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where index > start && value(self[index]) != value(self[start]) {
            runs.append(self[start..<index])
            start = index
        }
        return isEmpty ? [] : runs + [self[start...]]
    }
}
