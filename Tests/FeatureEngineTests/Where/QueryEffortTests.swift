import FeatureSamples
import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `What a where clause may cost` {
    private func table(texts: Int, of length: Int) throws -> FeatureTable {
        let text = String(repeating: "a", count: length)
        return try Samples.table((0..<texts).map { _ in (attributes: ["T": .string(text)], at: nil) })
    }

    @Test(
        .ownThread,
        arguments: [
            "T LIKE '%\(String(repeating: "a", count: 900))b'",
            (1...400).map { "UPPER(T) = '\($0)'" }.joined(separator: " OR "),
            (1...400).map { "LOWER(T) IN ('\($0)')" }.joined(separator: " OR "),
        ])
    func `is bounded by the texts that it compares`(clause: String) throws {
        let table = try table(texts: 40, of: 4000)
        let problem = #expect(throws: QueryProblem.self) { try Samples.ids(where: clause, of: table) }
        #expect(problem?.part == .clause)
        #expect(problem?.problem.contains("too many comparisons for 40 features") == true)
    }

    @Test func `counts every value that is bound`() throws {
        let table = try table(texts: 1, of: 1)
        let clause = try WhereParser.parse("T IN ('a', 'b', 'c', 'd', 'e')")
        let problem = #expect(throws: WhereProblem.self) { _ = try RowTest(clause, table, QueryEffort(5)) }
        #expect(problem?.problem.contains("too many values and operators") == true)
    }

    @Test func `ends the comparison with a pattern that takes too many steps`() throws {
        let pattern = LikePattern("%" + String(repeating: "a", count: 900) + "b", escape: nil)
        let (isLike, steps) = pattern.compared(with: String(repeating: "a", count: 4_000), atMost: 500)
        #expect(!isLike && steps == 500)
        let (table, effort) = (try table(texts: 1, of: 1_000_000), QueryEffort(5_000))
        let clause = try WhereParser.parse("T LIKE '%\(String(repeating: "a", count: 900))b'")
        let test = try RowTest(clause, table, effort)
        #expect(test.matching(table.rows) == nil)
        // One byte in 16 of the text is spent besides, however soon the comparison ends.
        #expect(effort.left > -100_000)
    }

    @Test func `is enough for long texts and a short pattern`() throws {
        let table = try table(texts: 40, of: 4000)
        #expect(try Samples.ids(where: "T LIKE '%ab%' OR UPPER(T) LIKE 'AA%'", of: table).count == 40)
    }
}
