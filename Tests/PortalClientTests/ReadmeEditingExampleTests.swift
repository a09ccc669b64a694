import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PretendPortals
import Testing

/// Notes that a hydrant was checked and adds the photo of it; what the service does not do is thrown with its own words.
func note(pressure: Int64, ofHydrant id: Int64, photo: String, at address: String, _ environment: PortalEnvironment)
    async throws
{
    let hydrants = FeatureLayer(url: try HTTPURL(address), in: environment)
    let changed = Feature(attributes: ["OBJECTID": .integer(id), "PRESSURE": .integer(pressure)])
    let results = try await hydrants.applyEdits(FeatureEdits(updates: [changed]))  // all of it or nothing
    try results.check()
    let file = AttachmentUpload(path: photo, mediaType: "image/jpeg")
    _ = try await hydrants.addAttachment(file, to: id).get()
}

@Suite struct `The guide's edits` {
    @Test func `are refused by the service in its own words`() async throws {
        let stage = Stage(script: { sent in
            guard sent.method == "POST" else { return .json(["capabilities": "Query,Update,Editing"]) }
            return .json([
                "updateResults": [["objectId": 4, "success": false, "error": ["code": 1019, "description": "Gone."]]]
            ])
        })
        let error = await #expect(throws: EditError.self) {
            try await note(
                pressure: 415, ofHydrant: 4, photo: "/nowhere.jpg", at: "https://h.test/s/FeatureServer/0",
                stage.environment)
        }
        #expect(error?.code == 1019)
        #expect(stage.transport.sent.last?.form["updates"] == #"[{"attributes":{"OBJECTID":4,"PRESSURE":415}}]"#)
    }
}
