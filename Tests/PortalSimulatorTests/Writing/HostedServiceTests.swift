import FeatureEngine
import JSONValues
import Platform
import Testing

@testable import PortalSimulator

@Suite struct `Hosted services that clients make`: HostedBenches {
    let probe: SiteProbe
    let alice: String
    private let carol: String
    private let dana: String

    init() throws { (probe, alice, carol, dana) = try SiteProbe.signedIn() }

    @Test func `an edit that waited while the definition changed goes to the layer as it is then`() throws {
        _ = try prepared()
        func layer() throws -> PortalContent.Layer {
            try #require(try probe.site.content.service("Hosted/Benches")?.layers.first)
        }
        let old = try layer()
        let field = #"{"fields": [{"name": "WOOD", "type": "esriFieldTypeString"}]}"#
        #expect(post(Self.admin + "/0/addToDefinition", ["addToDefinition": field]).json["success"] == true)
        #expect(post(Self.admin + "/updateDefinition", ["updateDefinition": "{}"]).json["success"] == true)
        let new = try layer()
        #expect(old.features !== new.features)
        #expect(old.editing.withLock { $0 === new.features })
        #expect(new.features.withLock { $0.field("WOOD") } != nil)
    }

    @Test func `a service that was made is its owner's, and takes features at once`() throws {
        let item = try prepared()
        let document = probe.get("content/items/\(item)", token: alice).json
        #expect(document["type"] == "Feature Service" && document["access"] == "private")
        #expect(document["url"]?.string?.hasSuffix("/server/rest/services/Hosted/Benches/FeatureServer") == true)
        #expect(service()["serviceItemId"] == .string(item) && service()["layers"]?.array?.count == 1)
        #expect(service("/0")["objectIdField"] == "OBJECTID" && service("/1")["type"] == "Table")
        let feature = #"[{"attributes": {"KIND": "wood", "SEATS": 3}, "geometry": {"x": 1, "y": 2}}]"#
        let added = post("/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures", ["features": feature])
        #expect(added.json["addResults"]?[0]["success"] == true, "\(added.text)")
        let found = service("/0/query?where=SEATS%3E2&outFields=*")["features"]
        #expect(found?[0]["attributes"]?["KIND"] == "wood" && found?[0]["geometry"]?["x"] == 1)
        // What nobody was given is not told.
        #expect(probe.server("rest/services/Hosted/Benches/FeatureServer").error?["code"] == 499)
        #expect(service(token: carol)["error"]?["code"] == 403)
        let listed = { (token: String) in
            probe.server("rest/services/Hosted", token: token).text.contains("Hosted/Benches")
        }
        #expect(listed(alice) && !listed(carol))
        probe.post("content/users/alice/items/\(item)/share", ["everyone": "true"], token: alice)
        #expect(service(token: carol)["layers"]?.array?.count == 1)
        #expect(probe.post("content/users/alice/items/\(item)/delete", token: alice).json["success"] == true)
        #expect(service()["error"]?["code"] == 404)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let parameters: String
        var more: [String: String] = [:]
        let word: String
        var testDescription: String { word }
    }

