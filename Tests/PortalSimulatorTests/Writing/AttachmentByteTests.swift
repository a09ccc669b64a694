import FeatureEngine
import HTTPSemantics
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
    private static let path = "/server/rest/services/Hosted/Benches/FeatureServer"
    /// An attachment of 1000 bytes: 256 for itself, 5 for its name, 24 for its media type.
    private static let one = 1_285

    /// Makes a layer and a table whose features have attachments, each with a feature.
    private func prepare() throws {
        _ = try create()
        let fields = """
            [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "GlobalID", "type": "esriFieldTypeGlobalID"}]
            """
        let definition = """
            {"layers": [{"name": "Benches", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
                         "hasAttachments": true, "fields": \(fields)}],
             "tables": [{"name": "Visits", "type": "Table", "hasAttachments": true, "fields": \(fields)}]}
            """
        let made = post(Self.admin + "/addToDefinition", ["addToDefinition": definition])
        try #require(made.json["success"] == true, "\(made.text)")
        for layer in 0...1 {
            let added = post(
                Self.path + "/\(layer)/applyEdits",
                ["adds": #"[{"attributes":{"GlobalID":"\#(Self.feature(layer))"}}]"#, "useGlobalIds": "true"])
            try #require(added.json["addResults"]?[0]["objectId"] == 1, "\(added.text)")
        }
    }

    private static func feature(_ layer: Int) -> String { "{BBBBBBBB-0000-4000-8000-00000000000\(layer)}" }

    /// Sends a file of so many bytes for the feature of a layer.
    private func attach(
        _ count: Int, to layer: Int, _ operation: String = "addAttachment", more: [String: String] = [:]
    ) -> SiteProbe.Outcome {
        let head = "--b\r\nContent-Disposition: form-data; name="
        var body = head + "\"attachment\"; filename=\"a.txt\"\r\n\r\n" + String(repeating: "x", count: count) + "\r\n"
        for (name, value) in more.merging(["f": "json"], uniquingKeysWith: { $1 }) {
            body += head + "\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return SiteProbe.Outcome(
            answer: probe.site.answer(
                IncomingRequest(
                    listener: probe.listener, connection: 1, peerAddress: probe.peer, method: "POST",
                    target: Self.path + "/\(layer)/1/\(operation)",
                    headers: [
                        HeaderField("X-Esri-Authorization", "Bearer \(alice)"),
                        HeaderField("Content-Type", "multipart/form-data; boundary=b"),
                    ],
                    body: Array((body + "--b--\r\n").utf8), portalTime: probe.time)))
    }

    private func told(_ outcome: SiteProbe.Outcome) -> [String] {
        outcome.answer.notes.decisions.filter { $0.gate == "limits" }.map(\.reason)
    }

    @Test func `are those of each of them, and what is deleted is given back`() throws {
        try prepare()
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
        try prepare()
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
        try prepare()
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
        try prepare()
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
