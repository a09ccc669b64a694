import FeatureSamples
import Testing

@testable import FeatureEngine

@Suite struct `Centroids` {
    private static func ring(_ points: [(Double, Double)]) -> [Position] {
        (points + points.prefix(1)).map { Position(x: $0.0, y: $0.1) }
    }

    @Test(arguments: 0..<20) func `of triangles are the mean of their corners, wherever they lie`(round: Int) throws {
        var dice = Dice(round)
        let far = Double.random(in: -2e7...2e7, using: &dice)
        let corners = (0..<3).map { _ in
            (far + Double.random(in: 0...500, using: &dice), far + Double.random(in: 0...500, using: &dice))
        }
        let middle = try #require(Centroid.of(rings: [Self.ring(corners)]))
        #expect(abs(middle.x - corners.reduce(0) { $0 + $1.0 } / 3) < 1e-4)
        #expect(abs(middle.y - corners.reduce(0) { $0 + $1.1 } / 3) < 1e-4)
        // The way round does not matter for a ring alone.
        let back = try #require(Centroid.of(rings: [Self.ring(corners.reversed())]))
        #expect(abs(back.x - middle.x) < 1e-6 && abs(back.y - middle.y) < 1e-6)
    }

    @Test func `weigh parts by their area, and holes against it`() throws {
        let square = Self.ring([(0, 0), (0, 2), (2, 2), (2, 0)])
        let large = Self.ring([(10, 0), (10, 4), (14, 4), (14, 0)])
        let two = try #require(Centroid.of(rings: [square, large]))
        // Areas of 4 and 16.
        #expect(abs(two.x - (4 * 1 + 16 * 12) / 20.0) < 1e-9 && abs(two.y - (4 * 1 + 16 * 2) / 20.0) < 1e-9)
        let hole = Self.ring([(12, 0), (14, 0), (14, 4), (12, 4)])
        let half = try #require(Centroid.of(rings: [large, hole]))
        #expect(abs(half.x - 11) < 1e-9 && abs(half.y - 2) < 1e-9)
    }

    @Test func `of what has no area are the middle of its box`() {
        #expect(Centroid.of(rings: [Self.ring([(0, 0), (4, 0), (2, 0)])]) == Position(x: 2, y: 0))
        #expect(Centroid.of(rings: []) == nil)
    }
}
