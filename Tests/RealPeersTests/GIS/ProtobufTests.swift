import Foundation
import JSONValues
import MockPortalServer
import Testing

/// Google's reader of protocol buffers (pypi.org/project/protobuf), told the messages of github.com/Esri/arcgis-pbf.
@Suite(.protobuf) struct `protobuf at the fake` {
    private static let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Clients/feature_buffer.py").standardizedFileURL.path

    /// The result of a query as JSON, its geometries put back from their grid.
    private func read(_ query: String, _ fake: FakePortal) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "protobuf", module: "google"))
        let run = try await ForeignClient.run(
            "python3", [Self.reader, fake.service(query)],
            environment: ["PYTHONPATH=\(folder)", "SSL_CERT_FILE=\(fake.authority)"])
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    private func json(_ query: String, _ fake: FakePortal) async throws -> JSONValue {
        let answer = try await ForeignClient.curl([], authority: fake.authority, fake.service(query))
        return try JSONValue(parsing: answer.body)
    }

    @Test(arguments: [
        "Hosted/Trees/FeatureServer/0/query?where=1%3D1&outFields=*", "Roads/MapServer/0/query?where=1%3D1&outFields=*",
        "Parcels/FeatureServer/0/query?where=1%3D1&outFields=*&returnCentroid=true",
        "Parcels/FeatureServer/0/query?where=1%3D1&outFields=APN&outSR=32611",
        "Surveys/FeatureServer/0/query?where=1%3D1&outFields=*&outSR=4326",
        "Traffic/FeatureServer/1/query?where=1%3D1&outFields=*&resultRecordCount=7",
        "Traffic/FeatureServer/0/query?where=1%3D1&outFields=*&quantizationParameters=%7B%22tolerance%22:5%7D",
    ]) func `features are those of f=json`(query: String) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let own = try await json(query.components(separatedBy: "&quantization")[0] + "&f=json", fake)
        let read = try await read(query + "&f=pbf", fake)["featureResult"]
        for member in ["geometryType", "spatialReference", "exceededTransferLimit"] {
            #expect(read?[member] == own[member], "\(member)")
        }
        // The JSON of a map service names no field of ids; the buffer has no other form for it.
        if query.contains("/MapServer/") {
            #expect(own["objectIdFieldName"] == nil && read?["objectIdFieldName"] == "OBJECTID")
        } else {
            #expect(read?["objectIdFieldName"] == own["objectIdFieldName"])
            #expect(read?["globalIdFieldName"] == own["globalIdFieldName"])
        }
        let (fields, known) = (read?["fields"]?.array ?? [], own["fields"]?.array ?? [])
        #expect(fields.map { $0["name"] } == known.map { $0["name"] })
        #expect(
            fields.map { $0["type"] } == known.map { $0["type"] }
                && fields.map { $0["alias"] } == known.map { $0["alias"] })
        let (features, expected) = (read?["features"]?.array ?? [], own["features"]?.array ?? [])
        try #require(features.count == expected.count && !features.isEmpty)
        let isDegrees = own["spatialReference"]?["wkid"] == 4326
        let tolerance = query.contains("quantization") ? 2.51 : isDegrees ? 1e-7 : 1e-3
        for (feature, other) in zip(features, expected) {
            for (name, value) in other["attributes"]?.object ?? [:] {
                let seen = feature["attributes"]?[name]
                #expect(seen == value || seen?.double == value.double && value.double != nil, "\(name)")
            }
            for member in ["geometry", "centroid"] {
                let (one, two) = (Self.numbers(feature[member]), Self.numbers(other[member]))
                #expect(one.count == two.count, "\(member)")
                for (one, two) in zip(one, two) { #expect(abs(one - two) <= tolerance) }
            }
        }
    }

    /// Every number of a geometry, in its order.
    private static func numbers(_ value: JSONValue?) -> [Double] {
        switch value {
        case .object(let members)?:
            members.filter { $0.key != "spatialReference" }.sorted { $0.key < $1.key }.flatMap { numbers($0.value) }
        case .array(let elements)?: elements.flatMap { numbers($0) }
        case let value?: value.double.map { [$0] } ?? []
        case nil: []
        }
    }

    @Test func `counts, ids, extents and statistics are those of f=json`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let query = "Hosted/Trees/FeatureServer/0/query?where=OBJECTID%3C50"
        #expect(try await read(query + "&returnCountOnly=true&f=pbf", fake) == ["countResult": ["count": 49]])
        let ids = try await read(query + "&returnIdsOnly=true&f=pbf", fake)["idsResult"]
        #expect(try await ids == json(query + "&returnIdsOnly=true&f=json", fake))
        let extent = "&returnExtentOnly=true&returnCountOnly=true&outSR=4326"
        let read = try await read(query + extent + "&f=pbf", fake)["extentCountResult"]
        let own = try await json(query + extent + "&f=json", fake)
        #expect(
            read?["count"] == own["count"] && read?["extent"]?["spatialReference"] == own["extent"]?["spatialReference"]
        )
        for member in ["xmin", "ymin", "xmax", "ymax"] {
            #expect(abs((read?["extent"]?[member]?.double ?? 0) - (own["extent"]?[member]?.double ?? 1)) < 1e-7)
        }
        let statistics =
            "&outStatistics=%5B%7B%22statisticType%22:%22avg%22,%22onStatisticField%22:%22HEIGHT%22,%22outStatisticFieldName%22:%22H%22%7D%5D"
        let one = try await self.read(query + statistics + "&f=pbf", fake)["featureResult"]?["features"]?.array?[0][
            "attributes"]
        let other = try await json(query + statistics + "&f=json", fake)["features"]?.array?[0]["attributes"]
        #expect(one?["H"]?.double == other?["H"]?.double && one?["H"]?.double != nil)
    }
}
