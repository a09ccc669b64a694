import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

/// Random clauses, printed as SQL and judged a second time by an evaluator that shares nothing with the first.
@Suite struct `Where clauses against an oracle` {
    private static let words = ["a", "b", "ab", "a%b", "_", "", "Ä", "aab"]

    /// A clause as text, with its own evaluation; nil is unknown.
    private struct Sample {
        let text: String
        let holds: ([String: JSONValue]) -> Bool?
    }

    private static func sample(_ depth: Int, _ dice: inout Dice) -> Sample {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &dice) {
        case 0, 1: numbers(&dice)
        case 2: texts(&dice)
        case 3: like(&dice)
        case 4: list(&dice)
        case 5: null(&dice)
        case 6: not(sample(depth - 1, &dice))
        case 7: joined("AND", sample(depth - 1, &dice), sample(depth - 1, &dice), unlessFalse: true)
        default: joined("OR", sample(depth - 1, &dice), sample(depth - 1, &dice), unlessFalse: false)
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let value)?: Double(value)
        case .number(let value)?: value
        default: nil
        }
    }

    private static func numbers(_ dice: inout Dice) -> Sample {
        let field = ["N", "R"].randomElement(using: &dice) ?? "N"
        let value = Int.random(in: -2...3, using: &dice)
        let symbol = ["=", "<>", "<", "<=", ">", ">="].randomElement(using: &dice) ?? "="
        return Sample(text: "\(field) \(symbol) \(value)") { row in
            guard let left = number(row[field]) else { return nil }
            let right = Double(value)
            return [
                "=": left == right, "<>": left != right, "<": left < right, "<=": left <= right, ">": left > right,
                ">=": left >= right,
            ][symbol]
        }
    }

    private static func texts(_ dice: inout Dice) -> Sample {
        let word = words.randomElement(using: &dice) ?? ""
        let isEqual = Bool.random(using: &dice)
        return Sample(text: "t \(isEqual ? "=" : "<>") '\(word)'") { row in
            row["T"]?.string.map { ($0 == word) == isEqual }
        }
    }

    private static func like(_ dice: inout Dice) -> Sample {
        var pattern = ""
        for _ in 0..<Int.random(in: 0...5, using: &dice) {
            pattern += ["a", "b", "%", "_", "Ä"].randomElement(using: &dice) ?? ""
        }
        return Sample(text: "T LIKE '\(pattern)'") { row in
            row["T"]?.string.map { matches(Array($0.unicodeScalars)[...], Array(pattern.unicodeScalars)[...]) }
        }
    }

    /// LIKE by its definition.
    private static func matches(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "%" {
            return (0...text.count).contains { matches(text.dropFirst($0), pattern.dropFirst()) }
        }
        guard let character = text.first, first == "_" || first == character else { return false }
        return matches(text.dropFirst(), pattern.dropFirst())
    }

    private static func list(_ dice: inout Dice) -> Sample {
        let values = (0..<Int.random(in: 1...3, using: &dice)).map { _ in Int.random(in: -2...3, using: &dice) }
        let isNegated = Bool.random(using: &dice)
        let shown = values.map { "\($0)" }.joined(separator: ", ")
        return Sample(text: "R \(isNegated ? "NOT " : "")IN (\(shown))") { row in
            number(row["R"]).map { value in values.contains { Double($0) == value } != isNegated }
        }
    }

    private static func null(_ dice: inout Dice) -> Sample {
        let field = ["N", "R", "T"].randomElement(using: &dice) ?? "N"
        let isNegated = Bool.random(using: &dice)
        return Sample(text: "\(field) IS \(isNegated ? "NOT " : "")NULL") { row in
            (row[field]?.isNull ?? true) != isNegated
        }
    }

    private static func not(_ inner: Sample) -> Sample {
        Sample(text: "NOT (\(inner.text))") { row in inner.holds(row).map { !$0 } }
    }

    private static func joined(_ word: String, _ left: Sample, _ right: Sample, unlessFalse: Bool) -> Sample {
        Sample(text: "(\(left.text)) \(word) (\(right.text))") { row in
            let (left, right) = (left.holds(row), right.holds(row))
            if left == !unlessFalse || right == !unlessFalse { return !unlessFalse }
            return left == nil || right == nil ? nil : unlessFalse
        }
    }

    @Test(arguments: 0..<20) func `agree on every row`(round: Int) throws {
        var dice = Dice(round)
        let rows: [[String: JSONValue]] = (0..<40).map { _ in
            [
                "N": Bool.random(using: &dice) ? .integer(Int64.random(in: -2...3, using: &dice)) : .null,
                "R": Int.random(in: 0..<4, using: &dice) > 0
                    ? .number(Double(Int.random(in: -4...6, using: &dice)) / 2) : .null,
                "T": words(&dice),
            ]
        }
        // Columns are typed by a first row of their own.
        let table = try Samples.table(
            [(["N": 0, "R": 0.5, "T": "x"], nil)] + rows.map { (JSONValue.object($0), nil) })
        for _ in 0..<100 {
            let sample = Self.sample(4, &dice)
            let expected = rows.enumerated().filter { sample.holds($1) == true }.map { Int64($0.offset + 2) }
            let found = try Samples.ids(where: sample.text, of: table).filter { $0 > 1 }
            #expect(found == expected, "\(sample.text)")
        }
    }

    private func words(_ dice: inout Dice) -> JSONValue {
        Int.random(in: 0..<4, using: &dice) > 0 ? .string(Self.words.randomElement(using: &dice) ?? "") : .null
    }

    /// Any bytes are a clause or a problem with few words, never a crash.
    @Test(arguments: 0..<10) func `take what is no clause at all`(round: Int) throws {
        var dice = Dice(1000 + round)
        let table = try Samples.table([(["N": 1, "T": "a"], nil)])
        let tokens = [
            "N", "T", "(", ")", "=", "<", ">", "'", "''", "\"", "AND", "OR", "NOT", "LIKE", "IN", "IS", "NULL",
            "BETWEEN",
            "CASE", "WHEN", "THEN", "ELSE", "END", "*", "/", "||", "--", "ABS(", "SUBSTRING(", "TRIM(", "POSITION(",
            "CAST(", "AS", "VARCHAR(3)", "EXTRACT(", "YEAR", "FROM", "INTERVAL", "DAY", "TO", "COALESCE(",
            "CURRENT_TIMESTAMP", "1", "-", "+", ".", "1e", "DATE", "UPPER", ",", " ", "%", "\\", "\u{0}", "é", ";", "!",
            "ESCAPE",
        ]
        for _ in 0..<500 {
            var clause = ""
            for _ in 0..<Int.random(in: 0...12, using: &dice) {
                clause += (tokens.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? " " : "")
            }
            do {
                _ = try Samples.ids(where: clause, of: table)
            } catch {
                #expect(!error.problem.isEmpty && error.problem.utf8.count < 400, "\(clause)")
            }
        }
    }
}
