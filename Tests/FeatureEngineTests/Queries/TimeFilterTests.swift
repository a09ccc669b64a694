import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Time filters` {
    @Test(arguments: 0..<10) func `find what a plain comparison finds`(round: Int) throws {
        var dice = Dice(round)
        func moment() -> Int64? {
            Int.random(in: 0..<5, using: &dice) == 0 ? nil : Int64.random(in: -50...50, using: &dice)
        }
        let rows = (0..<120).map { _ -> (start: Int64?, end: Int64?) in
            let start = moment()
            return (start, moment().map { max($0, start ?? $0) })
        }
        let table = try Samples.read(
            [
                "type": "FeatureCollection",
                "features": .array(
                    rows.map {
                        [
                            "type": "Feature", "geometry": nil,
                            "properties": [
                                "A": $0.start.map { .integer($0) } ?? .null, "B": $0.end.map { .integer($0) } ?? .null,
                            ],
                        ]
                    }),
            ], fields: [["name": "A", "type": "esriFieldTypeDate"], ["name": "B", "type": "esriFieldTypeDate"]])
        let (a, b) = (try #require(table.field("A")), try #require(table.field("B")))
        for _ in 0..<40 {
            let (one, other) = (moment(), moment())
            let (from, to) = one.flatMap { one in other.map { (min(one, $0), max(one, $0)) } } ?? (one, other)
            guard from != nil || to != nil else { continue }
            let moments = TimeFilter(.init(start: a, end: nil), from: from, to: to).matches(
                among: table.rows, of: table)
            #expect(
                moments
                    == rows.indices.filter { row in
                        rows[row].start.map { $0 >= from ?? .min && $0 <= to ?? .max } ?? false
                    })
            let spans = TimeFilter(.init(start: a, end: b), from: from, to: to).matches(among: table.rows, of: table)
            #expect(
                spans
                    == rows.indices.filter { row in
                        rows[row].start.map { $0 <= to ?? .max && rows[row].end ?? .max >= from ?? .min } ?? false
                    })
        }
        let all = TimeFilter(.init(start: a, end: b), from: nil, to: nil).matches(among: table.rows, of: table)
        #expect(all == table.rows)
        let known = rows.flatMap { [$0.start, $0.end] }.compactMap(\.self)
        let extent = try #require(table.timeExtent(.init(start: a, end: b)))
        #expect(extent.start == known.min() && extent.end == known.max())
    }
}
