import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Popups` {
    private let box = Envelope(xmin: 0, ymin: 0, xmax: 5, ymax: 5, spatialReference: .webMercator)

    private func feature(_ name: String, _ x: Int64) -> JSONValue {
        ["attributes": ["NAME": .string(name), "N": .integer(x)], "geometry": ["x": .integer(x), "y": 1]]
    }

    /// A layer with a condition, a map service of which one layer shows something, and features of the document's own.
    private var layers: [JSONValue] {
        var layer = PretendMaps.layer("OpenA")
        layer["popupInfo"] = ["title": "{name} is {N}, {missing}."]
        layer["layerDefinition"] = ["definitionExpression": "N > 1"]
        let service: JSONValue = [
            "id": "service", "url": "https://h.test/server/rest/services/OpenMap/MapServer", "visibleLayers": [1, 2],
            "layers": [
                ["id": 1], ["id": 2, "popupInfo": ["title": "two {NAME}"]], ["id": 3, "popupInfo": ["title": "three"]],
            ],
        ]
        let own: JSONValue = [
            "id": "own", "layerType": "ArcGISFeatureLayer",
            "featureCollection": [
                "layers": [
                    [
                        "popupInfo": ["title": "own {NAME}"],
                        "featureSet": ["features": .array([feature("in", 3), feature("out", 9)])],
                    ]
                ]
            ],
        ]
        var hidden = PretendMaps.layer("OpenHidden")
        hidden["visibility"] = false
        hidden["popupInfo"] = ["title": "hidden"]
        return [layer, service, own, hidden]
    }

    private func fetched(_ stage: Stage) async throws -> [FetchedPopups] {
        let webMap = try stage.webMap()
        try await webMap.open(into: MapDocument())
        #expect(webMap.hasPopupsDefined)
        var all: [FetchedPopups] = []
        for await fetched in try #require(webMap.fetchPopups(in: box)) { all.append(fetched) }
        return all
    }

    @Test func `come layer by layer from services and from the document`() async throws {
        let stage = PretendMaps(layers: layers).stage { [feature] sent in
            sent.path.hasSuffix("/query") ? .json(["features": .array([feature("Elm", 2)])]) : nil
        }
        let all = try await fetched(stage)
        #expect(all.map(\.layer.id) == ["OpenA", "service", "own"] && all.allSatisfy { $0.error == nil })
        #expect(all.map { $0.popups.map(\.title) } == [["Elm is 2, ."], ["two Elm"], ["own in"]])
        let queries = stage.transport.sent.filter { $0.path.hasSuffix("/query") }
        #expect(queries.map(\.path.lastWords) == ["FeatureServer/0/query", "MapServer/2/query"])
        #expect(queries[0].queryFields["where"] == "N > 1" && queries[0].queryFields["inSR"] == "102100")
        #expect(queries[1].queryFields["where"] == nil)
    }

    @Test func `of a layer that cannot be asked are an error beside the others`() async throws {
        let stage = PretendMaps(layers: layers).stage { sent in
            guard sent.path.hasSuffix("/query") else { return nil }
            return sent.path.contains("OpenA")
                ? .json(["error": ["code": 400, "message": "bad"]]) : .json(["features": []])
        }
        let all = try await fetched(stage)
        #expect(all.map { $0.error?.code } == [.service, nil, nil] && all[2].popups.count == 1)
    }
}

extension String {
    /// The last three segments of a path.
    fileprivate var lastWords: String { split(separator: "/").suffix(3).joined(separator: "/") }
}
