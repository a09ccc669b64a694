import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Files that clients publish` {
    private let probe: SiteProbe
    private let alice: String

    init() throws {
        probe = try SiteProbe("token")
        alice = try probe.token(for: "alice")
    }

    struct Published: CustomTestStringConvertible, Sendable {
        let type: String
        let text: String
        let kind: JSONValue?
        var testDescription: String { type }
    }

    @Test(arguments: ["itemid", "itemID", "ITEMID"])
    func `the item is named in any case of the parameter`(name: String) throws {
        let source = try #require(
            probe.post(
                "content/users/alice/addItem", ["title": "D", "type": "CSV", "text": "name,n\nA,1\n"], token: alice
            ).json["id"]?.string)
        let analyzed = probe.post("content/features/analyze", [name: source, "fileType": "csv"], token: alice)
        #expect(analyzed.json["publishParameters"]?["type"] == "csv", "\(analyzed.text)")
        let published = probe.post(
            "content/users/alice/publish",
            [name: source, "filetype": "csv", "publishParameters": #"{"name": "Named", "maxRecordCount": 7}"#],
            token: alice)
        #expect(published.json["services"]?[0]["success"] == true, "\(published.text)")
        let layer = probe.server("rest/services/Hosted/Named/FeatureServer/0", token: alice).json
        #expect(layer["maxRecordCount"] == 7)
    }

    @Test func `the exact name of a parameter wins over another case of it`() throws {
        let source = try #require(
            probe.post(
                "content/users/alice/addItem", ["title": "D", "type": "CSV", "text": "name,n\nA,1\n"], token: alice
            ).json["id"]?.string)
        let both = ["itemId": source, "itemid": "0", "filetype": "csv"]
        #expect(probe.post("content/features/analyze", both, token: alice).json["publishParameters"] != nil)
    }

    @Test(arguments: [
        Published(type: "csv", text: "name,lat,lon\nA,47.3,8.5\nB,nan,inf\n", kind: "esriGeometryPoint"),
        Published(type: "csv", text: "name,value\nA,1\nB,2.5\n", kind: nil),
        Published(
            type: "geojson",
            text:
                #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [8, 47]}}, {"type": "Feature", "properties": {"name": "B"}, "geometry": null}]}"#,
            kind: "esriGeometryPoint"),
        Published(
            type: "featureCollection",
            text:
                #"{"layers": [{"layerDefinition": {"geometryType": "esriGeometryPoint", "fields": [{"name": "name", "type": "esriFieldTypeString"}]}, "featureSet": {"features": [{"attributes": {"name": "A"}, "geometry": {"x": 1, "y": 2}}, {"attributes": {"name": "B"}, "geometry": {"x": 3, "y": 4}}]}}]}"#,
            kind: "esriGeometryPoint"),
    ])
    func `a file is published as a service with an item of its own`(row: Published) throws {
        let source = try #require(
            probe.post(
                "content/users/alice/addItem", ["title": "My Data", "type": "CSV", "text": row.text], token: alice
            ).json["id"]?.string)
        let answer = probe.post(
            "content/users/alice/publish",
            ["itemId": source, "filetype": row.type, "publishParameters": #"{"name": "Published"}"#], token: alice)
        let told = try #require(answer.json["services"]?[0], "\(answer.text)")
        let item = try #require(told["serviceItemId"]?.string, "\(answer.text)")
        let status = probe.get("content/users/alice/items/\(item)/status?jobType=publish", token: alice).json
        #expect(status["status"] == "processing")
        let layer = probe.server("rest/services/Hosted/Published/FeatureServer/0", token: alice).json
        #expect(layer["geometryType"] == row.kind, "\(layer)")
        let count = probe.server(
            "rest/services/Hosted/Published/FeatureServer/0/query?where=1%3D1&returnCountOnly=true", token: alice
        ).json
        #expect(count["count"] == 2)
        let related = probe.get(
            "content/items/\(item)/relatedItems?relationshipType=Service2Data&direction=forward", token: alice
        ).json
        #expect(related["relatedItems"]?[0]["id"] == .string(source))
        let twice = probe.post(
            "content/users/alice/publish",
            ["itemId": source, "filetype": row.type, "publishParameters": #"{"name": "Published"}"#],
            token: alice)
        #expect(twice.text.contains("already exists"))
    }

    @Test func `a table of a file is analyzed and generated without being kept`() {
        let file = [(field: "file", name: "a.csv", bytes: "name,lat,lon\nA,47.3,8.5\n")]
        let analyzed = probe.post("content/features/analyze", ["filetype": "csv"], files: file, token: alice)
        #expect(analyzed.json["publishParameters"]?["locationType"] == "coordinates", "\(analyzed.text)")
        let generated = probe.post("content/features/generate", ["filetype": "csv"], files: file, token: alice)
        let layer = generated.json["featureCollection"]?["layers"]?[0]
        #expect(layer?["featureSet"]?["features"]?.array?.count == 1, "\(generated.text)")
        #expect(layer?["layerDefinition"]?["geometryType"] == "esriGeometryPoint")
        #expect(
            probe.post("content/features/analyze", ["filetype": "csv", "text": "a,a\n"], token: alice).text.contains(
                "twice"))
    }

    @Test func `what is generated on the equator has a northing of 0, and not of -0`() {
        let polygon =
            #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}}]}"#
        let generated = probe.post(
            "content/features/generate", ["filetype": "geojson", "text": polygon], token: alice)
        #expect(generated.text.contains(#""rings":[[[0,0],"#), "\(generated.text)")
    }

    @Test func `a column named by a whole question becomes a field with a short name`() {
        let name = String(repeating: "n", count: 300)
        let (layer, _) = published("\(name)\n1\n", #"{"name": "Long"}"#)
        let field = layer["fields"]?.array?.last
        #expect(field?["name"]?.string?.utf8.count == 64, "\(layer)")
        #expect(field?["alias"] == .string(String(name.prefix(255))))
        let parameters = ["filetype": "csv", "text": "\(name)\n1\n"]
        let analyzed = probe.post("content/features/analyze", parameters, token: alice)
        #expect(
            analyzed.json["publishParameters"]?["layerInfo"]?["fields"]?[0]["name"]?.string?.utf8.count == 64,
            "\(analyzed.text)")
    }

    /// Publishes a file with parameters, and gives the service's layer and its features, or what was said.
    private func published(_ csv: String, _ parameters: String) -> (layer: JSONValue, features: JSONValue) {
        let made = probe.post(
            "content/users/alice/publish",
            ["filetype": "csv", "publishParameters": parameters], files: [("file", "a.csv", csv)], token: alice)
        guard let url = made.json["services"]?[0]["serviceurl"]?.string else { return (made.json, .null) }
        let path = url.dropFirst("https://localhost:8443/server/".count)
        let features = probe.server("\(path)/0/query?where=1=1&outFields=*", token: alice).json
        return (probe.server("\(path)/0", token: alice).json, features)
    }

    @Test func `what publishing is told of a file counts`() {
        let (layer, features) = published(
            "n;y;x\n'007';4030000;-13040000\n",
            #"""
            {"name": "Told", "columnDelimiter": ";", "qualifier": "'", "locationType": "coordinates",
             "latitudeFieldName": "y", "longitudeFieldName": "x", "sourceSR": {"wkid": 3857}, "targetSR": {"wkid": 4326},
             "layerInfo": {"fields": [{"name": "n", "type": "esriFieldTypeString", "length": 8}]}}
            """#)
        #expect(features["features"]?[0]["attributes"]?["n"] == "007", "\(layer) \(features)")
        let x = features["features"]?[0]["geometry"]?["x"]?.double ?? 0
        #expect(abs(x + 117.14) < 0.01, "\(features)")
        #expect(layer["extent"]?["spatialReference"]?["wkid"] == 4326)
    }

    @Test(arguments: [
        (#"{"name": "No", "columnDelimiter": "ab"}"#, "is no single sign"),
        (#"{"name": "No", "sourceSR": {"wkid": 1}}"#, "sourceSR: "), (#"{"name": "No", "targetSR": 5}"#, "targetSR: "),
        (#"{"name": "No", "maxRecordCount": "x"}"#, "maxRecordCount"),
        (#"{"name": "No", "coordinateFieldType": "MGRS"}"#, "MGRS"),
        (#"{"name": "No", "latitudeFieldName": "n"}"#, "together"),
        (
            #"{"name": "No", "layerInfo": {"fields": [{"name": "n", "type": "esriFieldTypeDate"}]}}"#,
            "record 2, n"
        ),
        (
            #"{"name": "No", "layerInfo": {"fields": [{"name": "o", "type": "esriFieldTypeDate"}]}}"#,
            "layerInfo.fields[0].name"
        ),
    ])
    func `what publishing cannot hold to is refused`(parameters: String, words: String) {
        let said = published("n\na\n", parameters).layer
        #expect(said["error"]?["code"] == 400 && said.text().contains(words), "\(said)")
    }
}
