import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// esridump (github.com/openaddresses/pyesridump), which fetches a whole layer as GeoJSON.
@Suite(.esridump) struct `esridump at the fake` {
    private func run(_ fake: FakePortal, _ path: String, _ arguments: [String] = []) async throws -> ForeignClient {
        let folder = try #require(Peers.folder(fromPyPI: "esridump"))
        return try await ForeignClient.run(
            "python3", ["-m", "esridump.cli", fake.service(path), "-"] + arguments,
            environment: ["PYTHONPATH=\(folder)", "REQUESTS_CA_BUNDLE=\(fake.authority)"])
    }

    /// The features that it writes.
    private func features(
        _ fake: FakePortal, _ path: String, _ arguments: [String] = []
    ) async throws -> [JSONValue] {
        let run = try await run(fake, path, arguments)
        try #require(run.code == 0, "\(run.errors)")
        // It goes on without checking certificates where it does not know the authority.
        #expect(!run.errors.contains("without SSL verification"))
        #expect(!run.errors.contains("Traceback"), "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output)["features"]?.array)
    }

    @Test(arguments: [1000, 400]) func `every page is asked for once, and every feature comes once`(size: Int)
        async throws
    {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let found = try await features(fake, "Hosted/Trees/FeatureServer/0", ["-m", "\(size)"])
        #expect(LayerRequest.ids(of: found).elementsEqual(1...2345))
        let pages = fake.layerRequests.filter(\.asksForFeatures)
        #expect(pages.map { $0["resultOffset"] } == stride(from: 0, to: 2345, by: size).map { "\($0)" })
        #expect(pages.allSatisfy { $0.request.method == "POST" && $0["resultRecordCount"] == "\(size)" })
    }

    @Test func `pages by object ids begin at the least that the statistics tell`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let found = try await features(fake, "Hosted/Trees/FeatureServer/0", ["--paginate-oid"])
        #expect(LayerRequest.ids(of: found).elementsEqual(1...2345))
        #expect(
            fake.layerRequests.filter(\.asksForFeatures).map { $0["where"] } == [
                "OBJECTID > 0 AND OBJECTID <= 1000", "OBJECTID > 1000 AND OBJECTID <= 2000",
                "OBJECTID > 2000 AND OBJECTID <= 2345",
            ])
    }

    struct Layer: CustomTestStringConvertible, Sendable {
        let path: String
        let count: Int
        let geometry: String?
        var testDescription: String { path }
    }

    @Test(arguments: [
        Layer(path: "Roads/MapServer/0", count: 24, geometry: "LineString"),
        Layer(path: "Parcels/FeatureServer/0", count: 60, geometry: "Polygon"),
        Layer(path: "Traffic/FeatureServer/1", count: 60, geometry: nil),
    ]) func `shapes of every kind come as the portal itself writes them`(layer: Layer) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let found = try await features(fake, layer.path)
        #expect(found.count == layer.count)
        for feature in found {
            let type = feature["geometry"]?["type"]?.string
            #expect(layer.geometry.map { type?.hasSuffix($0) == true } ?? (type == nil))
        }
        let answer = try await ForeignClient.curl(
            [], authority: fake.authority,
            fake.service(layer.path) + "/query?where=1%3D1&outFields=*&f=geojson&geometryPrecision=7")
        let own = try #require(try JSONValue(parsing: answer.body)["features"]?.array)
        #expect(found.map { $0["properties"] } == own.map { $0["properties"] })
        let isAlike = zip(found, own).allSatisfy { LayerRequest.areAlike($0["geometry"], $1["geometry"]) }
        #expect(isAlike && found.count == own.count)
    }

    @Test func `parameters of its user narrow every request`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let found = try await features(fake, "Hosted/Trees/FeatureServer/0", ["-p", "where=HEIGHT > 20"])
        #expect((1..<200).contains(found.count))
        for tree in found {
            if case .number(let height) = tree["properties"]?["HEIGHT"] { #expect(height > 20) }
        }
        #expect(fake.layerRequests.filter(\.asksForFeatures).allSatisfy { $0["where"] == "HEIGHT > 20" })
    }

    @Test func `a token goes along as a header or as a parameter`() async throws {
        let fake = try FakePortal("token", ["tokens": ["referer": "off"]])
        defer { fake.portal.stop() }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        for arguments in [["-H", "X-Esri-Authorization:Bearer \(token)"], ["-p", "token=\(token)"]] {
            fake.portal.clearJournal()
            #expect(try await features(fake, "Traffic/FeatureServer/0", arguments).count == 5)
            #expect(fake.layerRequests.count >= 3)
            #expect(fake.layerRequests.allSatisfy { $0.request.presented.map(\.alias) == ["token#1"] })
        }
    }

    @Test(arguments: [("", 499, "Token Required"), ("wrong", 498, "Invalid Token")])
    func `a refusal is told in the portal's words`(token: String, code: Int, words: String) async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let run = try await run(fake, "Traffic/FeatureServer/0", token.isEmpty ? [] : ["-p", "token=\(token)"])
        #expect(run.code != 0)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(fake.layerRequests.map { $0.request.answer?.code } == [code])
    }
}
