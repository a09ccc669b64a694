import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Drawn maps` {
    private static let red: JSONValue = [
        "renderer": ["symbol": ["color": [255, 0, 0, 255], "size": 4, "outline": ["color": [0, 0, 0, 255]]]]
    ]

    private func picture(
        _ geometry: JSONValue, box: Box = Box(xmin: 0, ymin: 0, xmax: 10, ymax: 10), clause: String? = nil
    ) throws -> Picture {
        let table = try Samples.read([
            "type": "FeatureCollection",
            "features": [["type": "Feature", "id": 1, "properties": ["A": 1], "geometry": geometry]],
        ])
        return try Picture(
            MapPicture.draw(
                [.init(table: table, drawingInfo: Self.red, clause: try clause.map { try WhereParser.parse($0) })],
                box: box, in: .wgs84, width: 20, height: 20, isTransparent: true))
    }

    @Test func `a point is a disc, and nothing else is there`() throws {
        let picture = try picture(["type": "Point", "coordinates": [5, 5]])
        #expect(picture.color(9, 9) == [255, 0, 0, 255])
        #expect(picture.color(0, 0)[3] == 0)
        let count = picture.pixels.count { $0 != 0 }
        #expect((8...16).contains(count), "\(count)")
        #expect(
            try self.picture(["type": "Point", "coordinates": [5, 5]], clause: "A = 2").pixels.allSatisfy { $0 == 0 })
    }

    @Test func `an area has a border, and a hole is empty`() throws {
        let picture = try picture([
            "type": "Polygon",
            "coordinates": [
                [[1, 1], [9, 1], [9, 9], [1, 9], [1, 1]], [[4, 4], [4, 6], [6, 6], [6, 4], [4, 4]],
            ],
        ])
        #expect(picture.color(5, 5) == [255, 0, 0, 255])
        #expect(picture.color(10, 10)[3] == 0)
        #expect(picture.color(2, 10) == [0, 0, 0, 255])
        #expect(picture.color(0, 0)[3] == 0)
    }

    @Test func `a line is cut where the picture ends`() throws {
        let picture = try picture(["type": "LineString", "coordinates": [[-170, 5], [170, 5]]])
        for x in 0..<20 { #expect(picture.color(x, 10) == [255, 0, 0, 255]) }
        #expect(picture.color(10, 2)[3] == 0)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 10, 11, 12, 13, 18, 19, 34, 35, 66, 67, 130, 131, 257, 258, 259, 260, 1000])
    func `runs of every length are written and read`(count: Int) throws {
        var canvas = Canvas(width: max(1, count), height: 3, background: .init(red: 1, green: 2, blue: 3, alpha: 4))
        let color = canvas.index(of: .init(red: 9, green: 9, blue: 9, alpha: 255))
        canvas.dot(Position(x: Double(count) / 2, y: 1.5), radius: 1.5, color)
        #expect(try Picture(PNG.encode(canvas)).pixels == canvas.pixels)
    }

    @Test(arguments: 0..<10) func `any pixels are written and read`(seed: Int) throws {
        var dice = Dice(seed)
        var canvas = Canvas(width: 40, height: 30, background: .init(red: 0, green: 0, blue: 0, alpha: 0))
        for _ in 0..<200 {
            let color = canvas.index(
                of: .init(
                    red: .random(in: 0...255, using: &dice), green: 0, blue: .random(in: 0...255, using: &dice),
                    alpha: 255))
            canvas.dot(
                Position(x: .random(in: -5...45, using: &dice), y: .random(in: -5...35, using: &dice)),
                radius: .random(in: 0.5...4, using: &dice), color)
        }
        #expect(try Picture(PNG.encode(canvas)).pixels == canvas.pixels)
    }

    @Test func `an empty tile is small`() throws {
        let canvas = Canvas(width: 256, height: 256, background: .init(red: 255, green: 255, blue: 255, alpha: 0))
        #expect(PNG.encode(canvas).count < 700)
    }

    @Test func `tiles are cut from the corner of the world`() throws {
        let world = try #require(TileScheme.box(level: 0, row: 0, column: 0))
        #expect(abs(world.xmin + 20_037_508.342789) < 0.001 && abs(world.ymax - 20_037_508.342789) < 0.001)
        let quarter = try #require(TileScheme.box(level: 1, row: 1, column: 0))
        #expect(
            quarter.xmin == world.xmin && quarter.ymin == world.ymin && abs(quarter.xmax) < 1e-6
                && abs(quarter.ymax) < 1e-6)
        for (level, row, column) in [(-1, 0, 0), (20, 0, 0), (0, 1, 0), (3, 0, 8), (2, -1, 0)] {
            #expect(TileScheme.box(level: level, row: row, column: column) == nil)
        }
    }
}
