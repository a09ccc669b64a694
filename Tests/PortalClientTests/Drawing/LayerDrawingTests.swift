import JSONValues
import PretendPortals
import Testing

@testable import PortalClient

@Suite struct `Drawings of layers` {
    private let service: JSONValue = [
        "minScale": 1000, "maxScale": 10,
        "drawingInfo": [
            "renderer": ["type": "heatmap"], "transparency": 30,
            "labelingInfo": [
                [
                    "labelExpression": "[A]", "labelPlacement": "p", "where": "A > 1", "minScale": 5,
                    "useCodedValues": true,
                ], 4,
            ],
        ],
    ]

    @Test func `are the service's where the map says nothing`() {
        let drawing = LayerDrawing(layer: [:], service: service)
        #expect(drawing.renderer?.kind == .heatmap && drawing.transparency == 30 && drawing.rawJSON == .null)
        #expect(drawing.scaleRange == ScaleRange(minScale: 1000, maxScale: 10) && drawing.showsLabels)
        let label = drawing.labels.first
        #expect(drawing.labels.count == 1 && label?.expression == .fields("[A]") && label?.placement == "p")
        #expect(label?.whereClause == "A > 1" && label?.usesCodedValues == true && label?.scaleRange.minScale == 5)
    }

    @Test func `are read once, however often they are asked for`() async throws {
        let infos = (0..<10_000).map { number -> JSONValue in ["value": .string("\(number)"), "label": "one"] }
        let renderer: JSONValue = ["type": "uniqueValue", "field1": "A", "uniqueValueInfos": .array(infos)]
        var layer = PretendMaps.layer("OpenRoads")
        layer["layerDefinition"] = ["drawingInfo": ["renderer": renderer]]
        let map = try PretendMaps(layers: [layer]).stage().webMap()
        try await map.load()
        let roads = try #require(map.operationalLayers.first)
        let renderers = (0..<2_000).count { _ in roads.drawing.renderer?.type == "uniqueValue" }
        #expect(renderers == 2_000)
    }

    @Test func `are the map's, part by part`() {
        let layer: JSONValue = [
            "layerDefinition": [
                "minScale": 0,
                "drawingInfo": [
                    "renderer": ["type": "simple"],
                    "labelingInfo": [["labelExpressionInfo": ["expression": "$feature.A"]]],
                ],
            ], "maxScale": 20, "showLabels": false,
        ]
        let drawing = LayerDrawing(layer: layer, service: service)
        #expect(drawing.renderer?.kind == .simple(nil) && drawing.transparency == 30 && !drawing.showsLabels)
        #expect(drawing.scaleRange == ScaleRange(minScale: nil, maxScale: 20))
        #expect(drawing.labels.map(\.expression) == [.arcade("$feature.A")])
        #expect(
            LayerDrawing(layer: ["layerDefinition": ["drawingInfo": ["labelingInfo": []]]], service: service).labels
                .isEmpty)
    }

    @Test(
        arguments: [
            (nil, nil, "any", true), (0, 0, "any", true), (100, nil, "1:100 to any", true),
            (100, 60, "1:100 to 1:60", false),
            (40, 0, "1:40 to any", false), (50, 50, "1:50 to 1:50", true), (-1, .nan, "any", true),
            (1e300, 2.5, nil, true),
        ] as [(Double?, Double?, String?, Bool)])
    func `have scales`(least: Double?, most: Double?, text: String?, holds50: Bool) {
        let range = ScaleRange(minScale: least, maxScale: most)
        #expect(text == nil || range.description == text)
        #expect(range.contains(50) == holds50)
    }

    @Test(
        arguments: [
            ["layerDefinition": 5, "showLabels": [1]], ["layerDefinition": ["drawingInfo": [1], "minScale": "?"]], 7,
        ] as [JSONValue])
    func `of wrong types are read as far as they go`(layer: JSONValue) {
        let drawing = LayerDrawing(layer: layer, service: ["drawingInfo": "x"])
        #expect(
            drawing.renderer == nil && drawing.scaleRange == .all && drawing.labels.isEmpty && drawing.transparency == 0
        )
    }
}
