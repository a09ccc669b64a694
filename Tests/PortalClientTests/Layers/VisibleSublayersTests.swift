import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// Which layers inside a map service a web map shows, where some of them stand in groups of the service.
@Suite struct `Visible sublayers` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the document says of the service besides its address.
        let document: [String: JSONValue]
        let list: [Int]?
        let shown: [Int]
    }

    /// The group 0 holds the layers 1 and 2, of which 2 is hidden by default, and the group 3, which holds the layer 4.
    private static let service: JSONValue = [
        "mapName": "Open",
        "layers": [
            ["id": 0, "parentLayerId": -1, "defaultVisibility": true, "subLayerIds": [1, 2, 3]],
            ["id": 1, "parentLayerId": 0, "defaultVisibility": true],
            ["id": 2, "parentLayerId": 0, "defaultVisibility": false],
            ["id": 3, "parentLayerId": 0, "defaultVisibility": true, "subLayerIds": [4]],
            ["id": 4, "parentLayerId": 3, "defaultVisibility": true],
        ],
    ]

    private static let cases = [
        Case(
            testDescription: "groups with one layer of each", document: ["visibleLayers": [0, 2, 3, 4]],
            list: [0, 2, 3, 4], shown: [0, 2, 3, 4]),
        Case(
            testDescription: "groups without their layers", document: ["visibleLayers": [0, 3]], list: [0, 3],
            shown: [0, 3]),
        Case(testDescription: "the innermost layer alone", document: ["visibleLayers": [4]], list: [4], shown: [4]),
        Case(testDescription: "none", document: ["visibleLayers": []], list: [], shown: []),
        Case(
            testDescription: "more than ids", document: ["visibleLayers": [1, "2", 2.5, nil, 4]], list: [1, 4],
            shown: [1, 4]),
        Case(
            testDescription: "a list that goes before other words of the map",
            document: ["visibleLayers": [1], "layers": [["id": 2, "defaultVisibility": true]]], list: [1], shown: [1]),
        Case(
            testDescription: "words of the map without a list",
            document: ["layers": [["id": 2, "defaultVisibility": true], ["id": 4, "defaultVisibility": false]]],
            list: nil, shown: [0, 1, 2, 3]),
        Case(testDescription: "no word of the map", document: [:], list: nil, shown: [0, 1, 3, 4]),
    ]

    @Test(arguments: cases) func `are those of the map's list, else those that the service shows`(
        _ example: Case
    ) async throws {
        var service: JSONValue = [
            "id": "service", "layerType": "ArcGISMapServiceLayer",
            "url": .string("\(PretendMaps.services)/OpenMap/MapServer"),
        ]
        for (name, value) in example.document { service[name] = value }
        let group: JSONValue = ["id": "group", "layerType": "GroupLayer", "layers": .array([service])]
        let stage = PretendMaps(layers: [group]).stage { sent in
            sent.path.hasSuffix("/OpenMap/MapServer") ? .json(Self.service) : nil
        }
        let webMap = try stage.webMap()
        try await webMap.load()
        let layer = try #require(webMap.operationalLayers.first?.layers.first)
        #expect(layer.visibleSublayers == example.list)
        try await layer.load()
        let shown = (0...4).filter { layer.isVisible(sublayer: $0) }
        #expect(shown == example.shown)
    }
}
