import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Quantized answers` {
    private func set(_ transform: JSONValue, _ geometry: JSONValue, centroid: JSONValue = nil) -> FeatureSet? {
        FeatureSet([
            "spatialReference": ["wkid": 102100], "transform": transform,
            "features": [["attributes": ["A": 1], "geometry": geometry, "centroid": centroid]],
        ])
    }

    private static let down: JSONValue = ["originPosition": "upperLeft", "scale": [10, 5], "translate": [100, 1000]]
    private static let up: JSONValue = ["originPosition": "lowerLeft", "scale": [10, 5], "translate": [100, 1000]]

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let json: JSONValue
        let downwards: Geometry?
        let upwards: Geometry?
    }

    @Test(arguments: [
        Row(
            testDescription: "a point", json: ["x": 1, "y": 2],
            downwards: .point(Position(x: 110, y: 990), SpatialReference(wkid: 102100)),
            upwards: .point(Position(x: 110, y: 1010), SpatialReference(wkid: 102100))),
        Row(
            testDescription: "places", json: ["points": [[1, 2], [1, 1], [-2, 0]]],
            downwards: .multipoint(
                [Position(x: 110, y: 990), Position(x: 120, y: 985), Position(x: 100, y: 985)],
                SpatialReference(wkid: 102100)),
            upwards: .multipoint(
                [Position(x: 110, y: 1010), Position(x: 120, y: 1015), Position(x: 100, y: 1015)],
                SpatialReference(wkid: 102100))),
        Row(
            testDescription: "two paths, each from a cell of its own",
            json: ["paths": [[[0, 0], [1, 1]], [[2, 2], [1, 1]]]],
            downwards: .polyline(
                paths: [
                    [Position(x: 100, y: 1000), Position(x: 110, y: 995)],
                    [Position(x: 120, y: 990), Position(x: 130, y: 985)],
                ], SpatialReference(wkid: 102100)),
            upwards: .polyline(
                paths: [
                    [Position(x: 100, y: 1000), Position(x: 110, y: 1005)],
                    [Position(x: 120, y: 1010), Position(x: 130, y: 1015)],
                ], SpatialReference(wkid: 102100))),
        Row(
            testDescription: "a ring", json: ["rings": [[[0, 0], [0, 1], [1, 0], [-1, -1]]]],
            downwards: .polygon(
                rings: [
                    [
                        Position(x: 100, y: 1000), Position(x: 100, y: 995), Position(x: 110, y: 995),
                        Position(x: 100, y: 1000),
                    ]
                ], SpatialReference(wkid: 102100)),
            upwards: .polygon(
                rings: [
                    [
                        Position(x: 100, y: 1000), Position(x: 100, y: 1005), Position(x: 110, y: 1005),
                        Position(x: 100, y: 1000),
                    ]
                ], SpatialReference(wkid: 102100))),
        Row(testDescription: "nothing that is left", json: nil, downwards: nil, upwards: nil),
    ])
    func `are in coordinates again`(row: Row) {
        #expect(set(Self.down, row.json)?.features.first?.geometry == row.downwards)
        #expect(set(Self.up, row.json)?.features.first?.geometry == row.upwards)
    }

    @Test func `have their centroids in coordinates too`() {
        let found = set(Self.down, nil, centroid: ["x": 3, "y": 4])
        #expect(found?.features.first?.centroid == Position(x: 130, y: 980))
    }

    @Test(
        arguments: [
            ["scale": [1, 1]], ["translate": [0, 0]], ["scale": [1], "translate": [0, 0]],
            ["scale": [1, 1], "translate": [0, 0], "originPosition": "middle"],
            ["scale": ["x", 1], "translate": [0, 0]], 7,
        ] as [JSONValue])
    func `whose grid cannot be read are none`(transform: JSONValue) {
        #expect(set(transform, ["x": 1, "y": 2]) == nil)
    }

    @Test func `are only those with a grid`() {
        #expect(
            set(nil, ["x": 1, "y": 2])?.features.first?.geometry
                == .point(Position(x: 1, y: 2), SpatialReference(wkid: 102100)))
    }
}
