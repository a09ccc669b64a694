import FeatureEngine
import JSONValues
import Platform
import Testing

@testable import PortalSimulator

@Suite struct `Hosted services that clients make` {
    private let probe: SiteProbe
    private let alice: String
    private let carol: String
    private let dana: String

    init() throws {
        probe = try SiteProbe("token")
        alice = try probe.token(for: "alice")
        carol = try probe.token(for: "carol")
        dana = try probe.token(for: "dana")
    }

    private static let admin = "/server/rest/admin/services/Hosted/Benches/FeatureServer"

    /// A POST of a form at the server.
    @discardableResult
    private func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil) -> SiteProbe.Outcome {
        let form = probe.form(fields)
        return probe.send(
            "POST", path, headers: [("X-Esri-Authorization", "Bearer \(token ?? alice)")], form: form)
    }

    private func create(
        _ parameters: String = #"{"name": "Benches", "capabilities": "Query, Create,Update,Delete,Editing"}"#
    )
        throws -> String
    {
        let answer = probe.post("content/users/alice/createService", ["createParameters": parameters], token: alice)
        return try #require(answer.json["itemId"]?.string, "\(answer.text)")
    }

    private static let layers = #"""
        {"layers": [{"name": "Benches", "type": "Feature Layer", "geometryType": "esriGeometryPoint", "fields": [
            {"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "KIND", "type": "esriFieldTypeString", "length": 20},
            {"name": "SEATS", "type": "esriFieldTypeInteger", "alias": "Seats"}]}],
         "tables": [{"name": "Visits", "type": "Table", "fields": [{"name": "NOTE", "type": "esriFieldTypeString"}]}]}
        """#

    private func prepared() throws -> String {
        let item = try create()
        let added = post(Self.admin + "/addToDefinition", ["addToDefinition": Self.layers])
        #expect(added.json["success"] == true, "\(added.text)")
        #expect(
            added.json["layers"] == [["name": "Benches", "id": 0]]
                && added.json["tables"] == [["name": "Visits", "id": 1]])
        return item
    }

    private func service(_ rest: String = "", token: String? = nil) -> JSONValue {
        probe.server("rest/services/Hosted/Benches/FeatureServer\(rest)", token: token ?? alice).json
    }

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

    @Test(arguments: [
        ("{}", "neither layers nor tables"), (#"{"layers": {}}"#, "layers is no list"),
        (#"{"layers": [1]}"#, "layers[0] is no object"),
        (#"{"layers": [{"name": ""}]}"#, "layers[0].name"), (#"{"layers": [{"name": "A"}]}"#, "layers[0].geometryType"),
        (
            #"{"tables": [{"name": "A", "fields": [{"name": "1", "type": "esriFieldTypeString"}]}]}"#,
            "tables[0].fields[0].name"
        ),
        (
            #"{"tables": [{"name": "A", "fields": [{"name": "B", "type": "text"}]}]}"#,
            "no type that a field can be given"
        ),
        (
            #"{"tables": [{"name": "A", "fields": [{"name": "B", "type": "esriFieldTypeDate"}, {"name": "b", "type": "esriFieldTypeDate"}]}]}"#,
            "already"
        ),
        (#"{"tables": [{"name": "A", "id": -1}]}"#, "no number from 0 to 9999"),
        (
            #"{"tables": [{"name": "A", "fields": [{"name": "B", "type": "esriFieldTypeString", "length": -5}]}]}"#,
            "no length"
        ),
    ])
    func `a definition that is wrong changes nothing`(definition: String, word: String) throws {
        _ = try create()
        let answer = post(Self.admin + "/addToDefinition", ["addToDefinition": definition])
        #expect(answer.error?["code"] == 400 && answer.text.contains(word), "\(answer.text)")
        #expect(service()["layers"] == [] && service()["tables"] == [])
    }

    @Test func `only owner and administrators change a definition`() throws {
        let item = try prepared()
        probe.post("content/users/alice/items/\(item)/share", ["everyone": "true"], token: alice)
        let change = ["updateDefinition": #"{"capabilities": "Query"}"#]
        #expect(post(Self.admin + "/updateDefinition", change, token: carol).error?["code"] == 403)
        #expect(post(Self.admin + "/updateDefinition", change, token: dana).json["success"] == true)
        #expect(service()["capabilities"] == "Query" && service("/0")["capabilities"] == "Query")
        let features = "/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures"
        let edit = post(features, ["features": "[]"], token: carol)
        #expect(edit.text.contains("This operation is not supported"))
        let other = "/server/rest/admin/services/Hosted/None/FeatureServer/updateDefinition"
        #expect(post(other, change).error?["code"] == 404)
        #expect(probe.send("GET", Self.admin + "/updateDefinition?f=json").json["error"] != nil)
    }

    @Test func `fields come and go with their values`() throws {
        _ = try prepared()
        let path = "/server/rest/services/Hosted/Benches/FeatureServer/0"
        post(
            path + "/addFeatures",
            ["features": #"[{"attributes": {"KIND": "wood", "SEATS": 3}, "geometry": {"x": 1, "y": 2}}]"#])
        let added = post(
            Self.admin + "/0/addToDefinition",
            [
                "addToDefinition":
                    #"{"fields": [{"name": "STATE", "type": "esriFieldTypeString", "defaultValue": "new"}]}"#
            ])
        #expect(added.json == ["success": true])
        func attributes() -> JSONValue? { service("/0/query?where=1%3D1&outFields=*")["features"]?[0]["attributes"] }
        #expect(attributes()?["STATE"] == "new" && attributes()?["KIND"] == "wood")
        post(
            Self.admin + "/0/updateDefinition",
            ["updateDefinition": #"{"displayField": "STATE", "fields": [{"name": "STATE", "alias": "State"}]}"#])
        #expect(service("/0")["fields"]?.array?.last?["alias"] == "State" && service("/0")["displayField"] == "STATE")
        post(Self.admin + "/0/deleteFromDefinition", ["deleteFromDefinition": #"{"fields": [{"name": "KIND"}]}"#])
        #expect(attributes() == ["OBJECTID": 1, "SEATS": 3, "STATE": "new"])
        for (definition, word) in [
            (#"{"fields": [{"name": "OBJECTID"}]}"#, "stays"),
            (#"{"fields": [{"name": "KIND"}]}"#, "there is no field"), ("{}", "no fields"),
        ] {
            let refused = post(Self.admin + "/0/deleteFromDefinition", ["deleteFromDefinition": definition])
            #expect(refused.error?["code"] == 400 && refused.text.contains(word), "\(refused.text)")
        }
        let type = post(
            Self.admin + "/0/updateDefinition",
            ["updateDefinition": #"{"fields": [{"name": "SEATS", "type": "esriFieldTypeDate"}]}"#])
        #expect(type.text.contains("cannot be changed"))
        for (definition, word) in [
            (#"{"fields": "x"}"#, "fields is no list"), (#"{"drawingInfo": 5}"#, "drawingInfo is no object"),
        ] {
            let refused = post(Self.admin + "/0/updateDefinition", ["updateDefinition": definition])
            #expect(refused.error?["code"] == 400 && refused.text.contains(word), "\(refused.text)")
        }
        #expect(post(Self.admin + "/7/deleteFromDefinition", ["deleteFromDefinition": "{}"]).error != nil)
        #expect(post(Self.admin + "/0/truncate").json["success"] == true)
        #expect(service("/0/query?where=1%3D1&returnCountOnly=true")["count"] == 0)
        post(Self.admin + "/deleteFromDefinition", ["deleteFromDefinition": #"{"layers": [{"id": 0}]}"#])
        #expect(service("/0")["error"] != nil && service()["tables"]?.array?.count == 1)
    }

    struct Definition: CustomTestStringConvertible, Sendable {
        let path: String
        let told: String
        let words: String
        var testDescription: String { "\(path) \(told)" }
    }

    @Test(arguments: [
        Definition(path: "/0", told: #"{"hasZ": true}"#, words: "hasZ of a layer cannot be changed; it is false"),
        Definition(path: "/0", told: #"{"geometryType": "esriGeometryPolygon"}"#, words: "it is"),
        Definition(
            path: "/0", told: #"{"objectIdField": "KIND"}"#, words: "objectIdField of a layer cannot be changed"),
        Definition(
            path: "/0", told: #"{"globalIdField": "KIND"}"#, words: "globalIdField of a layer cannot be changed"),
        Definition(path: "/0", told: #"{"extent": {"xmin": 0}}"#, words: "extent follows the features"),
        Definition(path: "/0", told: #"{"relationships": [{"id": 0}]}"#, words: "relationships of a layer cannot"),
        Definition(path: "/0", told: #"{"id": 5}"#, words: "id of a layer cannot be changed; it is 0"),
        Definition(path: "/0", told: #"{"type": "Table"}"#, words: "type of a layer cannot be changed"),
        Definition(path: "/0", told: #"{"definitionQuery": "1=0"}"#, words: "definitionQuery of a layer cannot"),
        Definition(path: "/0", told: #"{"capabilities": "Query,Sync"}"#, words: "the capability Sync is not one"),
        Definition(path: "/0", told: #"{"maxRecordCount": "x"}"#, words: "maxRecordCount \\\"x\\\" is no whole number"),
        Definition(path: "/0", told: #"{"maxRecordCount": -5}"#, words: "maxRecordCount -5 is no whole number"),
        Definition(path: "/0", told: #"{"displayField": "nope"}"#, words: "is no field of the layer"),
        Definition(path: "/0", told: #"{"hasAttachments": "yes"}"#, words: "is no truth value"),
        Definition(path: "/0", told: #"{"minScale": "far"}"#, words: "is no scale"),
        Definition(path: "/0", told: #"{"description": 5}"#, words: "is no text"),
        Definition(
            path: "/0", told: #"{"fields": [{"name": "KIND", "length": 2}]}"#,
            words: "less than the 4 characters of a text"),
        Definition(path: "/0", told: #"{"fields": [{"name": "KIND", "length": "x"}]}"#, words: "is no length"),
        Definition(path: "/0", told: #"{"fields": [{"name": "SEATS", "length": 2}]}"#, words: "of texts alone"),
        Definition(path: "", told: #"{"name": "Other"}"#, words: "name of a service cannot be changed"),
        Definition(path: "", told: #"{"layers": []}"#, words: "layers of a service cannot be changed"),
        Definition(
            path: "", told: #"{"spatialReference": {"wkid": 4326}}"#, words: "spatialReference of a service cannot"),
        Definition(path: "", told: #"{"maxRecordCount": 0}"#, words: "is no whole number"),
        Definition(path: "", told: #"{"syncEnabled": true}"#, words: "syncEnabled says what capabilities say"),
    ])
    func `what of a definition cannot be changed is refused by name`(row: Definition) throws {
        _ = try prepared()
        post(
            "/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures",
            ["features": #"[{"attributes": {"KIND": "wood"}, "geometry": {"x": 1, "y": 2}}]"#])
        let before = (service(), service("/0"))
        let refused = post(Self.admin + row.path + "/updateDefinition", ["updateDefinition": row.told])
        #expect(refused.error?["code"] == 400 && refused.text.contains(row.words), "\(refused.text)")
        #expect((service(), service("/0")) == before)
    }

    @Test func `a layer may let do less than its service, and be told what it says already`() throws {
        let item = try prepared()
        probe.post("content/users/alice/items/\(item)/share", ["everyone": "true"], token: alice)
        let document = service("/0")
        let same = post(Self.admin + "/0/updateDefinition", ["updateDefinition": document.text()])
        #expect(same.json["success"] == true && service("/0") == document, "\(same.text)")
        let less = post(Self.admin + "/0/updateDefinition", ["updateDefinition": #"{"capabilities": "Query"}"#])
        #expect(less.json["success"] == true && service("/0")["capabilities"] == "Query", "\(less.text)")
        #expect(service("/1")["capabilities"]?.string?.contains("Editing") == true)
        let path = "/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures"
        #expect(post(path, ["features": #"[{"attributes": {}}]"#], token: carol).error != nil)
        post(Self.admin + "/0/updateDefinition", ["updateDefinition": #"{"description": "x"}"#])
        #expect(service("/0")["capabilities"] == "Query")
        post(Self.admin + "/updateDefinition", ["updateDefinition": #"{"capabilities": "Query,Editing"}"#])
        #expect(service("/0")["capabilities"] == "Query,Editing")
        let count = post(Self.admin + "/0/updateDefinition", ["updateDefinition": #"{"maxRecordCount": 1}"#])
        #expect(count.json["success"] == true)
        post(path, ["features": #"[{"attributes": {}}, {"attributes": {}}]"#])
        #expect(service("/0/query?where=1%3D1")["features"]?.array?.count == 1)
    }

    @Test func `layers take how many features an answer holds from their service`() throws {
        _ = try create(#"{"name": "Benches", "capabilities": "Query,Editing", "maxRecordCount": 3}"#)
        post(Self.admin + "/addToDefinition", ["addToDefinition": Self.layers])
        let features = #"[{"attributes": {}}, {"attributes": {}}, {"attributes": {}}, {"attributes": {}}]"#
        post("/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures", ["features": features])
        func page() -> JSONValue { service("/0/query?where=1%3D1") }
        #expect(service()["maxRecordCount"] == 3 && service("/0")["maxRecordCount"] == 3)
        #expect(page()["features"]?.array?.count == 3 && page()["exceededTransferLimit"] == true)
        let rest = service("/0/query?where=1%3D1&resultOffset=3")
        #expect(rest["features"]?.array?.count == 1 && rest["exceededTransferLimit"] != true)
        post(Self.admin + "/updateDefinition", ["updateDefinition": #"{"maxRecordCount": 2}"#])
        #expect(service("/0")["maxRecordCount"] == 2 && page()["features"]?.array?.count == 2)
        // What a layer itself says counts, until it says nothing again.
        post(Self.admin + "/0/updateDefinition", ["updateDefinition": #"{"maxRecordCount": 5}"#])
        post(Self.admin + "/updateDefinition", ["updateDefinition": #"{"maxRecordCount": 1}"#])
        #expect(service("/0")["maxRecordCount"] == 5 && page()["features"]?.array?.count == 4)
        post(Self.admin + "/0/updateDefinition", ["updateDefinition": #"{"maxRecordCount": null}"#])
        #expect(service("/0")["maxRecordCount"] == 1 && page()["features"]?.array?.count == 1)
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
