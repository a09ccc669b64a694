import FeatureSamples
import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Related records` {
    private static func table(_ keys: [JSONValue]) throws -> FeatureTable {
        try Samples.table(keys.map { (["K": $0, "N": 1], nil) })
    }

    private static func answer(
        _ ids: Set<Int64>, from source: FeatureTable, to related: FeatureTable, counts: Bool = false, offset: Int = 0,
        limit: Int = 1000
    ) throws -> JSONValue {
        let query = LayerQuery(fields: [related.objectIDIndex], outReference: .webMercator, limit: limit)
        let keys = (try #require(source.field("K")), try #require(related.field("K")))
        return try JSONValue(
            parsing: RelatedRecordsQuery(of: ids, query, returnsCounts: counts, offset: offset, limit: limit)
                .answer(from: .init(source, key: keys.0), to: .init(related, key: keys.1)))
    }

    private static func groups(_ answer: JSONValue) -> [Int64: [Int64]] {
        Dictionary(
            (answer["relatedRecordGroups"]?.array ?? []).map { group in
                (
                    group["objectId"]?.integer ?? -1,
                    (group["relatedRecords"]?.array ?? []).compactMap { $0["attributes"]?["OBJECTID"]?.integer }
                )
            }, uniquingKeysWith: { $0 + $1 })
    }

    @Test(arguments: 0..<10) func `are those that a plain join finds, page by page too`(round: Int) throws {
        var dice = Dice(round)
        func key() -> Int64? { Int.random(in: 0..<6, using: &dice) == 0 ? nil : Int64.random(in: 0..<9, using: &dice) }
        let (ours, theirs) = ((0..<12).map { _ in key() }, (0..<60).map { _ in key() })
        let source = try Self.table(ours.map { $0.map { .integer($0) } ?? .null })
        let related = try Self.table(theirs.map { $0.map { .integer($0) } ?? .null })
        let ids = Set((0..<8).map { _ in Int64.random(in: 1...15, using: &dice) })
        var expected: [Int64: [Int64]] = [:]
        for id in ids where id <= 12 {
            guard let key = ours[Int(id) - 1] else { continue }
            let found = theirs.indices.filter { theirs[$0] == key }.map { Int64($0 + 1) }
            if !found.isEmpty { expected[id] = found }
        }
        #expect(Self.groups(try Self.answer(ids, from: source, to: related)) == expected)
        let counts = try Self.answer(ids, from: source, to: related, counts: true)["relatedRecordGroups"]?.array ?? []
        #expect(counts.map { $0["objectId"]?.integer } == expected.keys.sorted())
        #expect(counts.map { $0["count"]?.integer } == expected.keys.sorted().map { Int64(expected[$0]?.count ?? 0) })
        var pages: [Int64: [Int64]] = [:]
        let all = expected.values.reduce(0) { $0 + $1.count }
        for offset in stride(from: 0, through: all, by: 7) {
            let page = try Self.answer(ids, from: source, to: related, offset: offset, limit: 7)
            #expect((page["exceededTransferLimit"] == true) == (offset + 7 < all))
            pages.merge(Self.groups(page)) { $0 + $1 }
        }
        #expect(pages == expected)
    }

    /// As many pairs of rows as no memory holds.
    @Test(.ownThread) func `are looked at where the page shows them`() throws {
        let count = 60_000
        var geometry = GeometryColumn(.point)
        for _ in 0..<count { geometry.append(Shape(kind: .point, parts: [[Position(x: 1, y: 2)]])) }
        let table = FeatureTable(
            fields: [Field(name: "OBJECTID", type: .objectID), Field(name: "K", type: .integer)], objectIDIndex: 0,
            columns: [.integers((1...count).map { Int64($0) }), .integers(Array(repeating: 7, count: count))],
            geometry: geometry)
        let answer = try Self.answer(Set(1...Int64(count)), from: table, to: table, offset: count + 5, limit: 1)
        #expect(Self.groups(answer) == [2: [6]] && answer["exceededTransferLimit"] == true)
    }

    @Test func `meet over a whole number that one side keeps as a decimal`() throws {
        let (source, related) = (try Self.table([1]), try Self.table([1.0, 1.5]))
        #expect(Self.groups(try Self.answer([1], from: source, to: related)) == [1: [1]])
    }
}
