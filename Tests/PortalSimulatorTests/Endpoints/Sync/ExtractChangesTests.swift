import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Changes of a feature service` {
    private func generations(_ probe: SyncProbe) throws -> String {
        try #require(probe.get("").json["changeTrackingInfo"]?["layerServerGens"]).text()
    }

    private func changes(_ probe: SyncProbe, _ parameters: [(String, String)]) -> JSONValue {
        probe.post(
            "extractChanges", [("layers", "[0]"), ("transportType", "esriTransportTypeEmbedded")] + parameters
        ).json
    }

    @Test func `are told since the generations that the service told`() throws {
        let probe = try SyncProbe()
        let start = try generations(probe)
        #expect(
            changes(probe, [("layerServerGens", start)])["edits"]?[0]["features"] == [
                "adds": [], "updates": [], "deleteIds": [],
            ])
        try probe.edit("addFeatures", [("features", #"[{"attributes":{"STREET":"New"}}]"#)])
        try probe.edit("deleteFeatures", [("objectIds", "1")])
        #expect(try generations(probe) != start)
        let found = changes(probe, [("layerServerGens", start)])
        #expect(found["responseType"] == "esriDataChangesResponseTypeEdits")
        #expect(found["edits"]?[0]["features"]?["adds"]?[0]["attributes"]?["STREET"] == "New")
        #expect(found["edits"]?[0]["features"]?["deleteIds"]?.array?.count == 1)
        #expect(
            changes(probe, [("layerServerGens", found["layerServerGens"]?.text() ?? "")])["edits"]?[0]["features"]?[
                "adds"] == [])
        let whole = changes(probe, [("layerServerGens", start), ("returnDeletedFeatures", "true")])["edits"]?[0][
            "features"]
        #expect(whole?["deletes"]?[0]["attributes"]?["STREET"] == "Main Street" && whole?["deleteIds"] == nil)
        let some = changes(probe, [("serverGens", "[1]"), ("returnInserts", "false"), ("returnIdsOnly", "true")])
        #expect(some["edits"]?[0]["objectIds"] == ["adds": [], "updates": [], "deletes": [1]])
    }

    @Test func `come by a job unless they are asked for at once`() throws {
        var probe = try SyncProbe()
        let begun = probe.post("extractChanges", [("layers", "0"), ("serverGens", "1")]).json
        probe.site.time += 1_000
        let done = probe.get(begun["statusUrl"]?.string ?? "").json
        #expect(done["status"] == "Completed")
        #expect(probe.get(done["resultUrl"]?.string ?? "").json["edits"]?[0]["id"] == 0)
    }

    @Test(arguments: [
        ([("layers", "0")], "changeTrackingInfo tells"), ([("serverGens", "1")], "name the ids of the layers"),
        ([("layers", "0"), ("layerServerGens", "x")], "no JSON list"),
        ([("layers", "0"), ("layerServerGens", "[{}]")], "layerServerGens[0]"),
        ([("layers", "0,1"), ("layerServerGens", #"[{"id":0,"serverGen":1}]"#)], "no generation of layer 1"),
        ([("layers", "0"), ("serverGens", "soon")], "is no number"),
    ])
    func `are refused where a parameter is wrong`(_ row: (parameters: [(String, String)], words: String)) throws {
        let outcome = try SyncProbe().post("extractChanges", row.parameters)
        #expect(outcome.error?["details"]?.text().contains(row.words) == true, "\(outcome.text)")
    }

    @Test func `a service that remembers changes is not truncated`() throws {
        let probe = try SyncProbe("token", as: "alice")
        let created = probe.post(
            "createService",
            [
                ("outputType", "featureService"),
                (
                    "createParameters",
                    #"{"name":"Walks","capabilities":"Query,Create,Update,Delete,Editing,ChangeTracking"}"#
                ),
            ], path: "/portal/sharing/rest/content/users/alice/")
        try #require(created.json["success"] == true, "\(created.text)")
        let admin = "/server/rest/admin/services/Hosted/Walks/FeatureServer/"
        let added = probe.post(
            "addToDefinition",
            [
                (
                    "addToDefinition",
                    #"{"layers":[{"name":"Walks","geometryType":"esriGeometryPoint","fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"}]}]}"#
                )
            ], path: admin)
        try #require(added.json["success"] == true, "\(added.text)")
        let refused = probe.post("truncate", [], path: admin + "0/")
        #expect(refused.error?["message"] == "Truncate is not supported.", "\(refused.text)")
    }
}
