import FeatureSamples
import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

/// The SQL of standardized queries (developers.arcgis.com, "Standardized SQL functions in ArcGIS Online").
@Suite struct `Standardized queries` {
    private static let table = Result {
        try Samples.read(
            [
                "type": "FeatureCollection",
                "features": .array(
                    [
                        ["NAME": "Main Street", "CARS": 12400, "RATE": 1.5, "DAY": "2024-05-01"],
                        ["NAME": "Bridge Road", "CARS": 8800, "RATE": -2.25, "DAY": "2024-05-02T12:30:15Z"],
                        ["NAME": "  O'Connell ", "CARS": nil, "RATE": 0.25, "DAY": nil],
                        ["NAME": nil, "CARS": -5, "RATE": nil, "DAY": "2023-12-31T23:59:59Z"],
                        ["NAME": "Café Öst", "CARS": 0, "RATE": 1e3, "DAY": "1969-12-31"],
                    ].enumerated().map { index, properties in
                        [
                            "type": "Feature", "id": .integer(Int64(index + 1)), "geometry": nil,
                            "properties": properties as JSONValue,
                        ]
                    }),
            ], fields: [["name": "DAY", "type": "esriFieldTypeDate"]])
    }
    /// 2024-05-02 13:00:00.
    private static let now: Int64 = 1_714_654_800_000

    private func ids(_ clause: String) throws -> [Int64] {
        let table = try Self.table.get()
        let parsed = try WhereParser.parse(clause, at: Self.now)
        return table.objectIDs(of: try parsed.matches(among: table.rows, of: table))
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let clause: String
        let ids: [Int64]
        init(_ clause: String, _ ids: [Int64]) { (self.clause, self.ids) = (clause, ids) }
        var testDescription: String { clause }
    }

