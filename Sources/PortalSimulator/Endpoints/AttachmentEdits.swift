internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues

/// Edits of attachments that come with those of features (developers.arcgis.com, "Apply Edits (Feature Service/Layer)",
/// `attachments`): features and attachments are named by global ids.
struct AttachmentEdits {
    /// A file that is attached, or takes the place of an attachment.
    fileprivate struct File {
        let globalID: GlobalID
        /// The feature of one that is added.
        let parent: GlobalID?
        let name: String?
        let mediaType: String?
        let keywords: String?
        let bytes: [UInt8]
    }

    private var adds: [File] = []
    private var updates: [File] = []
    private var deletes: [GlobalID] = []

    /// How many edits there are.
    var count: Int { adds.count + updates.count + deletes.count }

    /// The parameter `attachments`; nil where it is absent.
    init?(
        _ parameters: QueryParameters, of layer: PortalContent.Layer, usesGlobalIDs: Bool
    ) throws(ParameterProblem) {
        guard let text = parameters["attachments"] else { return nil }
        try self.init(
            try EditReader.json(text, "attachments", as: "object with adds, updates and deletes"), "attachments",
            of: layer, usesGlobalIDs: usesGlobalIDs)
    }

    /// What stands at a path; nil where that is nothing, or no edit at all.
    init?(
        _ value: JSONValue?, _ path: String, of layer: PortalContent.Layer, usesGlobalIDs: Bool, isReplica: Bool = false
    ) throws(ParameterProblem) {
        guard let value, !value.isNull else { return nil }
        guard let members = value.object else {
            throw ParameterProblem(path, "is no JSON object with adds, updates and deletes")
        }
        let deleted = isReplica ? "deleteIds" : "deletes"
        try EditReader.allow(["adds", "updates", deleted], of: members, path)
        func list(_ name: String) throws(ParameterProblem) -> [JSONValue] {
            guard let value = members[name], !value.isNull else { return [] }
            guard let list = value.array else { throw ParameterProblem("\(path).\(name)", "is no list") }
            return list
        }
        for (index, file) in try list("adds").enumerated() {
            adds.append(try Self.file(file, "\(path).adds[\(index)]", isAdded: true))
        }
        for (index, file) in try list("updates").enumerated() {
            updates.append(try Self.file(file, "\(path).updates[\(index)]", isAdded: false))
        }
        for (index, id) in try list(deleted).enumerated() {
            deletes.append(try Self.globalID(id, "\(path).\(deleted)[\(index)]"))
        }
        guard count > 0 else { return nil }
        guard !isReplica else {
            throw ParameterProblem(
                path, "attachments do not go with replicas here; send them by applyEdits with useGlobalIds")
        }
        guard usesGlobalIDs else {
            throw ParameterProblem(
                path, "attachments come with useGlobalIds=true only, for global ids say what belongs to what")
        }
        guard layer.document["hasAttachments"] == true else {
            throw ParameterProblem(path, "layer \(layer.id) has no attachments; its hasAttachments is false")
        }
        guard count <= LayerEdits.maximum else {
            throw ParameterProblem(path, "more than \(LayerEdits.maximum) edits of attachments")
        }
    }

    private static func file(
        _ value: JSONValue, _ path: String, isAdded: Bool
    ) throws(ParameterProblem) -> File {
        guard let members = value.object else { throw ParameterProblem(path, "is no object") }
        try EditReader.allow(
            ["globalId", "parentGlobalId", "contentType", "name", "keywords", "data", "uploadId"], of: members, path)
        func text(_ name: String) throws(ParameterProblem) -> String? {
            guard let value = members[name], !value.isNull else { return nil }
            guard let text = value.string else { throw ParameterProblem("\(path).\(name)", "is no text") }
            if let problem = TextBound.keywords.problem(text) { throw ParameterProblem("\(path).\(name)", problem) }
            return text
        }
        if members["uploadId"].map({ !$0.isNull }) == true {
            throw ParameterProblem("\(path).uploadId", "uploads are not served; send the bytes as base 64 in data")
        }
        guard let data = members["data"]?.string else {
            throw ParameterProblem("\(path).data", "is missing; it holds the bytes as base 64")
        }
        guard let bytes = Base64.decode(data) else { throw ParameterProblem("\(path).data", "is no base 64") }
        let name = try text("name")
        guard name.map({ !$0.isEmpty }) ?? !isAdded else { throw ParameterProblem("\(path).name", "is missing") }
        return File(
            globalID: try globalID(members["globalId"], "\(path).globalId"),
            parent: isAdded ? try globalID(members["parentGlobalId"], "\(path).parentGlobalId") : nil,
            name: name, mediaType: try text("contentType"), keywords: try text("keywords"), bytes: bytes)
    }

