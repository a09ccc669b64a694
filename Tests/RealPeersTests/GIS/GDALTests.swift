import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// ogrinfo and ogr2ogr, whose ESRIJSON and GeoJSON drivers page through feature layers (gdal.org › Drivers › ESRIJSON).
@Suite(.gdal) struct `GDAL at the fake` {
    private func run(
        _ program: String, _ arguments: [String], _ fake: FakePortal, environment: [String] = []
    ) async throws -> ForeignClient {
        try await ForeignClient.run(
            program, arguments, environment: ["CURL_CA_BUNDLE=\(fake.authority)"] + environment)
    }

    /// What ogr2ogr makes of a layer, as GeoJSON.
    private func features(
        _ source: String, _ fake: FakePortal, _ arguments: [String] = [], environment: [String] = []
    ) async throws -> [JSONValue] {
        let run = try await run(
            "ogr2ogr", arguments + ["-f", "GeoJSON", "/vsistdout/", source], fake, environment: environment)
        try #require(run.code == 0, "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output)["features"]?.array)
    }

    struct Layer: CustomTestStringConvertible, Sendable {
        let path: String
        /// Lines of what ogrinfo says.
        let lines: [String]
        var testDescription: String { path }
    }

    @Test(arguments: [
        Layer(
            path: "Hosted/Trees/FeatureServer/0",
            lines: [
                "Geometry: Point", "Feature Count: 200", #"    ID["EPSG",4326]]"#, "OBJECTID: Integer (0.0)",
                "SPECIES: String (60.0)", "HEIGHT: Real (0.0)",
            ]),
        Layer(
            path: "Roads/MapServer/0",
            lines: ["Geometry: Line String", "Feature Count: 24", #"    ID["EPSG",3857]]"#, "NAME: String (60.0)"]),
        Layer(
            path: "Parcels/FeatureServer/0",
            lines: ["Geometry: Polygon", "Feature Count: 60", #"    ID["EPSG",3857]]"#, "APN: String (16.0)"]),
        Layer(path: "Traffic/FeatureServer/1", lines: ["Geometry: None", "Feature Count: 60", "SPEED: Real (0.0)"]),
    ]) func `ogrinfo says what a layer is`(layer: Layer) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let source = "ESRIJSON:" + fake.service(layer.path) + "/query?where=1%3D1&outFields=*&f=json"
        let run = try await run("ogrinfo", ["-ro", "-al", "-so", source], fake)
        #expect(run.code == 0, "\(run.errors)")
        let said = run.output.split(separator: "\n").map(String.init)
        for line in layer.lines { #expect(said.contains(line), "\(line) is missing in \(run.output)") }
        #expect(fake.layerRequests.allSatisfy { $0.path == layer.path + "/query" && $0.request.answer?.code == 200 })
    }

    struct Paging: CustomTestStringConvertible, Sendable {
        let query: String
        let offsets: [String?]
        var limits: Set<String> = ["1000"]
        var ids: ClosedRange<Int64> = 1...2345
        var testDescription: String { query }
    }

    @Test(arguments: [
        Paging(query: "f=json", offsets: [nil, "1000", "2000"]),
        Paging(query: "f=geojson", offsets: [nil, "1000", "2000"]),
        // A request that says where to begin gets one page.
        Paging(query: "f=json&resultOffset=1000", offsets: ["1000"], limits: [], ids: 1001...2000),
        Paging(
            query: "f=geojson&resultRecordCount=500&orderByFields=OBJECTID%20ASC",
            offsets: [nil, "500", "1000", "1500", "2000"], limits: ["500"]),
    ]) func `every page is asked for once, and every feature comes once`(row: Paging) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let source = fake.service("Hosted/Trees/FeatureServer/0/query?where=1%3D1&outFields=*&") + row.query
        #expect(LayerRequest.ids(of: try await features(source, fake)).elementsEqual(row.ids))
        let pages = fake.layerRequests.filter(\.asksForFeatures)
        #expect(pages.map { $0["resultOffset"] } == row.offsets)
        #expect(Set(pages.compactMap { $0["resultRecordCount"] }) == row.limits)
    }

    @Test func `number and extent are asked for, not worked out from all pages`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let source = fake.service("Hosted/Trees/FeatureServer/0/query?where=OBJECTID%3E200&outFields=*&f=json")
        let run = try await run("ogrinfo", ["-ro", "-al", "-so", source], fake)
        #expect(run.output.contains("Feature Count: 2145\n"), "\(run.output)")
        #expect(run.output.contains("Extent: (-117.200000, 34.000000) - (-117.092800, 34.000000)\n"), "\(run.output)")
        #expect(fake.layerRequests.filter(\.asksForFeatures).count == 1)
        #expect(fake.layerRequests.contains { $0["returnCountOnly"] == "true" })
        #expect(fake.layerRequests.contains { $0["returnExtentOnly"] == "true" && $0["f"] == "geojson" })
    }

    @Test func `the portal finds what GDAL itself finds`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let query = fake.service("Hosted/Trees/FeatureServer/0/query?outFields=*&f=json&where=")
        func ids(_ source: String, _ arguments: [String] = []) async throws -> [Int64] {
            LayerRequest.ids(of: try await features(source, fake, arguments))
        }
        let clause = "HEIGHT > 12.5 AND SPECIES LIKE 'A%'"
        let tall = try await ids(query + "1%3D1", ["-where", clause])
        #expect((1..<200).contains(tall.count))
        #expect(try await ids(query + "HEIGHT%20%3E%2012.5%20AND%20SPECIES%20LIKE%20%27A%25%27") == tall)
        let near = try await ids(query + "1%3D1", ["-spat", "-117.15", "33.96", "-117.1", "34.02"])
        #expect((1..<200).contains(near.count))
        #expect(try await ids(query + "1%3D1&geometry=-117.15,33.96,-117.1,34.02&inSR=4326") == near)
    }

    @Test func `ogr2ogr makes a GeoPackage of polygons that are where they were`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let source = "ESRIJSON:" + fake.service("Parcels/FeatureServer/0/query?where=1%3D1&outFields=*&f=json")
        let file = fake.folder.path + "/parcels.gpkg"
        let made = try await run("ogr2ogr", ["-nln", "parcels", "-t_srs", "EPSG:4326", file, source], fake)
        #expect(made.code == 0, "\(made.errors)")
        let kept = try await features(file, fake)
        let own = try await features(
            fake.service("Parcels/FeatureServer/0/query?where=1%3D1&outFields=*&f=geojson"), fake)
        #expect(kept.count == 60 && own.count == 60)
        #expect(zip(kept, own).allSatisfy { LayerRequest.areAlike($0["geometry"], $1["geometry"]) })
    }