    @Test(arguments: [
        // Operators and their order.
        Case("CARS + 1 = 8801", [2]), Case("2 + 3 * 4 = 14", [1, 2, 3, 4, 5]),
        Case("(2 + 3) * 4 = 20 AND CARS > 0", [1, 2]),
        Case("10 - 2 - 3 = 5", [1, 2, 3, 4, 5]), Case("CARS-8800=0", [2]), Case("-CARS = 5", [4]),
        Case("- (CARS + 5) = 0", [4]), Case("7 / 2 = 3", [1, 2, 3, 4, 5]), Case("7 / 2.0 = 3.5", [1, 2, 3, 4, 5]),
        Case("RATE * 2 = 3", [1]), Case("CARS / 2 > RATE * 1000", [1, 2]), Case("(CARS) = (8800)", [2]),
        Case("((CARS + 5)) = 5 OR (NAME IS NULL)", [4, 5]), Case("(CARS = 0 OR CARS = 8800) AND RATE < 0", [2]),
        Case("(CARS + RATE) IS NULL", [3, 4]), Case("CARS BETWEEN 8000 + 800 AND 2 * 4400", [2]),
        Case("CARS IN (8000 + 800, 0)", [2, 5]), Case("(CARS * 2) IN (17600)", [2]),
        // Texts.
        Case("CHAR_LENGTH(NAME) = 11", [1, 2]), Case("CHAR_LENGTH(NAME) = 8", [5]),
        Case("SUBSTRING(NAME, 1, 4) = 'Main'", [1]), Case("SUBSTRING(NAME FROM 8 FOR 4) = 'Road'", [2]),
        Case("SUBSTRING(NAME, 6) = 'Öst'", [5]), Case("SUBSTRING(NAME, 0, 3) = 'Ma'", [1]),
        Case("TRIM(NAME) = 'O''Connell'", [3]), Case("TRIM(LEADING FROM NAME) = 'O''Connell '", [3]),
        Case("TRIM(TRAILING ' ' FROM NAME) = '  O''Connell'", [3]), Case("TRIM(BOTH 't' FROM NAME) LIKE '%Stree'", [1]),
        Case("POSITION('Road' IN NAME) = 8", [2]), Case("POSITION('x' IN NAME) = 0", [1, 2, 3, 5]),
        Case("UPPER(TRIM(NAME)) LIKE 'O%'", [3]), Case("LOWER(SUBSTRING(NAME, 1, 1)) = 'c'", [5]),
        Case("CONCAT(NAME, '!') = 'Café Öst!'", [5]), Case("NAME || '-' || NAME LIKE 'Main%-Main%'", [1]),
        Case("CONCAT('a', 'b', 'c') = 'abc'", [1, 2, 3, 4, 5]),
        // Numbers.
        Case("ABS(CARS) = 5", [4]), Case("CEILING(RATE) = -2", [2]), Case("FLOOR(RATE) = -3", [2]),
        Case("ROUND(RATE, 0) = 2", [1]), Case("ROUND(RATE) = -2", [2]), Case("TRUNCATE(RATE, 1) = -2.2", [2]),
        Case("TRUNCATE(CARS, -3) = 12000", [1]), Case("MOD(CARS, 1000) = 800", [2]), Case("MOD(CARS, 2) = -1", [4]),
        Case("POWER(RATE, 2) = 2.25", [1]), Case("SQRT(CARS + 5) = 0", [4]), Case("LOG10(ABS(RATE)) = 3", [5]),
        Case("SIGN(CARS) = -1", [4]), Case("COS(CARS) = 1", [5]),
        // Dates.
        Case("EXTRACT(YEAR FROM DAY) = 2024", [1, 2]), Case("EXTRACT(MONTH FROM DAY) = 12", [4, 5]),
        Case("EXTRACT(DAY FROM DAY) = 31 AND EXTRACT(HOUR FROM DAY) = 23", [4]),
        Case("EXTRACT(SECOND FROM DAY) = 15 AND EXTRACT(MINUTE FROM DAY) = 30", [2]),
        Case("DAY < CURRENT_TIMESTAMP AND DAY > CURRENT_TIMESTAMP - INTERVAL '1' DAY", [2]),
        Case("DAY > CURRENT_DATE", [2]), Case("DAY >= CURRENT_DATE() - 1", [1, 2]),
        Case("DAY + INTERVAL '1' MONTH = DATE '2024-06-01'", [1]),
        Case("DAY + INTERVAL '2' MONTH = TIMESTAMP '2024-02-29 23:59:59'", [4]),
        Case("DAY + INTERVAL '1-1' YEAR TO MONTH = DATE '1971-01-31'", [5]),
        Case("DAY = TIMESTAMP '2024-05-02 13:00:00' - INTERVAL '29:45' MINUTE TO SECOND", [2]),
        Case("DAY + INTERVAL '0 11:29:45' DAY TO SECOND = DATE '2024-05-03'", [2]),
        Case("INTERVAL '1' SECOND + DAY = DATE '2024-01-01'", [4]), Case("CURRENT_DATE - DAY = 1", [1]),
        // Types.
        Case("CAST(CARS AS VARCHAR(3)) = '124'", [1]), Case("CAST(RATE AS INTEGER) = -2", [2]),
        Case("CAST('8' || '800' AS INT) = CARS", [2]), Case("CAST(RATE AS NUMERIC(5, 1)) = 0.3", [3]),
        Case("CAST(DAY AS DATE) = DATE '2024-05-02'", [2]), Case("CAST('2024-05-01' AS TIMESTAMP) = DAY", [1]),
        Case("CAST(DAY AS CHARACTER VARYING(40)) = '2024-05-02 12:30:15'", [2]),
        Case("CAST(CARS AS DOUBLE PRECISION) / 3 < -1.6", [4]),
        Case("CAST('  8800 ' AS INT) = CARS", [2]), Case("CAST('1e3' AS FLOAT) = RATE", [5]),
        // Choices.
        Case("CASE WHEN CARS > 10000 THEN 'busy' WHEN CARS > 0 THEN 'some' ELSE 'none' END = 'some'", [2]),
        Case("CASE CARS WHEN 0 THEN 1 WHEN -5 THEN 2 END IS NOT NULL", [4, 5]),
        Case("CASE WHEN CARS <> 0 THEN 100 / CARS ELSE 0 END = -20", [4]),
        Case("CASE CARS WHEN NULL THEN 1 ELSE 2 END = 1", []), Case("CASE '8800' WHEN CARS THEN 1 END = 1", [2]),
        Case("CASE NAME WHEN 'Main Street' THEN 1 ELSE CARS END = 1", [1]),
        Case("CASE CARS + 5 WHEN 0 THEN 'a' WHEN RATE - 995 THEN 'b' END IN ('a', 'b')", [4, 5]),
        Case("CARS + 0 NOT BETWEEN 0 AND 9000", [1, 4]), Case("NOT (CARS + 0 BETWEEN NULL AND 9)", [1, 2]),
        Case("COALESCE(NAME, 'nameless') = 'nameless'", [4]), Case("COALESCE(CARS, RATE, 0) = 0.25", [3]),
        Case("NULLIF(CARS, 0) IS NULL", [3, 5]), Case("CARS <> 0 AND 100 / CARS < 0", [4]),
    ])
    func `find what they say`(row: Case) throws {
        #expect(try ids(row.clause) == row.ids)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let clause: String
        let words: String
        init(_ clause: String, _ words: String) { (self.clause, self.words) = (clause, words) }
        var testDescription: String { clause }
    }

