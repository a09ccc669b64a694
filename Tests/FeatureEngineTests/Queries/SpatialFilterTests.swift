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
