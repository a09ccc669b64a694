import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Spatial filters` {
    private static func points(_ count: Int, _ dice: inout Dice) -> [(Double, Double)] {
        (0..<count).map { _ in
            (
                Double(Int.random(in: -1000...1000, using: &dice)) / 100,
                Double(Int.random(in: -1000...1000, using: &dice)) / 100
            )
        }
    }

    private static func shape(_ kind: GeometryKind, _ places: [(Double, Double)]) -> Shape {
        let positions = places.map { Position(x: $0.0, y: $0.1) }
        return Shape(kind: kind, parts: kind.isPlaces ? positions.map { [$0] } : [positions])
    }

    /// Shapes around a place in the middle, all of whose vertices are far from it.
    private static let shapes = [
        shape(.polygon, [(-900, -900), (-900, 900), (900, 900), (900, -900), (-900, -900)]),
        shape(.polyline, [(-900, 5), (900, 5)]), shape(.multipoint, [(-900, -900), (5, 5)]),
    ]

    @Test(arguments: shapes, [false, true])
    func `a distance is one from the whole geometry`(shape: Shape, isBox: Bool) throws {
        let table = try Samples.table([(["A": 1], (0, 0)), (["A": 2], (1, 1))])
        func found(_ distance: Double) throws -> [Int64] {
            let filter = SpatialFilter(shape, isBox: isBox, relation: .intersects, distance: distance)
            return table.objectIDs(of: try filter.rows(of: table))
        }
        #expect(try found(10) == [1])
        #expect(try found(1_000) == [1])
        #expect(try found(200_000) == [1, 2])
    }

    @Test func `a box with a distance finds what reaches into it`() throws {
        let table = try Samples.read([
            "type": "FeatureCollection",
            "features": [
                [
                    "type": "Feature", "properties": [:],
                    "geometry": ["type": "LineString", "coordinates": [[1, 0], [5, 0]]],
                ]
            ],
        ])
        let box = Self.shape(.polygon, [(-900, -900), (-900, 900), (900, 900), (900, -900), (-900, -900)])
        for (distance, count) in [(0, 0), (1_000, 0), (111_000, 1)] as [(Double, Int)] {
            let filter = SpatialFilter(box, isBox: true, relation: .intersects, distance: distance)
            let rows = try filter.rows(of: table)
            #expect(rows.count == count)
        }
    }

    /// It begins 950 m to the right of the corner and as far above it, 1344 m away.
    @Test(arguments: [(true, 949, 0), (true, 1_000, 1), (false, 1_000, 0), (false, 1_400, 1)] as [(Bool, Double, Int)])
    func `a box is as much larger at its corners, and another area is not`(isBox: Bool, distance: Double, count: Int)
        throws
    {
        let line: JSONValue = ["type": "LineString", "coordinates": [[0.01662, 0.01662], [5, 5]]]
        let feature: JSONValue = ["type": "Feature", "properties": [:], "geometry": line]
        let table = try Samples.read(["type": "FeatureCollection", "features": [feature]])
        let area = Self.shape(.polygon, [(-900, -900), (-900, 900), (900, 900), (900, -900), (-900, -900)])
        let filter = SpatialFilter(area, isBox: isBox, relation: .intersects, distance: distance)
        let rows = try filter.rows(of: table)
        #expect(rows.count == count)
    }

    @Test(arguments: 0..<5) func `a box finds the points that lie in it`(round: Int) throws {
        var dice = Dice(round)
        let points = Self.points(700, &dice)
        let table = try Samples.table(points.map { (["A": 1], $0) })
        for _ in 0..<40 {
            let corners = Self.points(2, &dice)
            let (x1, x2) = (min(corners[0].0, corners[1].0), max(corners[0].0, corners[1].0))
            let (y1, y2) = (min(corners[0].1, corners[1].1), max(corners[0].1, corners[1].1))
            let expected = points.enumerated().filter { $1.0 >= x1 && $1.0 <= x2 && $1.1 >= y1 && $1.1 <= y2 }
            let (low, high) = (SpatialReference.wgs84.metres(x1, y1), SpatialReference.wgs84.metres(x2, y2))
            let filter = SpatialFilter(Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y))
            let found = table.objectIDs(of: try filter.rows(of: table))
            #expect(found == expected.map { Int64($0.offset + 1) })
        }
    }
}
