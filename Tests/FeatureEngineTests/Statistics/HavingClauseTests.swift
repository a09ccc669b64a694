import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Conditions on groups` {
    private static func table(_ rows: [(String, Int64?)]) throws -> FeatureTable {
        try Samples.table(rows.map { (["G": .string($0.0), "V": $0.1.map { .integer($0) } ?? .null], nil) })
    }

    private static func groups(_ condition: String, of table: FeatureTable) throws -> [String] {
        let (group, value) = (try #require(table.field("G")), try #require(table.field("V")))
        let having = try HavingClause(parsing: condition, groups: [group], of: table)
        let statistics = Statistics(
            groups: [group], columns: [.init(kind: .sum, field: value, name: "S")], having: having)
        let lines = try statistics.lines(table.rows, of: table)
        #expect(lines.fields.map(\.name) == ["G", "S"])
        return lines.lines.compactMap { if case .text(let text) = $0[0] { text } else { nil } }.sorted()
    }

    @Test(arguments: 0..<10) func `let through what a plain count lets through`(round: Int) throws {
        var dice = Dice(round)
        let rows = (0..<60).map { _ in
            (
                ["a", "b", "c", "d"].randomElement(using: &dice) ?? "",
                Int.random(in: 0..<4, using: &dice) == 0 ? nil : Int64.random(in: -9...9, using: &dice)
            )
        }
        let table = try Self.table(rows)
        let byGroup = Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
        let (least, most) = (Int.random(in: 5...20, using: &dice), Int64.random(in: 0...30, using: &dice))
        func names(_ test: ([Int64?]) -> Bool) -> [String] { byGroup.filter { test($0.value) }.map(\.key).sorted() }
        #expect(try Self.groups("COUNT(*) > \(least)", of: table) == names { $0.count > least })
        #expect(
            try Self.groups("count(v) > \(least) OR Sum(V) >= \(most)", of: table)
                == names { $0.compactMap(\.self).count > least || $0.compactMap(\.self).reduce(0, +) >= most })
        #expect(
            try Self.groups("NOT MIN(V) = -9 AND MAX(V) IN (8, 9) AND G <> 'a'", of: table)
                == names { values in
                    values.compactMap(\.self).min() != -9 && (values.compactMap(\.self).max() ?? 0) >= 8
                }
                .filter { $0 != "a" })
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let condition: String
        let unknown: String?
        let words: String
        var testDescription: String { condition }
    }

    @Test(arguments: [
        Wrong(condition: "V > 1", unknown: "V", words: "neither a field of groupByFieldsForStatistics"),
        Wrong(condition: "S > 1", unknown: "S", words: "neither a field of groupByFieldsForStatistics"),
        Wrong(condition: "SUM(NOPE) > 1", unknown: "NOPE", words: "no field of this layer"),
        Wrong(condition: "AVG(G) > 1", unknown: nil, words: "no number"),
        Wrong(condition: "SUM(*) > 1", unknown: nil, words: "a field expected"),
        Wrong(condition: "MEDIAN(V) > 1", unknown: nil, words: "no function that is known"),
        Wrong(condition: "COUNT(*) >", unknown: nil, words: "expected"),
        Wrong(condition: "COUNT(*) = 'x'", unknown: nil, words: "cannot be compared"),
    ])
    func `are told what is wrong with them`(row: Wrong) throws {
        let table = try Self.table([("a", 1), ("b", 2)])
        let problem = #expect(throws: QueryProblem.self) { try Self.groups(row.condition, of: table) }
        #expect(problem?.part == .having && problem?.unknownField == row.unknown)
        #expect(problem?.problem.contains(row.words) == true, "\(problem?.problem ?? "")")
    }

    @Test(arguments: ["place", "PLACE", "OBJECTID_", "count"]) func `take a field of any name`(name: String) throws {
        let table = try Samples.table(["x", "x", "y"].map { ([name: .string($0), "V": 1], nil) })
        let group = try #require(table.field(name))
        let having = try HavingClause(parsing: "\"\(name)\" = 'x'", groups: [group], of: table)
        let statistics = Statistics(
            groups: [group], columns: [.init(kind: .count, field: group, name: "N")], having: having)
        #expect(try statistics.lines(table.rows, of: table).lines == [[.text("x"), .integer(2)]])
    }

    @Test func `do not stand in a where clause`() throws {
        let table = try Self.table([("a", 1)])
        #expect(throws: QueryProblem.self) { try Samples.ids(where: "COUNT(*) > 0", of: table) }
        #expect(throws: QueryProblem.self) { try Samples.ids(where: "SUM(V) > 0", of: table) }
    }
}