    @Test(arguments: [
        Wrong("CARS / 0 = 1", "division by zero"), Wrong("MOD(CARS, 0) = 1", "division by zero"),
        Wrong("POWER(CARS, 900) = 1", "out of range"), Wrong("SQRT(CARS) = 1", "out of range"),
        Wrong("CAST(NAME AS INTEGER) = 1", "\"Main Street\" is no number"),
        Wrong("CAST('1 2' AS INTEGER) = 12", "\"1 2\" is no number"),
        Wrong("CAST('0x10' AS FLOAT) = 16", "\"0x10\" is no number"), Wrong("CARS = '0x10'", "cannot be compared"),
        Wrong("CAST('soon' AS DATE) = DAY", "\"soon\" is no date"), Wrong("NAME + 1 = 2", "+ takes numbers"),
        Wrong("CARS || 'x' = 'x'", "|| joins texts"), Wrong("CHAR_LENGTH(CARS) = 1", "CHAR_LENGTH takes texts"),
        Wrong("EXTRACT(YEAR FROM NAME) = 1", "takes a part of a date"),
        Wrong("EXTRACT(WEEK FROM DAY) = 1", "one of YEAR"),
        Wrong("DAY + INTERVAL 'soon' DAY = DAY", "no interval of DAY"),
        Wrong("INTERVAL '1' DAY = DAY", "added to a date"),
        Wrong("DAY + INTERVAL '1-2' MONTH TO DAY = DAY", "no interval"),
        Wrong("CARS + INTERVAL '1' DAY = 5", "added to a date"), Wrong("MOD(CARS) = 1", "takes 2 values, not 1"),
        Wrong("CASE WHEN CARS > 1 THEN 1 ELSE 'x' END = 1", "of different types"),
        Wrong("CASE CARS THEN 1 END = 1", "WHEN expected"), Wrong("CASE WHEN CARS = 1 THEN 2 = 2", "ELSE or END"),
        Wrong("CAST(CARS AS BLOB) = 1", "a type such as"), Wrong("COALESCE(CARS, NAME) = 1", "of different types"),
        Wrong("ABS(NOPE) = 1", "NOPE is no field"), Wrong("(CARS + 1)", "a comparison expected"),
        Wrong("CARS + = 1", "a field or a value expected"), Wrong("DAY + 1e12 = DAY", "beyond the calendar"),
        Wrong("CARS IN (CARS + 1)", "only values can stand there"),
        Wrong("SUBSTRING(NAME, 1, -1) = ''", "less than no characters"),
    ])
    func `that cannot be are told why`(row: Wrong) throws {
        do {
            _ = try ids(row.clause)
            Issue.record("found something")
        } catch let problem as WhereProblem {
            #expect(problem.problem.contains(row.words), "\(problem.problem)")
        } catch let problem as QueryProblem {
            #expect(problem.problem.contains(row.words), "\(problem.problem)")
        }
    }

    @Test(arguments: [
        (String(repeating: "(", count: 100) + "1" + String(repeating: ")", count: 100) + "=1", "deeper than 64"),
        (String(repeating: "ABS(", count: 100) + "1" + String(repeating: ")", count: 100) + "=1", "deeper than 64"),
        (String(repeating: "CASE WHEN 1=1 THEN ", count: 100) + "1", "deeper than 64"),
        ("0" + String(repeating: "+1", count: 100_000) + "=1", "more than 500 operators"),
        (Array(repeating: "CARS+1=1", count: 501).joined(separator: " OR "), "more than 500"),
    ])
    func `without end are refused at once`(clause: String, words: String) {
        let problem = #expect(throws: WhereProblem.self) { try WhereParser.parse(clause) }
        #expect(problem?.problem.contains(words) == true)
    }

    @Test(.ownThread) func `cost what they work out`() throws {
        let text = String(repeating: "a", count: 4000)
        let table = try Samples.table((0..<200).map { _ in (attributes: ["T": .string(text)], at: nil) })
        let long = Array(repeating: "T", count: 100).joined(separator: " || ")
        let problem = #expect(throws: QueryProblem.self) { try Samples.ids(where: "\(long) = 'x'", of: table) }
        #expect(problem?.problem.contains("too many comparisons for 200 features") == true)
        let many = try Samples.table((0..<50_000).map { (attributes: ["N": .integer(Int64($0))], at: nil) })
        let sum = Array(repeating: "N", count: 450).joined(separator: " + ")
        #expect(throws: QueryProblem.self) { try Samples.ids(where: "\(sum) = 0", of: many) }
    }

