import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

/// What a feature service can be asked beside the query of a layer.
@Suite struct `Questions to a feature service` {
    private func ask(_ path: String, _ parameters: [String: String] = [:]) throws -> SiteProbe.Outcome {
        let all = parameters.map { "&\($0)=\(PercentEncoding.encode($1))" }.joined()
        return try SiteProbe("anonymous").server("rest/services/\(path)?x=\(all)")
    }

    private func details(_ outcome: SiteProbe.Outcome) -> String {
        (outcome.error?["details"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    }

    // MARK: queryTopFeatures

    @Test func `The first features of each group are its first by the order that is asked for`() throws {
        let path = "Traffic/FeatureServer/1"
        let filter = #"{"groupByFields":"STATION","topCount":2,"orderByFields":"CARS DESC"}"#
        let found = try ask("\(path)/queryTopFeatures", ["topFilter": filter, "outFields": "STATION,CARS"])
        #expect(found.answer.operation == "Traffic/queryTopFeatures")
        let all = try ask("\(path)/query", ["where": "1=1", "outFields": "STATION,CARS"]).json["features"]?.array ?? []
        let groups = Dictionary(grouping: all) { $0["attributes"]?["STATION"] ?? .null }
        let expected = groups.sorted { ($0.key.integer ?? 0) < ($1.key.integer ?? 0) }.flatMap { _, features in
            features.compactMap { $0["attributes"]?["CARS"]?.integer }.sorted(by: >).prefix(2)
        }
        let features = found.json["features"]?.array ?? []
        #expect(
            features.compactMap { $0["attributes"]?["CARS"]?.integer } == expected && expected.count == 2 * groups.count
        )
        #expect(
            try ask("\(path)/queryTopFeatures", ["topFilter": filter, "returnCountOnly": "true"]).json
                == ["count": .integer(Int64(expected.count))])
        let list = #"{"groupByFields":["STATION"],"topCount":1,"orderByFields":["DAY"]}"#
        let ids = try ask("\(path)/queryTopFeatures", ["topFilter": list, "where": "CARS>0", "returnIdsOnly": "true"])
        #expect(ids.json["objectIds"]?.array?.count == groups.count)
    }

