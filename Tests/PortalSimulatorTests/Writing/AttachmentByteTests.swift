import FeatureEngine
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// What clients attach to the features of all layers of a portal together is bounded.
@Suite struct `Bytes of the attachments of all layers`: HostedBenches {
    let probe: SiteProbe
    let alice: String

    init() throws {
        var limits = ResourceLimits()
        limits.attachmentBytes = 5_000
        probe = try SiteProbe("token", limits: limits)
        alice = try probe.token(for: "alice")
    }

    private static let words = "clients may attach 5000 bytes to the features of the portal"
    /// An attachment of 1000 bytes: 256 for itself, 5 for its name, 24 for its media type.
    private static let one = 1_285

    private func told(_ outcome: SiteProbe.Outcome) -> [String] {
        outcome.answer.notes.decisions.filter { $0.gate == "limits" }.map(\.reason)
    }

    @Test func `are those of each of them, and what is deleted is given back`() throws {
        try prepareAttachments()
        for layer in [0, 0, 1] {
            let added = attach(1_000, to: layer)
            #expect(added.json["addAttachmentResult"]?["success"] == true, "\(added.text)")
        }
        #expect(probe.site.content.attachmentBytes == 3 * Self.one)
        let refused = attach(1_000, to: 1)
        let result = refused.json["addAttachmentResult"]
        #expect(result?["success"] == false && result?["objectId"]?.isNull == true, "\(refused.text)")
        #expect(result?["error"]?["description"]?.string?.hasPrefix(Self.words) == true, "\(refused.text)")
        #expect(told(refused).first?.hasPrefix(Self.words) == true)
        #expect(probe.site.content.attachmentBytes == 3 * Self.one)
        let deleted = post(Self.path + "/0/1/deleteAttachments", ["attachmentIds": "1"])
        #expect(deleted.json["deleteAttachmentResults"]?[0]["success"] == true, "\(deleted.text)")
        let again = attach(1_000, to: 1)
        #expect(again.json["addAttachmentResult"]?["success"] == true, "\(again.text)")
        #expect(told(again) == [])
    }

