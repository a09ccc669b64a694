import FeatureSamples
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Services with data` {
    private func get(_ path: String) throws -> JSONValue {
        try SiteProbe("anonymous").server("rest/services/\(path)").json
    }

    struct Layer: CustomTestStringConvertible, Sendable {
        let path: String
        let type: String
        let geometry: JSONValue?
        let count: Int64
        let fields: [String]
        var wkid: Int64 = 102100
        var testDescription: String { path }
    }

    @Test(arguments: [
        Layer(
            path: "Traffic/FeatureServer/0", type: "Feature Layer", geometry: "esriGeometryPoint", count: 5,
            fields: ["OBJECTID", "NAME", "CARS"]),
        Layer(
            path: "Traffic/FeatureServer/1", type: "Table", geometry: nil, count: 60,
            fields: ["OBJECTID", "STATION", "NAME", "DAY", "CARS", "TRUCKS", "SPEED"]),
        Layer(
            path: "Roads/MapServer/0", type: "Feature Layer", geometry: "esriGeometryPolyline", count: 24,
            fields: ["OBJECTID", "NAME", "LANES"]),
        Layer(
            path: "Parcels/FeatureServer/0", type: "Feature Layer", geometry: "esriGeometryPolygon", count: 60,
            fields: ["OBJECTID", "APN", "OWNER", "USE", "ASSESSED", "ACRES", "SOLD"]),
        Layer(
            path: "Crew/FeatureServer/0", type: "Feature Layer", geometry: "esriGeometryPoint", count: 30,
            fields: ["OBJECTID", "KIND", "STATUS", "CREW", "PRIORITY", "REPORTED", "NOTES"]),
        Layer(
            path: "Surveys/FeatureServer/0", type: "Feature Layer", geometry: "esriGeometryMultipoint", count: 6,
            fields: ["OBJECTID", "PLOT", "NAME", "HABITAT"]),
        Layer(
            path: "Surveys/MapServer/2", type: "Feature Layer", geometry: "esriGeometryPolygon", count: 5,
            fields: ["OBJECTID", "NAME", "BEGINS", "ENDS", "PLOT"]),
        Layer(
            path: "Hosted/Trees/FeatureServer/0", type: "Feature Layer", geometry: "esriGeometryPoint", count: 200,
            fields: ["OBJECTID", "SPECIES", "HEIGHT", "DIAMETER", "CONDITION", "PLANTED"], wkid: 4326),
    ])
    func `a layer's metadata follow from its data`(row: Layer) throws {
        let layer = try get(row.path)
        #expect(layer["type"] == .string(row.type))
        #expect(layer["geometryType"] == row.geometry)
        #expect(layer["fields"]?.array?.compactMap { $0["name"]?.string } == row.fields)
        // A map service does not name the field; clients look for its type.
        #expect(layer["objectIdField"] == (row.path.contains("MapServer") ? nil : "OBJECTID"))
        #expect(layer["fields"]?[0]["type"] == "esriFieldTypeOID")
        #expect(layer["advancedQueryCapabilities"]?["supportsPagination"] == true)
        #expect(try get("\(row.path)/query?where=1=1&returnCountOnly=true")["count"] == .integer(row.count))
        guard row.geometry != nil else { return }
        let extent = try #require(layer["extent"])
        #expect(extent["spatialReference"]?["wkid"] == .integer(row.wkid))
        // All of it lies where the web maps look.
        let box = ["xmin", "ymin", "xmax", "ymax"].compactMap { extent[$0]?.double }
        let city = row.wkid == 4326 ? [-117.3, 33.8, -117.0, 34.2] : [-13_051_000, 4_019_000, -13_029_000, 4_041_000]
        #expect(zip(box, city).prefix(2).allSatisfy { $0 >= $1 } && zip(box, city).dropFirst(2).allSatisfy { $0 <= $1 })
        let around = box.map { "\($0)" }.joined(separator: ",")
        #expect(try get("\(row.path)/query?geometry=\(around)&returnCountOnly=true")["count"] == .integer(row.count))
    }

    @Test func `a service lists layers and tables apart`() throws {
        for kind in ["FeatureServer", "MapServer"] {
            let service = try get("Traffic/\(kind)")
            #expect(service["layers"]?.array?.compactMap { $0["id"] } == [0])
            #expect(service["tables"]?.array?.compactMap { $0["id"] } == [1])
            let all = try get("Traffic/\(kind)/layers")
            #expect(all["layers"]?[0]["name"] == "Traffic counts")
            #expect(all["tables"]?[0]["name"] == "Traffic by day")
            #expect(service["fullExtent"] == all["layers"]?[0]["extent"])
        }
        #expect(try get("Traffic/MapServer/0")["capabilities"] == "Map,Query,Data")
        #expect(try get("Traffic/FeatureServer/0")["capabilities"] == "Query,Create,Update,Delete,Editing")
    }

    @Test func `every item's service is there`() throws {
        let probe = try SiteProbe("anonymous")
        let server = probe.site.addresses.serverURL + "/"
        let urls = try probe.site.content.items().all.compactMap { $0.document["url"]?.string }.filter {
            $0.hasPrefix(server)
        }
        #expect(urls.count >= 7)
        for url in urls {
            #expect(probe.server(String(url.dropFirst(server.count))).code == 200, "\(url)")
        }
    }

    @Test func `files of a feature are listed, and handed out`() throws {
        #expect(try get("Traffic/FeatureServer/0")["hasAttachments"] == true)
        #expect(try get("Roads/FeatureServer/0")["hasAttachments"] == false)
        let info = try #require(try get("Traffic/FeatureServer/0/1/attachments")["attachmentInfos"]?[0])
        #expect(info["name"] == "1.png" && info["contentType"] == "image/png")
        let file = try SiteProbe("anonymous").send(
            "GET", "/server/rest/services/Traffic/FeatureServer/0/1/attachments/1")
        #expect(info["size"] == .integer(Int64(file.body.count)))
        #expect(try get("Traffic/FeatureServer/0/2/attachments") == ["attachmentInfos": []])
        #expect(try get("Traffic/FeatureServer/0/99/attachments")["error"]?["code"] == 400)
        let groups = try get("Traffic/FeatureServer/0/queryAttachments?objectIds=1,2")["attachmentGroups"]?.array
        #expect(groups?.map { $0["parentObjectId"] } == [1])
        #expect(try get("Traffic/FeatureServer/0/queryAttachments?objectIds=x")["error"]?["code"] == 400)
    }

    @Test func `a map is exported as a picture, or told where it is`() throws {
        let probe = try SiteProbe("anonymous")
        let path = "/server/rest/services/Roads/MapServer/export"
        let query = "bbox=-13050000,4020000,-13030000,4040000&size=100,50&transparent=true"
        let picture = try Self.picture(probe.send("GET", "\(path)?\(query)&f=image"))
        #expect(picture.width == 100 && picture.height == 50)
        #expect(picture.pixels.contains { $0 != 0 })
        let document = probe.send("GET", "\(path)?\(query)&f=json").json
        #expect(document["width"] == 100)
        #expect(document["extent"]?["xmin"] == -13_060_000)
        let href = try #require(document["href"]?.string)
        #expect(href.hasPrefix("https://localhost:8443\(path)?bbox="))
        let again = probe.send("GET", String(href.dropFirst("https://localhost:8443".count)))
        #expect(try Self.picture(again).pixels == picture.pixels)
        #expect(try Self.picture(probe.send("GET", path + "?f=image")).pixels.contains { $0 != 0 })
        #expect(probe.send("GET", path).text.contains("<form method=\"get\" action=\"\(path)\">"))
        let hidden = probe.send("GET", "\(path)?\(query)&layers=hide:0&f=image")
        #expect(try Self.picture(hidden).pixels.allSatisfy { $0 == 0 })
        #expect(
            probe.send("GET", "\(path)?bbox=NaN,0,1,1&f=json").error?["details"]?[0] == "'bbox' parameter is invalid")
    }

    @Test func `a map with tiles has them at every level`() throws {
        let probe = try SiteProbe("anonymous")
        let service = probe.server("rest/services/Roads/MapServer").json
        #expect(service["singleFusedMapCache"] == true)
        let plain = try get("Parcels/MapServer")
        #expect(plain["singleFusedMapCache"] == false && plain["tileInfo"] == nil)
        #expect(service["tileInfo"]?["lods"]?.array?.count == 20)
        let tile = { (path: String) in probe.send("GET", "/server/rest/services/Roads/MapServer/tile/\(path)") }
        // Longitude -117.13 and latitude 34 are in column 178 and row 408 of level 10.
        let full = try Self.picture(tile("10/408/178"))
        #expect(full.width == 256 && full.height == 256 && full.pixels.contains { $0 != 0 })
        #expect(try Self.picture(tile("10/0/0")).pixels.allSatisfy { $0 == 0 })
        for path in ["20/0/0", "1/2/0", "1/-1/0", "x/0/0"] { #expect(tile(path).status == 404) }
        #expect(probe.send("GET", "/server/rest/services/Traffic/MapServer/tile/1/0/0").status == 404)
    }

    private static func picture(_ outcome: SiteProbe.Outcome) throws -> Picture {
        #expect(outcome.header("Content-Type") == "image/png")
        return try Picture(outcome.body)
    }

    @Test func `a legend shows each layer that is drawn`() throws {
        let layers = try #require(try get("Traffic/MapServer/legend")["layers"]?.array)
        #expect(layers.map { $0["layerId"] } == [0])
        #expect(layers[0]["legend"]?[0]["imageData"]?.string?.hasPrefix("iVBORw0KGgo") == true)
    }

    @Test func `what lies at a place is identified`() throws {
        let query =
            "geometryType=esriGeometryPoint&sr=102100&tolerance=5&imageDisplay=400,400,96&mapExtent=-13050000,4020000,-13030000,4040000"
        let hits = try get("Traffic/MapServer/identify?geometry=-13037010,4031490&\(query)")["results"]
        #expect(hits?.array?.count == 1)
        #expect(hits?[0]["value"] == "Ring West")
        #expect(hits?[0]["attributes"]?["Cars per day"] == "31000")
        #expect(hits?[0]["geometry"]?["x"]?.string == nil)
        #expect(try get("Traffic/MapServer/identify?geometry=-13047010,4031490&\(query)")["results"] == [])
        #expect(try get("Traffic/MapServer/identify?geometry=x&\(query)")["error"]?["code"] == 400)
    }
}
