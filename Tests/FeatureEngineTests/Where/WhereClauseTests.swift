import FeatureSamples
import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Where clauses` {
    private static let table = Result {
        try Samples.read(
            [
                "type": "FeatureCollection",
                "features": .array(
                    [
                        ["NAME": "Main Street", "CARS": 12400, "RATE": 1.5, "DAY": "2024-05-01"],
                        ["NAME": "Bridge Road", "CARS": 8800, "RATE": -2, "DAY": "2024-05-02T12:30:00Z"],
                        ["NAME": "O'Connell", "CARS": nil, "RATE": 0.25, "DAY": nil],
                        ["NAME": nil, "CARS": -5, "RATE": nil, "DAY": "2023-12-31"],
                        ["NAME": "50% off_x", "CARS": 0, "RATE": 1e3, "DAY": "2024-05-02"],
                        ["NAME": "Café Öst", "CARS": 8800, "RATE": 8800, "DAY": "1969-12-31"],
                    ].enumerated().map { index, properties in
                        [
                            "type": "Feature", "id": .integer(Int64(index + 1)), "geometry": nil,
                            "properties": properties as JSONValue,
                        ]
                    }),
            ], fields: [["name": "DAY", "type": "esriFieldTypeDate"]])
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let clause: String
        let ids: [Int64]
        var testDescription: String { clause }
    }

    @Test(arguments: [
        Case(clause: "1=1", ids: [1, 2, 3, 4, 5, 6]), Case(clause: "1=0", ids: []),
        Case(clause: "'a'='a'", ids: [1, 2, 3, 4, 5, 6]),
        Case(clause: "CARS = 8800", ids: [2, 6]), Case(clause: "cars<>8800", ids: [1, 4, 5]),
        Case(clause: "CARS != 8800", ids: [1, 4, 5]), Case(clause: "CARS<0", ids: [4]),
        Case(clause: "CARS <= 0", ids: [4, 5]),
        Case(clause: "CARS>8800", ids: [1]), Case(clause: "CARS>=8800", ids: [1, 2, 6]),
        Case(clause: "CARS > -6 AND CARS < 1", ids: [4, 5]),
        Case(clause: "CARS = 8800.0", ids: [2, 6]), Case(clause: "CARS = '8800'", ids: [2, 6]),
        Case(clause: "RATE = 1e3", ids: [5]),
        Case(clause: "RATE < .5", ids: [2, 3]), Case(clause: "CARS = RATE", ids: [6]),
        Case(clause: "8800 = CARS", ids: [2, 6]),
        Case(clause: "NAME = 'O''Connell'", ids: [3]), Case(clause: "\"NAME\" = 'Main Street'", ids: [1]),
        Case(clause: "NAME > 'C'", ids: [1, 3, 6]), Case(clause: "NAME LIKE 'Ma%'", ids: [1]),
        Case(clause: "NAME LIKE '%Road'", ids: [2]), Case(clause: "NAME LIKE '%e%'", ids: [1, 2, 3]),
        Case(clause: "NAME NOT LIKE '%e%'", ids: [5, 6]), Case(clause: "NAME LIKE 'Caf_ _st'", ids: [6]),
        Case(clause: "NAME LIKE '50\\% off\\_x' ESCAPE '\\'", ids: [5]), Case(clause: "NAME LIKE '_'", ids: []),
        Case(clause: "NAME LIKE '%'", ids: [1, 2, 3, 5, 6]), Case(clause: "UPPER(NAME) = 'BRIDGE ROAD'", ids: [2]),
        Case(clause: "lower(NAME) LIKE lower('MAIN%')", ids: [1]), Case(clause: "CARS IN (0, 12400)", ids: [1, 5]),
        Case(clause: "CARS IN ('0', 12400.0)", ids: [1, 5]), Case(clause: "CARS NOT IN (0, 12400)", ids: [2, 4, 6]),
        Case(clause: "CARS NOT IN (0, NULL)", ids: []), Case(clause: "RATE IN (1000, 1.5)", ids: [1, 5]),
        Case(clause: "NAME IN ('Bridge Road','x')", ids: [2]), Case(clause: "CARS BETWEEN 0 AND 8800", ids: [2, 5, 6]),
        Case(clause: "CARS NOT BETWEEN 0 AND 8800", ids: [1, 4]), Case(clause: "NAME IS NULL", ids: [4]),
        Case(clause: "CARS IS NOT NULL", ids: [1, 2, 4, 5, 6]), Case(clause: "CARS = NULL", ids: []),
        Case(clause: "NOT CARS = 8800", ids: [1, 4, 5]),
        Case(clause: "NOT (CARS IS NULL OR NAME IS NULL)", ids: [1, 2, 5, 6]),
        Case(clause: "CARS = 0 OR CARS = 12400 AND NAME = 'x'", ids: [5]),
        Case(clause: "(CARS = 0 OR CARS = 12400) AND NAME LIKE '%t'", ids: [1]),
        Case(clause: "((((1=1))))", ids: [1, 2, 3, 4, 5, 6]),
        Case(clause: "not not NOT cars > 0", ids: [4, 5]), Case(clause: "DAY = DATE '2024-05-01'", ids: [1]),
        Case(clause: "DAY > TIMESTAMP '2024-05-02 12:00:00'", ids: [2]),
        Case(clause: "DAY < date'2024-01-01'", ids: [4, 6]),
        Case(clause: "DAY BETWEEN '2024-05-01' AND '2024-05-02 00:00:00'", ids: [1, 5]),
        Case(clause: "DAY < 0", ids: [6]),
        Case(clause: " \n1\t=\r1 ", ids: [1, 2, 3, 4, 5, 6]),
    ])
    func `find what they say`(row: Case) throws {
        #expect(try Samples.ids(where: row.clause, of: Self.table.get()) == row.ids)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let clause: String
        let words: String
        let position: Int
        var testDescription: String { clause }
    }

    @Test(arguments: [
        Wrong(clause: "   ", words: "empty", position: 1),
        Wrong(clause: "1=1;drop table x", words: "unexpected \";\"", position: 4),
        Wrong(clause: "1=1 --x", words: "AND, OR or the end", position: 5),
        Wrong(clause: "NOPE=1", words: "NOPE is no field", position: 1),
        Wrong(clause: "NAME=", words: "the end", position: 6),
        Wrong(clause: "NAME='x", words: "never closed", position: 6),
        Wrong(clause: "(1=1", words: "closing parenthesis", position: 5),
        Wrong(clause: "1=1)", words: "AND, OR or the end", position: 4),
        Wrong(clause: "CARS", words: "a comparison", position: 5),
        Wrong(clause: "CARS LIKE '1%'", words: "texts only", position: 1),
        Wrong(clause: "NAME LIKE CARS", words: "a pattern", position: 11),
        Wrong(clause: "NAME = 5", words: "cannot be compared", position: 8),
        Wrong(clause: "CARS = 'many'", words: "cannot be compared", position: 8),
        Wrong(clause: "DAY = 'soon'", words: "cannot be compared", position: 7),
        Wrong(clause: "DAY = DATE '2024-02-30'", words: "is no date", position: 12),
        Wrong(clause: "CARS IN ()", words: "a field or a value", position: 10),
        Wrong(clause: "CARS IN (RATE)", words: "only values", position: 10),
        Wrong(clause: "CARS BETWEEN 1 OR 2", words: "AND of BETWEEN", position: 16),
        Wrong(clause: "SLEEP(5)=1", words: "no function", position: 1),
        Wrong(clause: "1=(SELECT 1)", words: "not SELECT", position: 4),
        Wrong(clause: "CARS = 12abc", words: "no number", position: 8),
        Wrong(clause: "CARS = 1e999", words: "no number", position: 8),
        Wrong(clause: "CARS = 99999999999999999999", words: "", position: 0),
        Wrong(clause: "CARS IS 5", words: "NULL", position: 9),
        Wrong(clause: "UPPER(CARS)='1'", words: "texts only", position: 7),
        Wrong(clause: "AND", words: "not AND", position: 1),
        Wrong(clause: "CARS = -'1'", words: "a number", position: 9),
        Wrong(clause: "a\u{0}=1", words: "byte 0", position: 2),
        Wrong(clause: "NAME LIKE 'a' ESCAPE 'xy'", words: "one character", position: 22),
    ])
    func `that cannot be are told where`(row: Wrong) throws {
        let table = try Self.table.get()
        guard !row.words.isEmpty else {
            // Too large for a whole number, but a number all the same.
            #expect(try Samples.ids(where: row.clause, of: table).isEmpty)
            return
        }
        let problem = #expect(throws: WhereProblem.self) { _ = try RowTest(WhereParser.parse(row.clause), table) }
        #expect(problem?.problem.contains(row.words) == true, "\(problem?.problem ?? "")")
        #expect(problem?.position == row.position)
    }

    struct Hostile: CustomTestStringConvertible, Sendable {
        let name: String
        let clause: @Sendable () -> String
        let words: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Hostile(
            name: "a megabyte of parentheses", clause: { String(repeating: "(", count: 1_000_000) },
            words: "deeper than 64"),
        Hostile(
            name: "ten megabytes of them", clause: { String(repeating: "(", count: 10_000_000) },
            words: "at most 1048576"),
        Hostile(name: "NOT without end", clause: { String(repeating: "NOT ", count: 250_000) }, words: "not the end"),
        Hostile(
            name: "OR without end", clause: { String(repeating: "1=1 OR ", count: 140_000) + "1=1" },
            words: "more than 500 comparisons"),
        Hostile(
            name: "nested negations", clause: { String(repeating: "NOT (", count: 200_000) }, words: "deeper than 64"),
        Hostile(
            name: "a pattern without end", clause: { "NAME LIKE '" + String(repeating: "%a", count: 100_000) + "'" },
            words: "at most 1000"),
        Hostile(name: "quotation marks", clause: { String(repeating: "'", count: 999_999) }, words: "never closed"),
        Hostile(
            name: "minus without end", clause: { "CARS=" + String(repeating: "-", count: 900_000) }, words: "a number"),
    ])
    func `without end are refused at once`(row: Hostile) throws {
        let problem = #expect(throws: QueryProblem.self) {
            _ = try Samples.ids(where: row.clause(), of: Self.table.get())
        }
        #expect(problem?.problem.contains(row.words) == true, "\(problem?.problem ?? "")")
        #expect((problem?.problem.utf8.count ?? 0) < 400)
    }

    @Test func `a list may hold as many values as are needed`() throws {
        let list = (0..<100_000).map { "\($0)" }.joined(separator: ",")
        #expect(try Samples.ids(where: "CARS IN (\(list))", of: Self.table.get()) == [1, 2, 5, 6])
    }

    @Test(.ownThread) func `what would take too long over many features is refused`() throws {
        var features: [(JSONValue, (Double, Double)?)] = []
        for index in 0..<50_000 { features.append((["N": .integer(Int64(index))], nil)) }
        let table = try Samples.table(features)
        let clause = Array(repeating: "N = 1", count: 450).joined(separator: " OR ")
        let problem = #expect(throws: QueryProblem.self) { _ = try Samples.ids(where: clause, of: table) }
        #expect(problem?.problem.contains("too many comparisons") == true)
        #expect(try Samples.ids(where: clause, among: [1, 2, 3], of: table) == [2])
    }
}
