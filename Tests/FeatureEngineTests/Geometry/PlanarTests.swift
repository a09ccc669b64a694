import Testing

@testable import FeatureEngine

@Suite struct `Plane geometry` {
    private static func ring(_ low: Double, _ high: Double) -> [Position] {
        [(low, low), (low, high), (high, high), (high, low), (low, low)].map { Position(x: $0.0, y: $0.1) }
    }
    private static let square = Shape(kind: .polygon, parts: [ring(0, 10), ring(4, 6).reversed()])

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let shape: Shape
        let meets: Bool
        let isCovered: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(name: "a place inside", shape: point(2, 2), meets: true, isCovered: true),
        Case(name: "a place in the hole", shape: point(5, 5), meets: false, isCovered: false),
        Case(name: "a place on the border", shape: point(10, 5), meets: true, isCovered: true),
        Case(name: "a place outside", shape: point(11, 5), meets: false, isCovered: false),
        Case(name: "places inside", shape: places((2, 2), (8, 8)), meets: true, isCovered: true),
        Case(name: "places of which one is inside", shape: places((2, 2), (11, 5)), meets: true, isCovered: false),
        Case(name: "places around", shape: places((5, 5), (-1, 5), (11, 5)), meets: false, isCovered: false),
        Case(name: "a line inside", shape: line(1, 1, 3, 2), meets: true, isCovered: true),
        Case(name: "a line across the hole", shape: line(1, 5, 9, 5), meets: true, isCovered: false),
        Case(name: "a line in the hole", shape: line(4.5, 5, 5.5, 5), meets: false, isCovered: false),
        Case(
            name: "an area around the hole", shape: Shape(kind: .polygon, parts: [ring(3, 7)]), meets: true,
            isCovered: false),
        Case(
            name: "an area beside the hole", shape: Shape(kind: .polygon, parts: [ring(1, 3)]), meets: true,
            isCovered: true),
    ])
    func `a square with a hole`(row: Case) {
        #expect(Planar.intersect(Self.square, row.shape) == row.meets)
        #expect(Planar.intersect(row.shape, Self.square) == row.meets)
        #expect(Planar.covers(Self.square, row.shape) == row.isCovered)
    }

    @Test func `places lie on what all of them touch, and nothing lies between two of them`() {
        let line = Self.line(0, 0, 10, 0)
        #expect(Planar.holds(line, places: Self.places((0, 0), (5, 0))))
        #expect(!Planar.holds(line, places: Self.places((0, 0), (5, 1))))
        #expect(Planar.intersect(line, Self.places((5, 1), (10, 0))))
        #expect(!Planar.intersect(Self.places((0, -1), (0, 1)), line))
        #expect(Planar.intersect(Self.places((1, 1), (2, 2)), Self.places((2, 2), (3, 3))))
        #expect(!Planar.intersect(Self.places((1, 1), (3, 3)), Self.point(2, 2)))
    }

    @Test func `the distance of a place is that to the nearest segment`() {
        #expect(Planar.distance(from: Position(x: 13, y: 14), to: Self.square) == 5)
        #expect(Planar.distance(from: Position(x: 5, y: 4.5), to: Self.square) == 0.5)
        #expect(Planar.distance(from: Position(x: 2, y: 2), to: Self.square) == 0)
    }

    @Test(
        arguments: [
            (point(2, 2), 0), (point(13, 14), 5), (places((30, 5), (12, 5)), 2), (line(12, -5, 12, 5), 2),
            (line(-5, 5, 15, 5), 0), (line(11, 14, 14, 11), 2.5 * 2.0.squareRoot()),
            (Shape(kind: .polygon, parts: [ring(13, 20)]), 3 * 2.0.squareRoot()),
            (Shape(kind: .polygon, parts: [ring(-5, 15)]), 0), (Shape(kind: .polygon, parts: [ring(1, 2)]), 0),
        ] as [(Shape, Double)])
    func `two geometries are near where they come so close anywhere`(shape: Shape, distance: Double) {
        for (one, other) in [(Self.square, shape), (shape, Self.square)] {
            #expect(Planar.areNear(one, other, within: distance + 0.001))
            #expect(distance == 0 || !Planar.areNear(one, other, within: distance - 0.001))
        }
    }

    private static func point(_ x: Double, _ y: Double) -> Shape {
        Shape(kind: .point, parts: [[Position(x: x, y: y)]])
    }

    private static func places(_ places: (Double, Double)...) -> Shape {
        Shape(kind: .multipoint, parts: places.map { [Position(x: $0.0, y: $0.1)] })
    }

    private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Shape {
        Shape(kind: .polyline, parts: [[Position(x: x1, y: y1), Position(x: x2, y: y2)]])
    }
}
