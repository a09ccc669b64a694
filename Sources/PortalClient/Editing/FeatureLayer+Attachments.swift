internal import JSONValues
public import PortalAuthentication

/// Attachments: each call loads the layer first, and refuses before the wire what the layer's document does not offer.
extension FeatureLayer {
    /// What is attached to a feature, in the service's order.
    public func attachments(of objectID: Int64) async throws(PortalError) -> [Attachment] {
        try await service.load()
        try editCheck.requireAttachments(nil)
        let answer = try await service.request(["\(objectID)", "attachments"])
        guard let list = answer.json["attachmentInfos"]?.array else {
            throw PortalError(
                .unexpectedContent, url: answer.url,
                detail: "the answer has no attachmentInfos; check that the address is the one of a layer")
        }
        return list.compactMap { Attachment($0) }
    }

    /// The bytes of an attachment.
    public func attachmentData(_ id: Int64, of objectID: Int64) async throws(PortalError) -> [UInt8] {
        try await service.load()
        try editCheck.requireAttachments(nil)
        return try await service.request(["\(objectID)", "attachments", "\(id)"], expecting: .bytes).body
    }

    /// Attaches a file to a feature; the result's object id is the attachment's
    /// (developers.arcgis.com/rest/services-reference/enterprise/add-attachment/).
    public func addAttachment(_ upload: AttachmentUpload, to objectID: Int64) async throws(PortalError) -> EditResult {
        try await send(upload, to: "addAttachment", of: objectID, [], "addAttachmentResult")
    }

    /// Puts another file in the place of an attachment
    /// (developers.arcgis.com/rest/services-reference/enterprise/update-attachment/).
    public func updateAttachment(
        _ id: Int64, of objectID: Int64, with upload: AttachmentUpload
    ) async throws(PortalError) -> EditResult {
        try await send(
            upload, to: "updateAttachment", of: objectID, [("attachmentId", "\(id)")], "updateAttachmentResult")
    }

    /// Takes attachments away, all of them or none with `rollbackOnFailure`
    /// (developers.arcgis.com/rest/services-reference/enterprise/delete-attachments/).
    public func deleteAttachments(
        _ ids: [Int64], of objectID: Int64, rollbackOnFailure: Bool = true
    ) async throws(PortalError) -> [EditResult] {
        try await service.load()
        try editCheck.requireAttachments(.editing)
        guard !ids.isEmpty else { return [] }
        let answer = try await service.edit(
            ["\(objectID)", "deleteAttachments"],
            parameters: [("attachmentIds", ids.map(String.init).joined(separator: ","))] + rollback(rollbackOnFailure))
        return try EditResult.list(answer.json, "deleteAttachmentResults", count: ids.count, at: answer.url)
    }

    private func send(
        _ upload: AttachmentUpload, to operation: String, of objectID: Int64, _ parameters: [(String, String)],
        _ member: String
    ) async throws(PortalError) -> EditResult {
        try await service.load()
        try editCheck.requireAttachments(.editing)
        var parameters = parameters
        if let keywords = upload.keywords { parameters.append(("keywords", keywords)) }
        let answer = try await service.edit(
            ["\(objectID)", operation], parameters: parameters, files: [upload.file])
        guard let result = answer.json[member].flatMap({ EditResult($0) }) else {
            throw PortalError(
                .unexpectedContent, url: answer.url,
                detail: "the answer has no \(member); the file may have been taken: look at the attachments first")
        }
        return result
    }
}
