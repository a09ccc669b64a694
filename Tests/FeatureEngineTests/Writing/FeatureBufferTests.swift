import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

/// Fields of a protocol buffer, read without knowing what they mean.
private struct Message {
    var numbers: [Int: [UInt64]] = [:]
    var parts: [Int: [[UInt8]]] = [:]

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        func varint() throws -> UInt64 {
            var (value, shift) = (UInt64(0), UInt64(0))
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 127) << shift
                if byte < 128 { return value }
                shift += 7
            }
            throw Cut()
        }
        func take(_ count: Int) throws -> [UInt8] {
            guard rest.count >= count else { throw Cut() }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while !rest.isEmpty {
            let tag = try varint()
            let field = Int(tag >> 3)
            switch tag & 7 {
            case 0: numbers[field, default: []].append(try varint())
            case 1: numbers[field, default: []].append(try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            case 2: parts[field, default: []].append(try take(Int(try varint())))
            case 5: numbers[field, default: []].append(try take(4).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            default: throw Cut()
            }
        }
    }
    struct Cut: Error {}

    func message(_ field: Int, _ index: Int = 0) throws -> Message {
        try Message(try #require(parts[field])[index])
    }
    func text(_ field: Int) -> String? { parts[field]?.first.map { String(decoding: $0, as: UTF8.self) } }
    func double(_ field: Int) -> Double? { numbers[field]?.first.map { Double(bitPattern: $0) } }
    static func signed(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1) ^ -Int64(number & 1) }

    /// Numbers without their tags.
    static func packed(_ bytes: [UInt8]) -> [UInt64] {
        var numbers: [UInt64] = []
        var (value, shift) = (UInt64(0), UInt64(0))
        for byte in bytes {
            value |= UInt64(byte & 127) << shift
            shift += 7
            if byte < 128 {
                numbers.append(value)
                (value, shift) = (0, 0)
            }
        }
        return numbers
    }
}

/// Numbers of fields are those of github.com/Esri/arcgis-pbf, FeatureCollection.proto.
@Suite struct `Answers as protocol buffers` {
    private static func result(_ query: LayerQuery, of table: FeatureTable) throws -> Message {
        guard case .text(let bytes) = try QueryAnswer(query, of: table, globalIDField: "G", as: .buffer) else {
            throw Message.Cut()
        }
        return try Message(bytes).message(2)
    }

    private static let table = Result {
        try Samples.read(
            [
                "type": "FeatureCollection",
                "features": [
                    [
                        "type": "Feature", "id": 1,
                        "properties": ["T": "é", "N": -7, "R": 1.5, "D": "1969-12-31", "B": 9_000_000_000],
                        "geometry": [
                            "type": "Polygon",
                            "coordinates": [
                                [[0, 0], [1, 0], [1, 1], [0, 0]], [[0.5, 0.1], [0.5, 0.2], [0.6, 0.2], [0.5, 0.1]],
                            ],
                        ],
                    ],
                    [
                        "type": "Feature", "id": 300, "properties": ["T": nil, "N": 0, "R": nil, "D": nil, "B": 1],
                        "geometry": nil,
                    ],
                ],
            ],
            fields: [
                ["name": "D", "type": "esriFieldTypeDate"], ["name": "B", "type": "esriFieldTypeBigInteger"],
                ["name": "N", "type": "esriFieldTypeInteger", "alias": "Number"],
            ])
    }

    @Test func `hold features with whole numbers for coordinates`() throws {
        let table = try Self.table.get()
        let query = LayerQuery(
            fields: Array(table.fields.indices), returnsCentroid: true, outReference: .wgs84, limit: 10)
        let result = try Self.result(query, of: table).message(1)
        #expect(result.text(1) == "OBJECTID" && result.text(3) == "G" && result.numbers[7] == [3])
        #expect(try result.message(8).numbers == [1: [4326], 2: [4326]])
        let transform = try result.message(12)
        #expect(transform.numbers[1] == nil)
        let (scale, translate) = (try transform.message(2), try transform.message(3))
        #expect(scale.double(2) == 1e-9 && translate.double(1) == -400 && translate.double(2) == 400)
        let names = try #require(result.parts[13]).map { try Message($0) }
        #expect(names.compactMap { $0.text(1) } == table.fields.map(\.name))
        let number = try #require(names.first { $0.text(1) == "N" })
        #expect(number.numbers[2] == [1] && number.text(3) == "Number" && number.numbers[4] == [16])

        let feature = try result.message(15)
        let values = try #require(feature.parts[1]).map { try Message($0) }
        func value(_ name: String) throws -> Message { values[try #require(table.field(name))] }
        #expect(try value("OBJECTID").numbers == [5: [1]])
        #expect(try value("T").text(1) == "é")
        #expect(try value("N").numbers[4].map { $0.map(Message.signed) } == [-7])
        #expect(try value("R").double(3) == 1.5)
        #expect(try value("D").numbers[8].map { $0.map(Message.signed) } == [-86_400_000])
        #expect(try value("B").numbers[8].map { $0.map(Message.signed) } == [9_000_000_000])
        let geometry = try feature.message(2)
        let lengths = try #require(geometry.parts[2])
        #expect(geometry.numbers[1] == [3] && Message.packed(lengths[0]) == [4, 4])
        let coords = Message.packed(try #require(geometry.parts[3])[0]).map(Message.signed)
        #expect(coords.count == 16)
        // A ring begins at a cell of its own, counted down from 400 degrees north.
        let x = -400 + Double(coords[8]) * 1e-9
        let y = 400 - Double(coords[9]) * 1e-9
        #expect(abs(x - 0.5) < 1e-7 && [0.1, 0.2].contains { abs(y - $0) < 1e-7 })
        #expect(try feature.message(4).parts[3] != nil)

        let empty = try result.message(15, 1)
        #expect(empty.parts[2] == nil && empty.parts[4] == nil)
        let nothing = try #require(empty.parts[1]).map { try Message($0) }
        let (text, whole) = (try #require(table.field("T")), try #require(table.field("N")))
        #expect(nothing[text].numbers == [10: [1]])
        // A zero is a value all the same.
        #expect(nothing[whole].numbers == [4: [0]])
    }

    @Test func `tell numbers, ids and extents`() throws {
        let table = try Self.table.get()
        func query(_ wanted: LayerQuery.Wanted, limit: Int = 10) -> LayerQuery {
            LayerQuery(wanted, fields: [0], outReference: .wgs84, limit: limit)
        }
        #expect(try Self.result(query(.count), of: table).message(2).numbers == [1: [2]])
        let ids = try Self.result(query(.ids), of: table).message(3)
        let numbers = try #require(ids.parts[3])
        #expect(ids.text(1) == "OBJECTID" && Message.packed(numbers[0]) == [1, 300])
        let extent = try Self.result(query(.extent(withCount: true)), of: table).message(4)
        #expect(extent.numbers == [2: [2]])
        let envelope = try extent.message(1)
        #expect(abs((envelope.double(3) ?? 0) - 1) < 1e-7 && abs((envelope.double(4) ?? 0) - 1) < 1e-7)
        #expect(try envelope.message(5).numbers[1] == [4326])
        let none = LayerQuery(
            .extent(withCount: false), clause: try WhereParser.parse("1=0"), fields: [0], outReference: .wgs84, limit: 1
        )
        #expect(try Self.result(none, of: table).message(4).message(1).double(1)?.isNaN == true)
        #expect(try Self.result(query(.features, limit: 1), of: table).message(1).numbers[9] == [1])
    }

    @Test func `tell ids below zero as the numbers of 64 bits that they are`() throws {
        let result = try Message(FeatureBuffer.ids([-5, 7], field: "ID")).message(2).message(3)
        let numbers = try #require(result.parts[3])
        #expect(Message.packed(numbers[0]).map { Int64(bitPattern: $0) } == [-5, 7])
    }

    @Test func `hold statistics without a geometry`() throws {
        let table = try Self.table.get()
        let column = Statistics.Column(kind: .sum, field: try #require(table.field("B")), name: "S")
        let query = LayerQuery(
            fields: [0], outReference: .wgs84, limit: 10, statistics: Statistics(groups: [], columns: [column]))
        let result = try Self.result(query, of: table).message(1)
        #expect(result.numbers[7] == [127] && result.parts[12] == nil)
        #expect(try result.message(15).message(1).double(3) == 9_000_000_001)
    }

    @Test(arguments: [0, 1, 127, 128, 300, 70_000]) func `have the length of what they hold`(length: Int) throws {
        var buffer = ProtocolBuffer()
        buffer.message(1) { $0.text(2, String(repeating: "x", count: length)) }
        #expect(try Message(buffer.bytes).message(1).text(2)?.utf8.count == length)
    }
}
