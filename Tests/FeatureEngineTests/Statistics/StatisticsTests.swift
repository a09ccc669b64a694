import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Statistics of groups` {
    @Test func `agree with a plain count`() throws {
        var dice = Dice(3)
        let rows = (0..<300).map { _ in
            (
                group: ["x", "y", "z"].randomElement(using: &dice) ?? "",
                value: Double(Int.random(in: -500...500, using: &dice)) / 4
            )
        }
        let table = try Samples.table(rows.map { (["G": .string($0.group), "V": .number($0.value)], nil) })
        let (group, value) = (try #require(table.field("g")), try #require(table.field("v")))
        let kinds: [Statistics.Kind] = [.count, .sum, .min, .max, .avg, .stddev, .var]
        let statistics = Statistics(
            groups: [group], columns: kinds.map { .init(kind: $0, field: value, name: $0.rawValue) })
        var result = try statistics.lines(table.rows, of: table)
        try result.sort([.init(name: "g", isDescending: true)])
        #expect(result.fields.map(\.name) == ["G", "count", "sum", "min", "max", "avg", "stddev", "var"])
        #expect(result.lines.map { $0[0] } == [.text("z"), .text("y"), .text("x")])
        for line in result.lines {
            let values = rows.filter { .text($0.group) == line[0] }.map(\.value)
            let mean = values.reduce(0, +) / Double(values.count)
            let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
            let expected = [
                Double(values.count), values.reduce(0, +), values.min() ?? 0, values.max() ?? 0, mean,
                variance.squareRoot(), variance,
            ]
            for (index, value) in expected.enumerated() {
                #expect(abs((line[index + 1].double ?? .nan) - value) < 1e-6, "\(kinds[index])")
            }
        }
    }

    @Test func `cannot be ordered by what they do not have`() throws {
        var result = TableOfValues(fields: [], lines: [])
        let problem = #expect(throws: QueryProblem.self) { try result.sort([.init(name: "N", isDescending: false)]) }
        #expect(problem?.part == .order)
        #expect(problem?.unknownField == "N")
    }

    @Test(arguments: [Statistics.Kind.sum, .avg, .var, .stddev])
    func `of numbers that are too large when added up are nothing`(kind: Statistics.Kind) {
        let column = Column.numbers([1e308, 1.5e308, 1.7e308, -1.7e308, -1.7e308])
        let tally = Tally.of(column, [0, 1, 2, 3, 4], places: nil, count: 1)[0]
        guard case .number(let value) = tally.result(kind) else { return }
        #expect(value.isFinite)
    }
}