    /// The same through the portal's PROJ and through GDAL's own.
    @Test(arguments: [32611, 2229, 5070, 3310, 6424, 4269]) func `what is asked for projected is where GDAL puts it`(
        system: Int
    ) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let query = fake.service("Parcels/FeatureServer/0/query?where=1%3D1&outFields=*&")
        func places(_ source: String, _ more: [String]) async throws -> [[Double]] {
            let found = try await features(source, fake, ["-lco", "COORDINATE_PRECISION=9"] + more)
            return found.flatMap { LayerRequest.places($0["geometry"]?["coordinates"] ?? .null) }
        }
        let own = try await places(query + "f=geojson&outSR=\(system)", [])
        let theirs = try await places(query + "f=json&outSR=4326", ["-t_srs", "EPSG:\(system)"])
        #expect(own.count == theirs.count && own.count >= 240)
        let tolerance = system == 4269 ? 1e-7 : 0.02
        for place in theirs {
            // Rings may run the other way.
            #expect(own.contains { zip($0, place).allSatisfy { abs($0 - $1) < tolerance } }, "\(place)")
        }
        // GDAL reads which system it is.
        let info = try await run("ogrinfo", ["-ro", "-al", "-so", query + "f=geojson&outSR=\(system)"], fake)
        #expect(info.output.contains("ID[\"EPSG\",\(system)]]"), "\(info.output)")
    }
}
