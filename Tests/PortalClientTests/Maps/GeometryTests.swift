import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Geometries` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let json: JSONValue
        let geometry: Geometry?
    }

    @Test(arguments: [
        Row(
            testDescription: "point", json: ["x": 1, "y": 2.5, "z": 3],
            geometry: .point(Position(x: 1, y: 2.5, z: 3), .wgs84)),
        Row(testDescription: "empty point", json: ["x": "NaN", "y": 2], geometry: nil),
        Row(testDescription: "null", json: nil, geometry: nil),
        Row(
            testDescription: "points", json: ["points": [[1, 2], [3, 4]]],
            geometry: .multipoint([Position(x: 1, y: 2), Position(x: 3, y: 4)], .wgs84)),
        Row(
            testDescription: "line with measures", json: ["hasM": true, "paths": [[[1, 2, 9], [3, 4, 8]]]],
            geometry: .polyline(paths: [[Position(x: 1, y: 2, m: 9), Position(x: 3, y: 4, m: 8)]], .wgs84)),
        Row(
            testDescription: "area of its own reference",
            json: [
                "rings": [[[0, 0, 7], [0, 1, 7], [1, 1, 7], [0, 0, 7]]], "hasZ": true,
                "spatialReference": ["wkid": 102100],
            ],
            geometry: .polygon(
                rings: [
                    [
                        Position(x: 0, y: 0, z: 7), Position(x: 0, y: 1, z: 7), Position(x: 1, y: 1, z: 7),
                        Position(x: 0, y: 0, z: 7),
                    ]
                ], SpatialReference(wkid: 102100))),
        Row(
            testDescription: "envelope", json: ["xmin": 3, "ymin": 1, "xmax": 0, "ymax": 2],
            geometry: .envelope(Envelope(xmin: 0, ymin: 1, xmax: 3, ymax: 2, spatialReference: .wgs84))),
        Row(testDescription: "curves", json: ["curvePaths": [[[1, 2]]]], geometry: nil),
        Row(testDescription: "a broken line", json: ["paths": [[[1], [2, 3]]]], geometry: nil),
    ])
    func `are read by their members, and written as they were read`(_ row: Row) {
        let geometry = Geometry(row.json, default: .wgs84)
        #expect(geometry == row.geometry)
        if let geometry { #expect(Geometry(geometry.json) == geometry) }
    }

    @Test func `know their extent`() {
        let line = Geometry.polyline(paths: [[Position(x: 3, y: 1)], [Position(x: -1, y: 5)]], .webMercator)
        #expect(line.extent == Envelope(xmin: -1, ymin: 1, xmax: 3, ymax: 5, spatialReference: .webMercator))
        #expect(Geometry.multipoint([], nil).extent == nil)
        let box = Envelope(xmin: 0, ymin: 0, xmax: 1, ymax: 1)
        #expect(box.intersects(Envelope(xmin: 1, ymin: 1, xmax: 2, ymax: 2)))
        #expect(!box.intersects(Envelope(xmin: 1.1, ymin: 0, xmax: 2, ymax: 1)))
    }

    @Test func `know the ids of one reference`() {
        #expect(SpatialReference(wkid: 102100).isSame(as: SpatialReference(wkid: 3857)))
        #expect(SpatialReference(wkid: 102100, latestWKID: 3857).isSame(as: .webMercator))
        #expect(!SpatialReference.wgs84.isSame(as: .webMercator))
    }
}