    @Test(arguments: [
        String(repeating: "CASE ", count: 60) + "CARS"
            + String(repeating: " WHEN 8800 THEN 8800 WHEN 0 THEN 0 END", count: 60),
        String(repeating: "CASE WHEN ", count: 62) + "CARS"
            + String(repeating: " BETWEEN 1 AND 9000 THEN 8800 END", count: 62),
    ])
    func `work out what they compare once, however deep it stands`(value: String) throws {
        #expect(try ids("\(value) = 8800") == [2])
        let table = try Self.table.get()
        let cars = try #require(table.field("CARS"))
        let having = try HavingClause(parsing: "\(value) = 8800", groups: [cars], of: table)
        let statistics = Statistics(groups: [cars], columns: [.init(kind: .count, field: 0, name: "N")], having: having)
        #expect(try statistics.lines(table.rows, of: table).lines == [[.integer(8800), .integer(1)]])
    }

    /// A random sum of products, as text and as what Swift makes of it; nil is nothing, or a division by zero.
    private struct Sum {
        let text: String
        let value: (Int?) -> Int?

        init(_ depth: Int, _ dice: inout Dice) {
            guard depth > 0, Int.random(in: 0..<5, using: &dice) > 0 else {
                let number = Int.random(in: 0...9, using: &dice)
                let isField = Bool.random(using: &dice)
                text = isField ? "N" : "\(number)"
                value = { isField ? $0 : number }
                return
            }
            let (left, right) = (Sum(depth - 1, &dice), Sum(depth - 1, &dice))
            switch Int.random(in: 0..<7, using: &dice) {
            case 0: (text, value) = ("(\(left.text) + \(right.text))", Self.joined(left, right, &+))
            case 1: (text, value) = ("(\(left.text) - \(right.text))", Self.joined(left, right, &-))
            case 2: (text, value) = ("(\(left.text)) * (\(right.text))", Self.joined(left, right, &*))
            case 3: (text, value) = ("-(\(left.text))", { left.value($0).map { 0 - $0 } })
            case 4: (text, value) = ("ABS(\(left.text))", { left.value($0).map { abs($0) } })
            case 5: (text, value) = ("COALESCE(\(left.text), \(right.text))", { left.value($0) ?? right.value($0) })
            default:
                (text, value) = (
                    "CASE WHEN \(left.text) > 3 THEN \(right.text) ELSE 7 END",
                    { number in left.value(number).map { $0 > 3 } == true ? right.value(number) : 7 }
                )
            }
        }

        private static func joined(_ left: Sum, _ right: Sum, _ join: @escaping (Int, Int) -> Int) -> (Int?) -> Int? {
            { number in left.value(number).flatMap { one in right.value(number).map { join(one, $0) } } }
        }
    }

    @Test(arguments: 0..<20) func `reckon as an oracle does`(round: Int) throws {
        var dice = Dice(round)
        let numbers: [Int?] = [nil, 0, 1, 2, 5, -3]
        // The column is typed by a first row of its own.
        let rows = ([0] + numbers).map { number -> (attributes: JSONValue, at: (Double, Double)?) in
            (["N": number.map { .integer(Int64($0)) } ?? .null], nil)
        }
        let table = try Samples.table(rows)
        for _ in 0..<60 {
            let sum = Sum(4, &dice)
            let bound = Int.random(in: -9...30, using: &dice)
            let found = try Samples.ids(where: "\(sum.text) < \(bound)", of: table).filter { $0 > 1 }
            let expected = numbers.enumerated().filter { sum.value($1).map { $0 < bound } == true }
            #expect(found == expected.map { Int64($0.offset + 2) }, "\(sum.text) < \(bound)")
        }
    }

    @Test func `need to be told the time`() throws {
        let problem = #expect(throws: WhereProblem.self) { try WhereParser.parse("DAY < CURRENT_TIMESTAMP") }
        #expect(problem?.problem.contains("not known") == true)
    }

    @Test func `stand in HAVING too`() throws {
        let table = try Samples.table([
            (["G": "a", "V": 1], nil), (["G": "a", "V": 5], nil), (["G": "b", "V": 2], nil),
        ])
        let group = try #require(table.field("G"))
        let having = try HavingClause(parsing: "SUM(V) / COUNT(*) > 2 AND UPPER(G) = 'A'", groups: [group], of: table)
        let statistics = Statistics(
            groups: [group], columns: [.init(kind: .count, field: 0, name: "N")], having: having)
        #expect(try statistics.lines(table.rows, of: table).lines == [[.text("a"), .integer(2)]])
    }
}
