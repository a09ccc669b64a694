internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Edits of what is attached to features (developers.arcgis.com, "Add Attachment", "Update Attachment", "Delete Attachments").
enum AttachmentEditsEndpoint {
    static func addAttachment(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, result: "addAttachmentResult") { layer, feature throws(ParameterProblem) in
            let file = try Self.file(request)
            let keywords = try request.parameters.text("keywords", within: .keywords) ?? ""
            // Before the layer's own are locked, for they are looked at too.
            let left = request.request.attachmentBytesLeft
            return layer.attachments.withLock { attachments in
                let limits = AttachmentLimits(request.request.site.limits, left: left, for: attachments)
                do throws(BodyProblem) {
                    let id = try attachments.add(file, to: feature, keywords: keywords, within: limits)
                    return .done(id, attachments.attachment(id, of: feature)?.globalID)
                } catch {
                    return .full(nil, error.words)
                }
            }
        }
    }

    static func updateAttachment(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try edit(request, result: "updateAttachmentResult") { layer, feature throws(ParameterProblem) in
            guard let text = request.parameters["attachmentId"] else {
                throw ParameterProblem("attachmentId", "is missing")
            }
            guard let id = Int64(text) else {
                throw ParameterProblem("attachmentId", "\"\(text.prefix(40))\" is no attachment id")
            }
            let file = try Self.file(request)
            let keywords = try request.parameters.text("keywords", within: .keywords)
            let left = request.request.attachmentBytesLeft
            return layer.attachments.withLock { attachments in
                let limits = AttachmentLimits(request.request.site.limits, left: left, for: attachments)
                do throws(BodyProblem) {
                    let isThere = try attachments.update(
                        id, of: feature, with: file, keywords: keywords, within: limits)
                    let globalID = attachments.attachment(id, of: feature)?.globalID
                    return isThere ? .done(id, globalID) : .failed(id, noAttachment)
                } catch {
                    return .full(id, error.words)
                }
            }
        }
    }

    static func deleteAttachments(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try changing(request) { layer, feature throws(ParameterProblem) in
            guard let words = try request.parameters.list("attachmentIds") else {
                throw ParameterProblem("attachmentIds", "is missing")
            }
            let ids = words.compactMap { Int64($0) }
            guard ids.count == words.count else {
                throw ParameterProblem("attachmentIds", "is no list of attachment ids")
            }
            let rollsBack = try request.parameters.flag("rollbackOnFailure", otherwise: false)
            let outcomes = layer.attachments.withLock { attachments in
                let before = attachments
                let outcomes = ids.map { id in
                    let globalID = attachments.attachment(id, of: feature)?.globalID
                    return attachments.delete(id, of: feature)
                        ? Outcome.done(id, globalID) : .failed(id, noAttachment)
                }
                let hasFailed = outcomes.contains { if case .failed = $0 { true } else { false } }
                guard rollsBack, hasFailed else { return outcomes }
                attachments = before
                return outcomes.map { outcome in
                    if case .done(let id, _) = outcome {
                        .failed(id, EditProblem.rolledBack.description)
                    } else {
                        outcome
                    }
                }
            }
            let hasGlobalIDs = layer.hasGlobalIDs
            let results = outcomes.map { $0.document(withGlobalID: hasGlobalIDs) }
            return (["deleteAttachmentResults": .array(results)], nil)
        }
    }

    static let noAttachment = "The attachment does not exist."

    /// What came of one edit.
    private enum Outcome {
        case done(Int64, GlobalID?)
        case failed(Int64?, String)
        /// There was no room for the file.
        case full(Int64?, String)

        /// Why there was no room; nil where there was.
        var limit: String? { if case .full(_, let words) = self { words } else { nil } }

        func document(withGlobalID isShown: Bool) -> JSONValue {
            switch self {
            case .done(let id, let globalID?) where isShown:
                ["objectId": .integer(id), "globalId": .string(globalID.text), "success": true]
            case .done(let id, _): ["objectId": .integer(id), "success": true]
            case .failed(let id, let words), .full(let id, let words):
                [
                    "objectId": id.map { .integer($0) } ?? .null, "success": false,
                    "error": ["code": 1000, "description": .string(words)],
                ]
            }
        }
    }

    private static func edit(
        _ request: ServiceRequest, result: String,
        _ body: (PortalContent.Layer, Int64) throws(ParameterProblem) -> Outcome
    ) throws(BlueprintError) -> PortalReply {
        try changing(request) { layer, feature throws(ParameterProblem) in
            let outcome = try body(layer, feature)
            return ([result: outcome.document(withGlobalID: layer.hasGlobalIDs)], outcome.limit)
        }
    }

    /// Members of an answer, and why there was no room for a file.
    private typealias Told = (members: [String: JSONValue], limit: String?)

    /// Lets an edit happen where the layer takes it and the feature is there.
    private static func changing(
        _ request: ServiceRequest, _ body: (PortalContent.Layer, Int64) throws(ParameterProblem) -> Told
    ) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            if let refusal = EditsEndpoint.refusal(request, layer) { return refusal }
            guard layer.document["hasAttachments"] == true else {
                return refusal(["layer \(layer.id) has no attachments; its hasAttachments is false"])
            }
            let written = request.captures.count > 1 ? request.captures[1] : ""
            // As for edits of features, which may bring attachments too: one after the other. Only then is the feature looked for, which
            // the one before may have deleted.
            let outcome = layer.editing.withLock { features -> Result<Told, ParameterProblem>? in
                guard let feature = Int64(written), features.withLock({ $0.row(feature) }) != nil else { return nil }
                return Result { () throws(ParameterProblem) in try body(layer, feature) }
            }
            switch outcome {
            case .success(let told)?:
                let reply = PortalReply.document(.object(told.members))
                return told.limit.map { reply.refused("limits", $0) } ?? reply
            case .failure(let problem)?: return refusal(problem.details)
            case nil: return refusal(["there is no feature \(written.prefix(40))"])
            }
        }
    }

    private static func refusal(_ details: [String]) -> PortalReply {
        .failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list(details)), "edits",
            details.joined(separator: "; "))
    }

    /// The file of the form; exactly one is taken.
    private static func file(_ request: ServiceRequest) throws(ParameterProblem) -> UploadedFile {
        let files = request.request.body.files
        guard let file = files.first else {
            throw ParameterProblem(
                "attachment", "no file came; send it in a part of multipart/form-data that has a filename")
        }
        guard files.count == 1 else { throw ParameterProblem("attachment", "\(files.count) files came; one is taken") }
        guard !file.baseName.isEmpty else { throw ParameterProblem("attachment", "the file has no name") }
        return file
    }
}