    @Test(arguments: [
        ("", "topFilter: is missing"), ("x", "topFilter: is no JSON"),
        (#"{"groupByFields":"STATION","orderByFields":"CARS"}"#, "topCount is no whole number"),
        (#"{"topCount":1,"orderByFields":"CARS"}"#, "groupByFields is missing"),
        (#"{"groupByFields":"NOPE","topCount":1,"orderByFields":"CARS"}"#, "NOPE is no field"),
        (#"{"groupByFields":"STATION","topCount":1,"orderByFields":"CARS UP"}"#, "no field with ASC or DESC"),
    ]) func `A filter that cannot be is told`(filter: String, words: String) throws {
        let outcome = try ask("Traffic/FeatureServer/1/queryTopFeatures", ["topFilter": filter])
        #expect(outcome.code == 400 && details(outcome).contains(words), "\(outcome.text)")
    }

    // MARK: the whole service

    @Test func `Several layers are queried at once, each with its clause and fields`() throws {
        let objects = try ask(
            "Traffic/FeatureServer/query",
            ["layerDefs": #"[{"layerId":1,"where":"CARS>0","outFields":"CARS"},{"layerId":0,"where":"OBJECTID=2"}]"#])
        #expect(objects.answer.operation == "Traffic/query")
        let layers = objects.json["layers"]?.array ?? []
        #expect(layers.map { $0["id"]?.integer } == [1, 0])
        #expect(layers.first?["fields"]?.array?.compactMap { $0["name"]?.string } == ["OBJECTID", "CARS"])
        #expect(layers.last?["features"]?.array?.count == 1 && layers.last?["geometryType"] == "esriGeometryPoint")
        for text in [#"{"0":"OBJECTID<3","1":""}"#, "0:OBJECTID<3;1:NAME <> 'a;b:c'"] {
            let counts = try ask("Traffic/FeatureServer/query", ["layerDefs": text, "returnCountOnly": "true"]).json
            #expect(counts == ["layers": [["id": 0, "count": 2], ["id": 1, "count": 60]]], "\(text)")
        }
        let ids = try ask("Traffic/FeatureServer/query", ["layerDefs": "0:OBJECTID=5", "returnIdsOnly": "true"]).json
        #expect(ids["layers"]?[0]["objectIds"] == [5])
    }

    @Test(arguments: [
        ([:], "layerDefs: is missing"), (["layerDefs": #"{"7":"1=1"}"#], "\"7\" is no layer; Traffic has 0, 1"),
        (["layerDefs": "nix"], "no id:clause"),
        (["layerDefs": "0:1=1;0:1=1"], "layer 0 stands there twice"), (["layerDefs": "[1]"], "no list of objects"),
        (["layerDefs": "0:NOPE=1"], "NOPE is no field"), (["layerDefs": "0:1=1", "f": "pbf"], "ask a layer"),
    ]) func `A query of several layers that cannot be is told`(parameters: [String: String], words: String) throws {
        let probe = try SiteProbe("anonymous")
        let all = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let outcome = probe.send(
            "GET",
            "/server/rest/services/Traffic/FeatureServer/query?\(all)" + (parameters["f"] == nil ? "&f=json" : ""))
        #expect(outcome.code == 400 && details(outcome).contains(words), "\(outcome.text)")
    }

    @Test func `Domains of fields are listed once`() throws {
        let outcome = try ask("Inspections/FeatureServer/queryDomains", ["layers": "[0]"])
        let names = outcome.json["domains"]?.array?.compactMap { $0["name"]?.string }
        #expect(names.map { Set($0).count == $0.count } == true)
        #expect(try ask("Inspections/FeatureServer/queryDomains").json["domains"]?.array != nil)
        let wrong = try ask("Inspections/FeatureServer/queryDomains", ["layers": "[9]"])
        #expect(wrong.code == 400 && details(wrong).contains("\"9\" is no layer; Inspections has 0"))
    }

    // MARK: one feature

    @Test func `A feature is a resource, on feature and map services`() throws {
        for kind in ["FeatureServer", "MapServer"] {
            let outcome = try ask("Traffic/\(kind)/0/2")
            #expect(outcome.answer.operation == "Traffic/0/2")
            let queried = try ask("Traffic/\(kind)/0/query", ["objectIds": "2", "outFields": "*"]).json["features"]?[0]
            #expect(outcome.json["feature"]?["attributes"] == queried?["attributes"])
            #expect(outcome.json["feature"]?["geometry"]?["x"] == queried?["geometry"]?["x"])
            #expect(outcome.json["feature"]?["geometry"]?["spatialReference"]?["wkid"] != nil)
        }
        #expect(try ask("Traffic/FeatureServer/1/2").json["feature"]?["geometry"] == nil)
        let missing = try ask("Traffic/FeatureServer/0/99")
        #expect(missing.code == 400 && details(missing) == "there is no feature 99")
    }

    @Test func `Operations that are not served are not taken for features`() throws {
        for name in ["0/queryAnalytic", "0/2x", "0/1.0", "queryContingentValues", "x", "0x0"] {
            for kind in ["FeatureServer", "MapServer"] {
                let outcome = try ask("Traffic/\(kind)/\(name)")
                #expect(outcome.answer.operation == "unknown" && outcome.error != nil, "\(name)")
            }
        }
        #expect(try ask("Traffic/FeatureServer/0/-1").code == 400)
    }

    // MARK: validateSQL

    struct Checked: CustomTestStringConvertible, Sendable {
        let sql: String
        var type = "where"
        var code: Int64?
        var testDescription: String { "\(type): \(sql)" }
    }

    @Test(arguments: [
        Checked(sql: "CARS > 5 AND DAY < CURRENT_DATE"), Checked(sql: "CARS * 2", type: "expression"),
        Checked(sql: "NAME = 'a;b--c'"), Checked(sql: "CARS >", code: 3002), Checked(sql: "CARS * 2", code: 3002),
        Checked(sql: "NOPE = 1", code: 3008), Checked(sql: "NOPE + 1", type: "expression", code: 3008),
        Checked(sql: "CARS = 'x'", code: 3004), Checked(sql: "CARS = 1; DROP TABLE x", code: 3009),
        Checked(sql: "CARS = 1 -- x", code: 3009), Checked(sql: "SLEEP(5) = 1", code: 3001),
        Checked(sql: "SELECT 1", type: "statement", code: 3001), Checked(sql: "1 / 0 = CARS", code: 3004),
    ]) func `SQL is valid or has an error with its code`(row: Checked) throws {
        let outcome = try ask("Traffic/FeatureServer/1/validateSQL", ["sql": row.sql, "sqlType": row.type])
        #expect(outcome.json["isValidSQL"] == .bool(row.code == nil), "\(outcome.text)")
        #expect(outcome.json["validationErrors"]?[0]["errorCode"]?.integer == row.code)
        #expect(outcome.code == 200)
    }

    @Test func `SQL that is missing, or of no known type, is told`() throws {
        #expect(details(try ask("Traffic/FeatureServer/1/validateSQL")).contains("sql: is missing"))
        let wrong = try ask("Traffic/FeatureServer/1/validateSQL", ["sql": "1=1", "sqlType": "poem"])
        #expect(details(wrong).contains("none of where, expression, statement"))
    }

    // MARK: references and formats

    @Test func `A protocol buffer has its media type`() throws {
        let probe = try SiteProbe("anonymous")
        let outcome = probe.send("GET", "/server/rest/services/Traffic/FeatureServer/0/query?where=1%3D1&f=pbf")
        #expect(outcome.header("Content-Type") == "application/x-protobuf")
        #expect(outcome.body.first == 0x12 && outcome.body.count > 200)
        let wrong = probe.send("GET", "/server/rest/services/Traffic/FeatureServer/0/query?where=NOPE%3D1&f=pbf")
        #expect(wrong.error?["code"] == 400)
    }

    @Test(.proj) func `Geometries go out and come in in projected systems`() throws {
        let utm = try ask("Traffic/FeatureServer/0/query", ["where": "1=1", "outSR": "32611"]).json
        #expect(utm["spatialReference"] == ["wkid": 32611, "latestWkid": 32611])
        let place = try #require(utm["features"]?[1]["geometry"])
        let (x, y) = (try #require(place["x"]?.double), try #require(place["y"]?.double))
        #expect((300_000...700_000).contains(x) && (3_000_000...4_500_000).contains(y))
        let box = "\(x - 10),\(y - 10),\(x + 10),\(y + 10)"
        let found = try ask(
            "Traffic/FeatureServer/0/query", ["geometry": box, "inSR": "32611", "returnIdsOnly": "true"])
        #expect(found.json["objectIds"] == [2])
        let near = #"{"x":\#(x + 3),"y":\#(y),"spatialReference":{"wkid":32611}}"#
        let around = [
            "geometry": near, "geometryType": "esriGeometryPoint", "distance": "5", "returnIdsOnly": "true",
        ]
        #expect(try ask("Traffic/FeatureServer/0/query", around).json["objectIds"] == [2])
        let json = try SiteProbe("anonymous").send(
            "GET", "/server/rest/services/Traffic/FeatureServer/0/query?where=1%3D1&outSR=32611&f=geojson"
        ).json
        #expect(json["crs"]?["properties"]?["name"] == "EPSG:32611")
        #expect(json["features"]?[1]["geometry"]?["coordinates"]?[0] == place["x"])
        let extent = try ask(
            "Traffic/FeatureServer/0/query", ["where": "1=1", "outSR": "32611", "returnExtentOnly": "true"]
        ).json["extent"]
        #expect((extent?["xmin"]?.double ?? .infinity) <= x && (extent?["ymax"]?.double ?? 0) >= y)
        let grid = try ask(
            "Traffic/FeatureServer/0/query",
            ["where": "1=1", "outSR": "32611", "quantizationParameters": #"{"tolerance":10}"#]
        ).json
        let column = grid["features"]?[1]["geometry"]?["x"]?.double ?? -1
        #expect(abs((grid["transform"]?["translate"]?[0].double ?? 0) + column * 10 - x) <= 5)
        // What the system does not cover is told.
        let far = try ask("Traffic/FeatureServer/0/query", ["geometry": "1e8,1e8,2e8,2e8", "inSR": "32611"])
        #expect(far.code == 400 && details(far).contains("beyond what its spatial reference covers"))
    }

    @Test(.proj) func `Edits and pictures take projected systems too`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let headers = [("X-Esri-Authorization", "Bearer \(token)")]
        let added = probe.send(
            "POST", "/server/rest/services/Traffic/FeatureServer/0/addFeatures", headers: headers,
            form:
                #"f=json&features=[{"attributes":{"NAME":"Zone"},"geometry":{"x":500000,"y":3762155,"spatialReference":{"wkid":32611}}}]"#
        )
        #expect(added.json["addResults"]?[0]["success"] == true)
        let found = probe.server(
            "rest/services/Traffic/FeatureServer/0/query?where=NAME%3D'Zone'&outSR=4326", token: token
        ).json["features"]?[0]["geometry"]
        #expect(abs((found?["x"]?.double ?? 0) + 117) < 1e-6 && abs((found?["y"]?.double ?? 0) - 34) < 1e-4)
        let map = probe.server(
            "rest/services/Traffic/MapServer/export?bbox=499000,3761000,501000,3763000&bboxSR=32611&imageSR=32611&size=100,100",
            token: token
        ).json
        #expect(map["extent"]?["xmin"] == 499_000 && map["extent"]?["spatialReference"]?["wkid"] == 32611)
        let picture = probe.send(
            "GET",
            "/server/rest/services/Traffic/MapServer/export?bbox=499000,3761000,501000,3763000&bboxSR=32611&imageSR=32611&size=100,100&f=image",
            headers: headers)
        #expect(picture.header("Content-Type") == "image/png")
    }
}
