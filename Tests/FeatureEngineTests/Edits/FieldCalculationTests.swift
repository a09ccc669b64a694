import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Calculated fields` {
    private static let limits = EditLimits(features: 10, bytes: 1000)

    private func table() throws -> FeatureTable {
        try Samples.table([
            (["NAME": "a", "N": 2, "R": 0.5], nil), (["NAME": "b", "N": 3, "R": 1.25], nil),
            (["NAME": nil, "N": nil, "R": 2], nil),
        ])
    }

    private func values(_ name: String, after expression: JSONValue, rows: [Int]? = nil) throws -> [FieldValue] {
        var table = try table()
        try FieldCalculation(expression, of: table, at: 0).apply(
            to: &table, rows: rows ?? table.rows, limits: Self.limits)
        let column = table.columns[try #require(table.field(name))]
        return table.rows.map { column[$0] }
    }

    @Test func `are the same for all, or worked out of each`() throws {
        #expect(try values("N", after: [["field": "n", "value": 7]]) == [.integer(7), .integer(7), .integer(7)])
        #expect(try values("N", after: [["field": "N", "value": 7]], rows: [1]) == [.integer(2), .integer(7), .null])
        #expect(
            try values("R", after: [["field": "R", "sqlExpression": "N * 2 + R"]])
                == [.number(4.5), .number(7.25), .null])
        // Whole numbers are rounded to.
        #expect(
            try values("N", after: [["field": "N", "sqlExpression": "R * 2"]]) == [
                .integer(1), .integer(3), .integer(4),
            ])
        #expect(
            try values("NAME", after: [["field": "NAME", "sqlExpression": "UPPER(COALESCE(NAME, 'none'))"]])
                == [.text("A"), .text("B"), .text("NONE")])
    }

    @Test func `see what was there before any of them`() throws {
        let swap: JSONValue = [["field": "N", "sqlExpression": "R"], ["field": "R", "sqlExpression": "N"]]
        #expect(try values("R", after: swap) == [.number(2), .number(3), .null])
        #expect(try values("N", after: swap) == [.integer(1), .integer(1), .integer(2)])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let expression: JSONValue
        let words: String
        var unknown: String?
        var testDescription: String { words }
    }

    @Test(arguments: [
        Wrong(expression: [], words: "no JSON list"), Wrong(expression: [["value": 1]], words: "field is missing"),
        Wrong(expression: [["field": "NOPE", "value": 1]], words: "no field", unknown: "NOPE"),
        Wrong(expression: [["field": "OBJECTID", "value": 1]], words: "the layer's own"),
        Wrong(expression: [["field": "N"]], words: "neither value nor sqlExpression"),
        Wrong(expression: [["field": "N", "value": "x"]], words: "not a whole number"),
        Wrong(expression: [["field": "N", "value": 1], ["field": "n", "value": 2]], words: "twice"),
        Wrong(expression: [["field": "N", "sqlExpression": "NAME"]], words: "its own type"),
        Wrong(expression: [["field": "N", "sqlExpression": "1 +"]], words: "a field or a value expected"),
        Wrong(expression: [["field": "N", "sqlExpression": "NIX"]], words: "no field", unknown: "NIX"),
        Wrong(expression: [["field": "N", "sqlExpression": "N / 0"]], words: "division by zero"),
        Wrong(expression: [["field": "N", "sqlExpression": "N * 9000000000"]], words: "does not fit"),
        Wrong(
            expression: [["field": "NAME", "value": .string(String(repeating: "x", count: 900))]], words: "characters"),
    ])
    func `that cannot be leave everything as it was`(row: Wrong) throws {
        let before = try table()
        var after = before
        let problem = #expect(throws: FieldCalculation.Problem.self) {
            try FieldCalculation(row.expression, of: before, at: 0).apply(
                to: &after, rows: before.rows, limits: Self.limits)
        }
        #expect(problem?.problem.contains(row.words) == true, "\(problem?.problem ?? "")")
        #expect(problem?.unknownField == row.unknown)
        for field in before.fields.indices {
            #expect(before.rows.map { before.columns[field][$0] } == after.rows.map { after.columns[field][$0] })
        }
    }
}
