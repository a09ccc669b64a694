import Dispatch
import Foundation
import JSONValues
import Platform
import Testing

@testable import FeatureEngine
@testable import PortalSimulator

@Suite struct `Definitions of hosted services`: HostedBenches {
    let probe: SiteProbe
    let alice: String
    private let carol: String
    private let dana: String

    init() throws { (probe, alice, carol, dana) = try SiteProbe.signedIn() }

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

    @Test func `more layers than a service may have are refused before they are made`() throws {
        _ = try create()
        let tables = Array(repeating: "{\"name\":\"A\"}", count: 100_000).joined(separator: ",")
        let answer = post(Self.admin + "/addToDefinition", ["addToDefinition": "{\"tables\":[\(tables)]}"])
        #expect(answer.error?["message"] == "Storage quota exceeded.", "\(answer.text.prefix(500))")
        #expect(answer.error?["details"]?[0].string == "a service has at most 100 layers and tables")
        #expect(service()["tables"] == [])
    }

    @Test func `each of many domains is told once`() throws {
        _ = try prepared()
        let domains = (0..<20_000).map { "\"f\($0)\":{\"name\":\"d\($0 % 19_999)\",\"type\":\"codedValue\"}" }
        let types = "{\"types\":[{\"id\":1,\"name\":\"t\",\"domains\":{\(domains.joined(separator: ","))}}]}"
        let changed = post(Self.admin + "/0/updateDefinition", ["updateDefinition": types])
        #expect(changed.json["success"] == true, "\(changed.text.prefix(500))")
        #expect(service("/queryDomains")["domains"]?.array?.count == 19_999)
    }

    @Test func `a field that is changed twice changes nothing`() throws {
        _ = try prepared()
        let fields = #"{"fields": [{"name": "KIND", "length": 30}, {"name": "kind", "length": 31}]}"#
        let answer = post(Self.admin + "/0/updateDefinition", ["updateDefinition": fields])
        #expect(answer.error?["code"] == 400 && answer.text.contains("stands there twice"), "\(answer.text)")
        #expect(answer.text.contains("fields[1].name"), "\(answer.text)")
        #expect(service("/0")["fields"]?[1]["length"] == 20)
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

    /// Edits go to a new layer's features before readers find the layer: an answer that came between would tell of what no query sees.
    @Test func `an edit is told once the layer that it went to is there`() throws {
        _ = try prepared()
        let name = "Hosted/Benches"
        let content = probe.site.content
        let layer = try #require(try content.service(name)?.layers.first)
        let new = Locked(layer.features.withLock { $0 })
        let isTold = DispatchSemaphore(value: 0)
        let outcome = try content.change { world throws(Never) -> DispatchTimeoutResult in
            layer.editing.withLock { $0 = new }
            let (probe, alice) = (probe, alice)
            DispatchQueue.global().async {
                let form = probe.form(["features": #"[{"attributes": {"KIND": "wood"}}]"#])
                let added = probe.send(
                    "POST", "/server/rest/services/Hosted/Benches/FeatureServer/0/addFeatures",
                    headers: [("X-Esri-Authorization", "Bearer \(alice)")], form: form)
                #expect(added.json["addResults"]?[0]["success"] == true, "\(added.text)")
                isTold.signal()
            }
            while new.withLock({ $0.count }) == 0 { sched_yield() }
            return isTold.wait(timeout: .now() + .milliseconds(100))
        }
        #expect(outcome.get() == .timedOut)
        isTold.wait()
    }
}