    @Test func `follow files that are replaced, and go with their layers`() throws {
        try prepareAttachments()
        _ = attach(1_000, to: 0)
        _ = attach(1_000, to: 1)
        let refused = attach(4_000, to: 0, "updateAttachment", more: ["attachmentId": "1"])
        let result = refused.json["updateAttachmentResult"]
        #expect(result?["error"]?["description"]?.string?.hasPrefix(Self.words) == true, "\(refused.text)")
        #expect(told(refused).first?.hasPrefix(Self.words) == true)
        let changed = attach(3_000, to: 0, "updateAttachment", more: ["attachmentId": "1"])
        #expect(changed.json["updateAttachmentResult"]?["success"] == true, "\(changed.text)")
        #expect(probe.site.content.attachmentBytes == 2 * Self.one + 2_000)
        let deleted = post(Self.admin + "/deleteFromDefinition", ["deleteFromDefinition": #"{"layers": [{"id": 0}]}"#])
        #expect(deleted.json["success"] == true, "\(deleted.text)")
        #expect(probe.site.content.attachmentBytes == Self.one)
    }

    @Test(arguments: [false, true])
    func `are those of edits of several layers in one request`(rollsBack: Bool) throws {
        try prepareAttachments()
        // 3000 bytes each, with 281 of the attachment itself.
        let data = String(repeating: "eHh4", count: 1_000)
        let edits = (0...1).map { layer in
            let file = """
                {"globalId":"{CCCCCCCC-0000-4000-8000-00000000000\(layer)}","parentGlobalId":"\(Self.feature(layer))",
                 "name":"a","data":"\(data)"}
                """
            return #"{"id":\#(layer),"attachments":{"adds":[\#(file)]}}"#
        }
        let applied = post(
            Self.path + "/applyEdits",
            [
                "edits": "[\(edits.joined(separator: ","))]", "useGlobalIds": "true",
                "rollbackOnFailure": "\(rollsBack)",
            ])
        let results = (0...1).map { applied.json[$0]["attachments"]?["addResults"]?[0] }
        #expect(results[0]?["success"]?.bool == !rollsBack, "\(applied.text)")
        let words = results[1]?["error"]?["description"]?.string
        #expect(words?.hasPrefix(Self.words) == true, "\(applied.text)")
        #expect(told(applied).first?.hasPrefix(Self.words) == true)
        #expect(probe.site.content.attachmentBytes == (rollsBack ? 0 : 3_281))
    }

    @Test func `are those of the edits of one layer`() throws {
        try prepareAttachments()
        let file = """
            {"globalId":"{CCCCCCCC-0000-4000-8000-000000000001}","parentGlobalId":"\(Self.feature(0))","name":"a",
             "data":"\(String(repeating: "eHh4", count: 2_000))"}
            """
        let applied = post(
            Self.path + "/0/applyEdits", ["attachments": #"{"adds":[\#(file)]}"#, "useGlobalIds": "true"])
        let words = applied.json["attachments"]?["addResults"]?[0]["error"]?["description"]?.string
        #expect(words?.hasPrefix(Self.words) == true, "\(applied.text)")
        #expect(told(applied).first?.hasPrefix(Self.words) == true)
    }

    /// A way to delete a feature of the first layer by its object id.
    struct Deletion: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let operation: String
        let fields: @Sendable (Int64) -> [String: String]
    }

    @Test(arguments: [
        Deletion(testDescription: "deleteFeatures by ids", operation: "/0/deleteFeatures") { ["objectIds": "\($0)"] },
        Deletion(testDescription: "deleteFeatures by a clause", operation: "/0/deleteFeatures") {
            ["where": "OBJECTID = \($0)"]
        },
        Deletion(testDescription: "deleteFeatures by a geometry", operation: "/0/deleteFeatures") { _ in
            ["geometry": "0,0,5,5", "geometryType": "esriGeometryEnvelope"]
        },
        Deletion(testDescription: "applyEdits of the layer", operation: "/0/applyEdits") { ["deletes": "\($0)"] },
        Deletion(testDescription: "applyEdits of the service", operation: "/applyEdits") {
            ["edits": #"[{"id":0,"deletes":[\#($0)]}]"#]
        },
    ])
    func `are given back with the features that are deleted`(row: Deletion) throws {
        try prepareAttachments()
        #expect(attach(1_000, to: 0).json["addAttachmentResult"]?["success"] == true)
        // Together they are more than there is room for.
        for _ in 1...4 {
            let added = post(
                Self.path + "/0/addFeatures", ["features": #"[{"attributes":{},"geometry":{"x":1,"y":2}}]"#])
            let feature = try #require(added.json["addResults"]?[0]["objectId"]?.integer, "\(added.text)")
            let attached = attach(1_000, to: 0, feature: feature)
            #expect(attached.json["addAttachmentResult"]?["success"] == true, "\(attached.text)")
            let deleted = post(Self.path + row.operation, row.fields(feature))
            #expect(deleted.error == nil && !deleted.text.contains("false"), "\(deleted.text)")
            #expect(probe.site.content.attachmentBytes == Self.one)
        }
        #expect(attached(to: 1)?.count == 1)
    }

    @Test func `stay with features whose deletion is undone`() throws {
        try prepareAttachments()
        _ = attach(1_000, to: 0)
        for (operation, fields) in [
            ("/0/deleteFeatures", ["objectIds": "1,99"]), ("/0/applyEdits", ["deletes": "1,99"]),
            ("/applyEdits", ["edits": #"[{"id":0,"deletes":[1]},{"id":1,"deletes":[99]}]"#]),
        ] {
            let undone = post(Self.path + operation, fields)
            #expect(undone.text.contains("Operation rolled back."), "\(undone.text)")
            #expect(attached(to: 1)?.count == 1)
            #expect(probe.site.content.attachmentBytes == Self.one)
        }
        let deleted = post(Self.path + "/0/deleteFeatures", ["objectIds": "1,99", "rollbackOnFailure": "false"])
        #expect(deleted.json["deleteResults"]?.array?.map { $0["success"] } == [true, false], "\(deleted.text)")
        #expect(probe.site.content.attachmentBytes == 0)
    }

    @Test(arguments: [false, true])
    func `that are edited together with the deletion of their feature are gone then`(ofService: Bool) throws {
        try prepareAttachments()
        func apply(_ deletes: String, _ attachments: String) -> JSONValue {
            let fields =
                ofService
                ? ["edits": #"[{"id":0,"deletes":\#(deletes),"attachments":\#(attachments)}]"#]
                : ["deletes": deletes, "attachments": attachments]
            let applied = post(
                Self.path + (ofService ? "/applyEdits" : "/0/applyEdits"),
                fields.merging(["useGlobalIds": "true", "rollbackOnFailure": "false"]) { $1 })
            return applied.json.array?.first ?? applied.json
        }
        func file(_ number: Int) -> String {
            #""globalId":"{CCCCCCCC-0000-4000-8000-00000000000\#(number)}","name":"a","data":"eHh4""#
        }
        let parent = #""parentGlobalId":"\#(Self.feature(0))""#
        let added = apply("[]", #"{"adds":[{\#(file(1)),\#(parent)},{\#(file(2)),\#(parent)}]}"#)
        #expect(added["attachments"]?["addResults"]?.array?.map { $0["success"] } == [true, true], "\(added)")
        let gone = #""{CCCCCCCC-0000-4000-8000-000000000002}""#
        let results = apply(
            #"["\#(Self.feature(0))"]"#,
            #"{"adds":[{\#(file(3)),\#(parent)}],"updates":[{\#(file(1))}],"deletes":[\#(gone)]}"#)
        #expect(results["deleteResults"]?[0]["success"] == true, "\(results)")
        let refused = results["attachments"]?["addResults"]?[0]["error"]?["description"]
        #expect(refused == "The feature of parentGlobalId does not exist.", "\(results)")
        #expect(results["attachments"]?["updateResults"]?[0]["success"] == true, "\(results)")
        #expect(results["attachments"]?["deleteResults"]?[0]["success"] == true, "\(results)")
        #expect(probe.site.content.attachmentBytes == 0)
    }

    /// A temporary file stays as long as an attachment is in it.
    @Test func `leave no temporary file behind`() throws {
        var table = AttachmentTable([])
        let upload = try UploadSpool()
        try [UInt8](repeating: 1, count: 10).withUnsafeBufferPointer { try upload.append($0) }
        let file = UploadedFile(
            part: 1, field: "attachment", filename: "b", contentType: nil, content: .spooled(upload, 0..<10))
        for feature: Int64 in 1...2 {
            let limits = AttachmentLimits(ResourceLimits(), left: .max, for: table)
            _ = try table.add(file, to: feature, keywords: "", within: limits)
        }
        weak var kept: UploadSpool?
        kept = table.temporaryFile
        #expect(kept != nil && kept !== upload)
        table.removeAll { $0 == 1 }
        #expect(kept != nil && table.all.map(\.feature) == [2])
        table.removeAll { $0 == 2 }
        #expect(kept == nil && table.all.isEmpty && table.addedBytes == 0)
    }

    @Test func `are none for what the world brings`() throws {
        var table = AttachmentTable([
            AttachmentTable.Attachment(
                feature: 1, id: 1, globalID: GlobalID(of: "a"), name: "a.txt", mediaType: "text/plain",
                content: .file(path: "a.txt"), size: 9_000)
        ])
        #expect(table.addedBytes == 0)
        let file = UploadedFile(
            part: 1, field: "attachment", filename: "b", contentType: "text/plain",
            content: .memory([UInt8](repeating: 0, count: 100)))
        let limits = AttachmentLimits(ResourceLimits(), left: 367, for: table)
        let isChanged = try table.update(1, of: 1, with: file, keywords: nil, within: limits)
        // The bytes, the name, the media type, and the attachment itself.
        #expect(isChanged && table.addedBytes == 100 + 1 + 10 + 256)
        let isDeleted = table.delete(1, of: 1)
        #expect(isDeleted && table.addedBytes == 0)
    }

    @Test func `are without end where the limit is`() throws {
        var table = AttachmentTable([])
        let file = UploadedFile(
            part: 1, field: "attachment", filename: "b", contentType: nil, content: .memory([1]))
        for id in 1...2 {
            let limits = AttachmentLimits(ResourceLimits(), left: .max, for: table)
            let added = try table.add(file, to: 1, keywords: "", within: limits)
            #expect(added == Int64(id))
        }
    }
}

extension AttachmentTable {
    /// The temporary file of the first attachment; nil where that has none.
    fileprivate var temporaryFile: UploadSpool? {
        guard case .upload(.spooled(let spool, _))? = all.first?.content else { return nil }
        return spool
    }
}
