import JSONValues
import Testing

@testable import MockPortalServer

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

    /// A picture read back by a reader of its own: it knows one fixed block and the filters 0 and 2.
    struct Picture {
        var width = 0
        var height = 0
        var palette: [[UInt8]] = []
        var alphas: [UInt8] = []
        var pixels: [UInt8] = []

        init(_ bytes: [UInt8]) throws {
            try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            var rest = bytes.dropFirst(8)
            var content: [UInt8] = []
            var types: [String] = []
            func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
            while !rest.isEmpty {
                let count = number(rest.prefix(4))
                let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
                let data = rest.dropFirst(8).prefix(count)
                let sum = number(rest.dropFirst(8 + count).prefix(4))
                #expect(sum == Int(Self.checksum(Array(type.utf8) + data)))
                types.append(type)
                switch type {
                case "IHDR":
                    (width, height) = (number(data.prefix(4)), number(data.dropFirst(4).prefix(4)))
                    #expect(Array(data.dropFirst(8)) == [8, 3, 0, 0, 0])
                case "PLTE":
                    palette = stride(from: data.startIndex, to: data.endIndex, by: 3).map { Array(data[$0..<$0 + 3]) }
                case "tRNS": alphas = Array(data)
                case "IDAT": content = Array(data)
                default: break
                }
                rest = rest.dropFirst(12 + count)
            }
            #expect(types == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
            let rows = try Self.inflated(content)
            try #require(rows.count == (width + 1) * height)
            var above = [UInt8](repeating: 0, count: width)
            for row in 0..<height {
                let line = rows[row * (width + 1)..<(row + 1) * (width + 1)]
                try #require(line.first == 0 || line.first == 2)
                above = line.first == 0 ? Array(line.dropFirst()) : zip(above, line.dropFirst()).map { $0 &+ $1 }
                pixels += above
            }
        }

        /// CRC-32 by its polynomial, one bit after the other over the whole text.
        private static func checksum(_ bytes: [UInt8]) -> UInt32 {
            var table: [UInt32] = []
            for number in 0..<256 {
                var sum = UInt32(number)
                for _ in 0..<8 { sum = sum % 2 == 1 ? 0xEDB8_8320 ^ (sum / 2) : sum / 2 }
                table.append(sum)
            }
            return ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
        }

        /// Undoes zlib with one block of fixed codes, after the tables of RFC 1951 §3.2.5 and §3.2.6.
        private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
            var position = 16
            func bit() -> Int {
                defer { position += 1 }
                return Int(bytes[position / 8] >> UInt8(position % 8)) & 1
            }
            func bits(_ count: Int) -> Int { (0..<count).reduce(0) { $0 | bit() << $1 } }
            try #require(bit() == 1)
            try #require(bits(2) == 1)
            let bases = [
                3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
                227, 258,
            ]
            let extras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
            var output: [UInt8] = []
            while true {
                var code = (0..<7).reduce(0) { sum, _ in sum << 1 | bit() }
                let symbol: Int
                if code < 0b0011000 {
                    symbol = 256 + code
                } else {
                    code = code << 1 | bit()
                    if code < 0b11000000 {
                        symbol = code - 0b00110000
                    } else if code < 0b11001000 {
                        symbol = 280 + code - 0b11000000
                    } else {
                        symbol = 144 + (code << 1 | bit()) - 0b110010000
                    }
                }
                if symbol < 256 {
                    output.append(UInt8(symbol))
                } else if symbol == 256 {
                    break
                } else {
                    let length = bases[symbol - 257] + bits(extras[symbol - 257])
                    try #require(bits(5) == 0)
                    let last = try #require(output.last)
                    output += [UInt8](repeating: last, count: length)
                }
            }
            let sums = output.reduce((1, 0)) { sums, byte in
                let low = (sums.0 + Int(byte)) % 65521
                return (low, (sums.1 + low) % 65521)
            }
            #expect(Array(bytes.suffix(4)) == [sums.1 >> 8, sums.1 & 255, sums.0 >> 8, sums.0 & 255].map { UInt8($0) })
            return output
        }

        /// What is at a pixel: red, green, blue and alpha.
        func color(_ x: Int, _ y: Int) -> [UInt8] {
            let index = Int(pixels[y * width + x])
            return palette[index] + [alphas[index]]
        }
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
