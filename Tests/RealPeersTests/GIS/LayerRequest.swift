import Foundation
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// A request that a client sent below the ArcGIS Server, with what was asked for understood.
struct LayerRequest {
    let request: Journal.Request
    /// What stands behind `rest/services/`.
    let path: String
    /// The fields of the query and of the form; those of one in parts are not read.
    let parameters: [String: String]

    init(_ request: Journal.Request) {
        self.request = request
        let parts = request.target.split(separator: "?", maxSplits: 1)
        path = parts.first?.components(separatedBy: "/rest/services/").last ?? ""
        let hasParts = request.headers.contains { $0.isNamed("Content-Type") && $0.value.hasPrefix("multipart/") }
        let form = request.method == "POST" && !hasParts ? String(decoding: request.body, as: UTF8.self) : ""
        var components = URLComponents()
        components.percentEncodedQuery = (parts.dropFirst().map(String.init) + [form]).joined(separator: "&")
            .replacingOccurrences(of: "+", with: "%20")
        parameters = Dictionary(
            (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, last in last })
    }

    /// The object ids of GeoJSON features, in order.
    static func ids(of features: [JSONValue]) -> [Int64] {
        features.compactMap { $0["properties"]?["OBJECTID"]?.integer }
    }

    /// The places of GeoJSON's coordinates, however deep they stand.
    static func places(_ value: JSONValue) -> [[Double]] {
        guard let elements = value.array else { return [] }
        let numbers = elements.compactMap(\.double)
        return numbers.isEmpty ? elements.flatMap(places) : [numbers]
    }

    /// Whether two GeoJSON geometries have the same places to a metre, whichever way their rings run.
    static func areAlike(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        func isCovered(_ some: [[Double]], by others: [[Double]]) -> Bool {
            some.allSatisfy { place in
                others.contains { zip($0, place).allSatisfy { abs($0 - $1) < 1e-5 } }
            }
        }
        let (one, other) = (places(one?["coordinates"] ?? .null), places(other?["coordinates"] ?? .null))
        return isCovered(one, by: other) && isCovered(other, by: one)
    }

    subscript(name: String) -> String? { parameters[name] }

    /// The object ids that are asked for.
    var objectIDs: [Int64] { (self["objectIds"] ?? "").split(separator: ",").compactMap { Int64($0) } }

    /// Whether features are asked for, not only their number, ids, extent or statistics.
    var asksForFeatures: Bool {
        path.hasSuffix("/query")
            && ["returnCountOnly", "returnIdsOnly", "returnExtentOnly", "outStatistics"].allSatisfy {
                ["", "false"].contains((self[$0] ?? "").lowercased())
            }
    }
}

extension FakePortal {
    /// The address of a service or layer.
    func service(_ path: String) -> String { "\(portal.serverURL)/rest/services/\(path)" }

    /// What was asked of services so far, in order.
    var layerRequests: [LayerRequest] {
        portal.journal().requests.filter { $0.target.contains("/rest/services/") }.map { LayerRequest($0) }
    }

    /// Adds trees to the 200 of `Hosted/Trees`, and forgets that it was asked to.
    func plantTrees(_ count: Int) async throws {
        let trees = (0..<count).map { number -> JSONValue in
            [
                "attributes": ["SPECIES": .string("Planted \(number)"), "HEIGHT": .number(Double(number) / 100)],
                "geometry": ["x": .number(-117.2 + Double(number) / 20_000), "y": 34],
            ]
        }
        let file = try folder.write(JSONValue.array(trees).text(), as: "trees.json")
        let answer = try await ForeignClient.curl(
            ["-d", "f=json", "--data-urlencode", "features@\(file)"], authority: authority,
            service("Hosted/Trees/FeatureServer/0/addFeatures"))
        #expect(try JSONValue(parsing: answer.body)["addResults"]?.array?.count == count, "\(answer.errors)")
        portal.clearJournal()
    }
}
