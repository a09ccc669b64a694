import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Quantized geometries` {
    /// Undoes a grid as the vendor's own client does: by running sums.
    private static func decoded(_ list: JSONValue?, _ transform: JSONValue) -> [(x: Double, y: Double)] {
        func numbers(_ list: JSONValue?) -> [Double] { (list?.array ?? []).map { $0.double ?? .nan } }
        func number(_ member: String, _ index: Int) -> Double { numbers(transform[member])[index] }
        let up = transform["originPosition"] == "lowerLeft" ? 1.0 : -1.0
        var (column, row) = (0.0, 0.0)
        return (list?.array ?? []).map { pair in
            column += numbers(pair)[0]
            row += numbers(pair)[1]
            return (
                number("translate", 0) + column * number("scale", 0),
                number("translate", 1) + up * row * number("scale", 1)
            )
        }
    }

    private static func written(_ shape: Shape, _ grid: QuantizationGrid) throws -> JSONValue {
        var column = GeometryColumn(shape.kind)
        column.append(shape)
        var text = JSONText()
        QuantizedGeometryText(geometry: column, reference: .webMercator, grid: grid).write(0, into: &text)
        return try JSONValue(parsing: text.bytes)
    }

    @Test(arguments: 0..<20) func `come back within half a cell, and exactly for editing`(round: Int) throws {
        var dice = Dice(round)
        let places = (0..<30).map { _ in
            SpatialReference.webMercator.metres(
                Double.random(in: -2e7...2e7, using: &dice), Double.random(in: -2e7...2e7, using: &dice))
        }
        let origin: QuantizationGrid.Origin = round.isMultiple(of: 2) ? .upperLeft : .lowerLeft
        let cell = Double.random(in: 0.5...5000, using: &dice)
        let box = Box(xmin: -2e7, ymin: -2e7, xmax: 2e7, ymax: 2e7)
        for (grid, tolerance) in [
            (QuantizationGrid(view: box, cell: cell, origin: origin), cell / 2 * 1.000001),
            (QuantizationGrid(edit: .webMercator, origin: origin), 1e-6),
        ] {
            let line = try Self.written(Shape(kind: .polyline, parts: [places]), grid)
            let points = try Self.written(Shape(kind: .multipoint, parts: places.map { [$0] }), grid)
            for list in [line["paths"]?.array?[0], points["points"]] {
                let back = Self.decoded(list, grid.document)
                try #require(back.count == places.count)
                for (one, other) in zip(back, places) {
                    #expect(abs(one.x - other.x) <= tolerance && abs(one.y - other.y) <= tolerance)
                }
            }
        }
    }

    @Test func `leave out for a screen what falls on the cell before, and what has no extent left`() throws {
        let box = Box(xmin: 0, ymin: 0, xmax: 100, ymax: 100)
        let path = [(1.0, 1.0), (2, 2), (11, 2), (12, 1), (30, 30)].map { Position(x: $0.0, y: $0.1) }
        let view = QuantizationGrid(view: box, cell: 10, origin: .lowerLeft)
        let line = Shape(kind: .polyline, parts: [path, [path[0], path[1]]])
        #expect(try Self.written(line, view) == ["paths": [[[0, 0], [1, 0], [2, 3]]]])
        #expect(try Self.written(Shape(kind: .polyline, parts: [[path[0], path[1]]]), view) == .null)
        let ring = [(1.0, 1.0), (1, 2), (2, 2), (1, 1)].map { Position(x: $0.0, y: $0.1) }
        #expect(try Self.written(Shape(kind: .polygon, parts: [ring]), view) == .null)
        // Nothing is left out for editing.
        let edit = try Self.written(line, QuantizationGrid(edit: .webMercator, origin: .upperLeft))
        #expect(edit["paths"]?.array?.map { $0.array?.count } == [5, 2])
    }

    @Test func `of points are one cell, counted from the corner that is named`() throws {
        let box = Box(xmin: 0, ymin: 0, xmax: 100, ymax: 100)
        let point = Shape(kind: .point, parts: [[Position(x: 31, y: 18)]])
        #expect(try Self.written(point, QuantizationGrid(view: box, cell: 10, origin: .upperLeft)) == ["x": 3, "y": 8])
        #expect(try Self.written(point, QuantizationGrid(view: box, cell: 10, origin: .lowerLeft)) == ["x": 3, "y": 2])
    }
}