    @Test(arguments: [
        Refusal(parameters: "", word: "must be specified"), Refusal(parameters: "[", word: "is no JSON"),
        Refusal(parameters: "[]", word: "no JSON object"), Refusal(parameters: "{}", word: "Service name is invalid"),
        Refusal(parameters: #"{"name": "a b"}"#, word: "letters, digits and underscores"),
        Refusal(parameters: #"{"name": "trees"}"#, word: "already exists for"),
        Refusal(parameters: #"{"name": "A"}"#, more: ["isView": "true"], word: "views of services"),
        Refusal(parameters: #"{"name": "A"}"#, more: ["outputType": "imageService"], word: "is not served"),
        Refusal(parameters: #"{"name": "A", "spatialReference": {"wkid": "x"}}"#, word: "spatialReference"),
    ])
    func `what is wrong with a service is told, and none is made`(row: Refusal) {
        let fields = ["createParameters": row.parameters].merging(row.more) { $1 }
        let answer = probe.post("content/users/alice/createService", fields, token: alice)
        #expect(answer.error?["code"] == 400 && answer.text.contains(row.word), "\(answer.text)")
        #expect(probe.post("content/users/carol/createService", fields, token: carol).error != nil)
    }

    @Test func `owner, administrators and members of an update group edit what nobody else may`() throws {
        _ = try create(#"{"name": "Benches", "capabilities": "Query"}"#)
        post(Self.admin + "/addToDefinition", ["addToDefinition": Self.layers])
        let item = try #require(service()["serviceItemId"]?.string)
        let path = "/server/rest/services/Hosted/Benches/FeatureServer"
        func add(_ token: String?) -> SiteProbe.Outcome {
            let headers = token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? []
            return probe.send(
                "POST", path + "/0/addFeatures", headers: headers,
                form: probe.form(["features": #"[{"attributes": {"KIND": "wood"}}]"#]))
        }
        probe.post("content/users/alice/items/\(item)/share", ["everyone": "true"], token: alice)
        #expect(service()["capabilities"] == "Query")
        for token in [alice, dana] { #expect(add(token).json["addResults"]?[0]["success"] == true) }
        for token in [carol, nil] { #expect(add(token).text.contains("This operation is not supported")) }
        #expect(post(path + "/0/deleteFeatures", ["where": "1=1"], token: carol).error != nil)
        let calculated = post(
            path + "/0/calculate", ["where": "1=1", "calcExpression": #"[{"field": "SEATS", "value": 2}]"#])
        #expect(calculated.json["updatedFeatureCount"] == 2, "\(calculated.text)")
        let edits = #"[{"id": 0, "deletes": [1]}]"#
        #expect(post(path + "/applyEdits", ["edits": edits], token: carol).error != nil)
        #expect(post(path + "/applyEdits", ["edits": edits]).json[0]["deleteResults"]?[0]["success"] == true)
        // A service of the files has no such owner.
        let roads = post("/server/rest/services/Roads/FeatureServer/0/addFeatures", ["features": "[]"])
        #expect(roads.text.contains("This operation is not supported"), "\(roads.text)")
        let group = try #require(
            probe.post(
                "community/createGroup",
                ["title": "G", "tags": "g", "access": "public", "capabilities": "updateitemcontrol"], token: dana
            ).json["group"]?["id"]?.string)
        probe.post("community/groups/\(group)/addUsers", ["users": "alice"], token: dana)
        let frank = ["username": "frank.f", "password": "long enough 1", "groups": group]
        probe.post("portals/self/createUser", frank, token: dana)
        let token = probe.generate(probe.form(["username": "frank.f", "password": "long enough 1"])).json["token"]?
            .string
        #expect(add(token).text.contains("This operation is not supported"))
        probe.post("content/users/alice/items/\(item)/share", ["everyone": "true", "groups": group], token: alice)
        let added = add(token)
        #expect(added.json["addResults"]?[0]["success"] == true, "\(added.text)")
    }

    @Test func `a file is appended as a job of portal time`() throws {
        _ = try prepared()
        let path = "/server/rest/services/Hosted/Benches/FeatureServer/0/append"
        let csv = "KIND,SEATS,x,y\r\nwood,2,8.5,47.3\r\n\"stone, old\",,8.6,47.4\r\n"
        let appended = post(path, ["edits": csv, "appendUploadFormat": "csv"])
        let url = try #require(appended.json["statusUrl"]?.string, "\(appended.text)")
        let job = try #require(url.split(separator: "/").last)
        #expect(service("/jobs/\(job)")["status"] == "InProgress")
        var later = probe
        later.time += 1_000
        let done = later.server("rest/services/Hosted/Benches/FeatureServer/jobs/\(job)", token: alice).json
        #expect(done["status"] == "Completed" && done["recordCount"] == 2)
        #expect(
            later.server("rest/services/Hosted/Benches/FeatureServer/jobs/\(job)", token: dana).error?["code"] == 404)
        #expect(
            service("/0/query?where=SEATS%20IS%20NULL&outFields=KIND")["features"]?[0]["attributes"]?["KIND"]
                == "stone, old")
        let again = [
            "edits": "KIND,SEATS\nwood,9\nnew,1\n", "appendUploadFormat": "csv", "upsert": "true",
            "upsertMatchingField": "KIND",
        ]
        #expect(post(path, again).json["statusUrl"] != nil)
        #expect(service("/0/query?where=1%3D1&returnCountOnly=true")["count"] == 3)
        #expect(
            service("/0/query?where=KIND%3D%27wood%27&outFields=SEATS")["features"]?[0]["attributes"]?["SEATS"] == 9)
        for (fields, word) in [
            ([:], "must be specified"), (["edits": "A,A\n1,2\n", "appendUploadFormat": "csv"], "twice"),
            (["edits": "KIND\n\"wood\n", "appendUploadFormat": "csv"], "not closed"),
            (["edits": "SEATS\nmany\n", "appendUploadFormat": "csv"], "SEATS"),
            (["edits": "x", "appendUploadFormat": "shapefile"], "none of csv, geojson"),
            (["edits": "{", "appendUploadFormat": "geojson"], "Append failed"),
            (["edits": "KIND\nw\n", "appendUploadFormat": "csv", "upsert": "true"], "upsertMatchingField"),
            (["edits": "KIND\nw\n", "appendUploadFormat": "csv", "rollbackOnFailure": "maybe"], "neither true nor"),
            (
                [
                    "edits": "KIND\nw\n", "appendUploadFormat": "csv",
                    "fieldMappings": #"[{"name": "KIND", "sourceName": "NO"}]"#,
                ], "has no field"
            ),
        ] {
            let refused = post(path, fields)
            #expect(refused.error?["code"] == 400 && refused.text.contains(word), "\(refused.text)")
        }
        #expect(service("/0/query?where=1%3D1&returnCountOnly=true")["count"] == 3)
        #expect(post(path, again, token: carol).error?["code"] == 403)
    }

    @Test func `a copy of the item is not the service, and services are bounded`() throws {
        let item = try prepared()
        let copy = probe.post("content/users/alice/items/\(item)/copy", token: alice).json["itemId"]?.string ?? ""
        #expect(probe.post("content/users/alice/items/\(copy)/delete", token: alice).json["success"] == true)
        #expect(service()["layers"]?.array?.count == 1)
        var limits = ResourceLimits()
        limits.services = 1
        let small = try SiteProbe("token", limits: limits)
        let token = try small.token(for: "alice")
        for (name, word) in [("A", "serviceItemId"), ("B", "keeps 1 services")] {
            let answer = small.post(
                "content/users/alice/createService", ["createParameters": "{\"name\": \"\(name)\"}"], token: token)
            #expect(answer.text.contains(word), "\(answer.text)")
        }
    }
}
