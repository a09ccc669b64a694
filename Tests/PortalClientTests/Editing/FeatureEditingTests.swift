import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Editing features` {
    private let url = "https://h.test/server/rest/services/Hydrants/FeatureServer/0"

    /// A layer that says this of itself and answers every edit so.
    private func layer(
        _ capabilities: String, more: [String: JSONValue] = [:], answer: JSONValue = [:]
    ) throws -> (layer: FeatureLayer, stage: Stage) {
        let document: [String: JSONValue] = [
            "name": "Hydrants", "objectIdField": "OBJECTID", "capabilities": .string(capabilities),
            "supportsRollbackOnFailureParameter": true,
        ]
        let stage = Stage(script: { sent in
            sent.method == "POST" ? .json(answer) : .json(.object(document.merging(more) { $1 }))
        })
        return (FeatureLayer(url: try HTTPURL(url), in: stage.environment), stage)
    }

    @Test func `gives each edit its own result`() async throws {
        let (layer, stage) = try layer(
            "Query,Create,Update,Delete,Editing",
            answer: [
                "addResults": [["objectId": 7, "globalId": "{A}", "success": true]],
                "updateResults": [
                    [
                        "objectId": 2, "success": false,
                        "error": ["code": 1003, "description": "Operation rolled back."],
                    ]
                ],
                "deleteResults": [["objectId": 9, "success": false, "error": ["code": 1019, "description": "Gone."]]],
            ])
        let results = try await layer.applyEdits(
            FeatureEdits(
                adds: [Feature(attributes: ["STREET": "Elm"])],
                updates: [Feature(attributes: ["objectid": 2, "STREET": nil])], deletes: [9]), rollbackOnFailure: false)
        #expect(
            results.adds == [EditResult(objectID: 7, globalID: "{A}")] && results.isRolledBack && !results.isSuccess)
        #expect(results.failures.count == 2)
        let error = #expect(throws: EditError.self) { try results.check() }
        #expect(error == EditError(code: 1019, message: "Gone.") && error?.description.contains("1019") == true)
        #expect(throws: EditError.self) { try results.deletes[0].get() }
        let form = try #require(stage.transport.sent.last?.form)
        #expect(form["adds"] == #"[{"attributes":{"STREET":"Elm"}}]"# && form["deletes"] == "[9]")
        #expect(form["rollbackOnFailure"] == "false" && form["useGlobalIds"] == nil)
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let capabilities: String
        var more: [String: JSONValue] = [:]
        let edits: FeatureEdits
        let words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Refused(capabilities: "Query", edits: FeatureEdits(deletes: [1]), words: "no Delete"),
        Refused(
            capabilities: "Query,Create,Editing", edits: FeatureEdits(updates: [Feature(attributes: ["OBJECTID": 1])]),
            words: "no Update"),
        Refused(
            capabilities: "Query,Update,Editing", edits: FeatureEdits(adds: [Feature(attributes: [:])]),
            words: "no Create"),
        Refused(
            capabilities: "Editing", edits: FeatureEdits(byGlobalIDs: [], deletes: ["{A}"]),
            words: "supportsApplyEditsWithGlobalIds"),
        Refused(
            capabilities: "Editing", edits: FeatureEdits(updates: [Feature(attributes: ["NAME": "a"])]),
            words: "feature 1 of the edits"),
        Refused(
            capabilities: "Editing", more: ["allowGeometryUpdates": false],
            edits: FeatureEdits(
                updates: [Feature(attributes: ["OBJECTID": 1], geometry: .point(Position(x: 1, y: 2), nil))]),
            words: "allowGeometryUpdates"),
    ])
    func `refuses what the layer does not offer before anything is sent`(row: Refused) async throws {
        let (layer, stage) = try layer(row.capabilities, more: row.more)
        let error = await failure { () throws(PortalError) in try await layer.applyEdits(row.edits) }
        #expect(error?.code == .capabilityMissing || error?.code == .invalidArgument)
        #expect(
            error?.detail.contains(row.words) == true && error?.detail.contains("Hydrants") == true, "\(error as Any)")
        #expect(stage.transport.sent.map(\.method) == ["GET"])
    }

    @Test func `takes Editing alone for every kind, and sends nothing for nothing`() async throws {
        let (layer, stage) = try layer("Query,Editing", answer: ["deleteResults": [["objectId": 1, "success": true]]])
        #expect(layer.editingCapabilities.isEmpty)
        #expect(try await layer.applyEdits(FeatureEdits()).all.isEmpty)
        #expect(stage.transport.sent.count == 1)
        #expect(layer.editingCapabilities == [.create, .update, .delete, .editing] && !layer.hasAttachments)
        #expect(try await layer.delete([1]).map(\.isSuccess) == [true])
    }

    @Test func `takes an answer without results for no success`() async throws {
        let (layer, stage) = try layer("Editing", answer: ["addResults": []])
        let error = await failure { () throws(PortalError) in try await layer.add([Feature(attributes: [:])]) }
        #expect(error?.code == .unexpectedContent && error?.detail.contains("look at the features") == true)
        #expect(stage.transport.sent.map(\.method) == ["GET", "POST"])
    }

    @Test func `says that an edit may have been made, and does not send it again`() async throws {
        let stage = Stage(script: { sent throws(TransportError) in
            guard sent.method == "POST" else { return .json(["capabilities": "Editing", "name": "Hydrants"]) }
            throw TransportError(.emptyReply, url: sent.path, detail: "no answer", mayHaveBeenSent: true)
        })
        let layer = FeatureLayer(url: try HTTPURL(url), in: stage.environment)
        let error = await failure { () throws(PortalError) in try await layer.delete([1]) }
        #expect(error?.mayHaveBeenCarriedOut == true && error?.detail.contains("may have been made") == true)
        #expect(stage.transport.sent.map(\.method) == ["GET", "POST"])
    }

    @Test func `of a service knows its layers`() async throws {
        let stage = Stage(script: { sent in
            guard sent.method == "POST" else {
                return .json(["capabilities": "Editing", "layers": [["id": 0]], "tables": [["id": 3]]])
            }
            return .json([["id": 3, "deleteResults": [["objectId": 1, "success": true]]]])
        })
        let service = FeatureService(url: try HTTPURL("https://h.test/s/FeatureServer"), in: stage.environment)
        let results = try await service.applyEdits([3: FeatureEdits(deletes: [1]), 0: FeatureEdits()])
        #expect(results[3]?.isSuccess == true && results.count == 1 && service.layerIDs == [0, 3])
        #expect(stage.transport.sent.last?.form["edits"] == #"[{"deletes":[1],"id":3}]"#)
        #expect(service.layer(3).url.description == "https://h.test/s/FeatureServer/3")
        let error = await failure { () throws(PortalError) in
            try await service.applyEdits([5: FeatureEdits(deletes: [1])])
        }
        #expect(error?.code == .invalidArgument && error?.detail.contains("[0, 3]") == true)
    }

    @Test func `of attachments needs a layer that has some`() async throws {
        let (without, stage) = try layer("Editing")
        let error = await failure { () throws(PortalError) in
            try await without.addAttachment(AttachmentUpload(name: "a", bytes: [1]), to: 1)
        }
        #expect(error?.code == .capabilityMissing && stage.transport.sent.map(\.method) == ["GET"])
        let (with, other) = try layer(
            "Editing", more: ["hasAttachments": true],
            answer: ["addAttachmentResult": ["objectId": 3, "success": true]])
        let upload = AttachmentUpload(name: "a.txt", mediaType: "text/plain", bytes: Array("hello".utf8), keywords: "k")
        #expect(try await with.addAttachment(upload, to: 1) == EditResult(objectID: 3))
        let sent = try #require(other.transport.sent.last)
        #expect(sent.path == url + "/1/addAttachment" && sent.body.contains("filename=\"a.txt\""))
        #expect(sent.body.contains("\r\n\r\nhello\r\n--") && sent.body.contains("name=\"keywords\""))
        #expect(sent.header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
    }
}