    private static func globalID(_ value: JSONValue?, _ path: String) throws(ParameterProblem) -> GlobalID {
        guard let value, !value.isNull else { throw ParameterProblem(path, "is missing") }
        guard let id = value.string.flatMap({ GlobalID($0) }) else {
            throw ParameterProblem(path, "\(value.text().prefix(60)) is no global id")
        }
        return id
    }

    /// Carries out what can be on a copy of the attachments; `features` are those that there are after their own edits.
    func attempt(
        on table: inout AttachmentTable, of features: FeatureTable, _ limits: AttachmentLimits
    ) -> Results {
        let rows = adds.isEmpty ? [:] : features.rowsByGlobalID()
        var results = Results()
        for file in adds {
            guard let row = file.parent.flatMap({ rows[$0] }), let feature = features.objectIDs(of: [row]).first else {
                results.adds.append(.failed(nil, file.globalID, "The feature of parentGlobalId does not exist."))
                continue
            }
            guard table.attachment(file.globalID) == nil else {
                results.adds.append(.failed(nil, file.globalID, "\(file.globalID.text) is another attachment's."))
                continue
            }
            let outcome = results.outcome(file.globalID) { () throws(BodyProblem) in
                try table.add(
                    file.upload(), to: feature, globalID: file.globalID, keywords: file.keywords ?? "",
                    within: limits)
            }
            results.adds.append(outcome)
        }
        for file in updates {
            guard let old = table.attachment(file.globalID) else {
                results.updates.append(.failed(nil, file.globalID, AttachmentEditsEndpoint.noAttachment))
                continue
            }
            let outcome = results.outcome(file.globalID) { () throws(BodyProblem) in
                _ = try table.update(
                    old.id, of: old.feature, with: file.upload(insteadOf: old), keywords: file.keywords,
                    within: limits)
                return old.id
            }
            results.updates.append(outcome)
        }
        for id in deletes {
            guard let old = table.attachment(id) else {
                results.deletes.append(.failed(nil, id, AttachmentEditsEndpoint.noAttachment))
                continue
            }
            _ = table.delete(old.id, of: old.feature)
            results.deletes.append(.done(old.id, id))
        }
        return results
    }
}

extension AttachmentEdits {
    /// What came of one edit.
    enum Outcome {
        case done(Int64, GlobalID)
        case failed(Int64?, GlobalID, String, code: Int64 = 1000)

        fileprivate var document: JSONValue {
            switch self {
            case .done(let id, let globalID):
                ["objectId": .integer(id), "globalId": .string(globalID.text), "success": true]
            case .failed(let id, let globalID, let words, let code):
                [
                    "objectId": id.map { .integer($0) } ?? .null, "globalId": .string(globalID.text), "success": false,
                    "error": ["code": .integer(code), "description": .string(words)],
                ]
            }
        }

        fileprivate var undone: Outcome {
            guard case .done(_, let globalID) = self else { return self }
            return .failed(nil, globalID, EditProblem.rolledBack.description, code: 1003)
        }

        fileprivate var hasFailed: Bool { if case .failed = self { true } else { false } }
    }

    /// What came of each kind of edit, in their order.
    struct Results {
        fileprivate(set) var adds: [Outcome] = []
        fileprivate(set) var updates: [Outcome] = []
        fileprivate(set) var deletes: [Outcome] = []
        /// Why there was no room for a file, the first time; nil where there was room for all.
        fileprivate(set) var limit: String?

        /// Whether one of them failed.
        var hasFailed: Bool { (adds + updates + deletes).contains(where: \.hasFailed) }

        /// What came of an edit that brings a file.
        fileprivate mutating func outcome(
            _ globalID: GlobalID, _ body: () throws(BodyProblem) -> Int64
        ) -> Outcome {
            do throws(BodyProblem) {
                return .done(try body(), globalID)
            } catch {
                limit = limit ?? error.words
                return .failed(nil, globalID, error.words)
            }
        }

        /// The results where everything was undone.
        var undone: Results {
            Results(
                adds: adds.map(\.undone), updates: updates.map(\.undone), deletes: deletes.map(\.undone), limit: limit)
        }

        /// The member `attachments` of an answer.
        var document: JSONValue {
            [
                "addResults": .array(adds.map(\.document)), "updateResults": .array(updates.map(\.document)),
                "deleteResults": .array(deletes.map(\.document)),
            ]
        }
    }
}

extension AttachmentEdits.File {
    /// The file as one that came in a form; what is not told stays as it was.
    fileprivate func upload(insteadOf old: AttachmentTable.Attachment? = nil) -> UploadedFile {
        UploadedFile(
            part: 1, field: "attachments", filename: name ?? old?.name ?? "", contentType: mediaType ?? old?.mediaType,
            content: .memory(bytes))
    }
}
