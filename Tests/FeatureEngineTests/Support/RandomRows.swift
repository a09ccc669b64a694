import FeatureSamples
import JSONValues

@testable import FeatureEngine

/// Tables of random values in which equal ones are frequent, and the ones at which comparisons differ are too.
struct RandomRows {
    var dice: Dice

    /// Texts that are equal in another composition, differ in case only, or begin alike.
    static let words = ["", "a", "A", "ab", "aB", "oak", "Oak", "caf\u{E9}", "cafe\u{301}", "Ä", "a%b", "it''s"]

    /// So many rows with a value or none in each column: I, S, D, W and T.
    mutating func table(_ count: Int) -> FeatureTable {
        let fields = [
            Field(name: "ID", type: .objectID), Field(name: "I", type: .bigInteger),
            Field(name: "S", type: .smallInteger), Field(name: "D", type: .double), Field(name: "W", type: .date),
            Field(name: "T", type: .text),
        ]
        var columns = fields.map { Column($0.type.storage) }
        var id: Int64 = 0
        for _ in 0..<count {
            id += Int64.random(in: 1...3, using: &dice)
            columns[0].append(.integer(id))
            for field in 1..<fields.count { columns[field].append(value(field)) }
        }
        return FeatureTable(fields: fields, objectIDIndex: 0, columns: columns, geometry: nil)
    }

    /// A value of a column, or nothing.
    mutating func value(_ field: Int) -> FieldValue {
        guard Int.random(in: 0..<8, using: &dice) > 0 else { return .null }
        switch field {
        case 1: return .integer(whole())
        case 2: return .integer(Int64.random(in: -3...40, using: &dice))
        case 3: return .number(number())
        case 4: return .integer(Int64.random(in: -20...20, using: &dice) * 86_400_000)
        default:
            let word = Self.words.randomElement(using: &dice) ?? ""
            return .text(Bool.random(using: &dice) ? word : "\(word)\(Int.random(in: 0..<30, using: &dice))")
        }
    }

    /// Whole numbers, of which some are the same as doubles only.
    mutating func whole() -> Int64 {
        let edge: Int64 = 1 << 53
        let far = [edge - 1, edge, edge + 1, edge + 2, -edge, -edge - 1, .max, .max - 1, .min + 1]
        return Int.random(in: 0..<6, using: &dice) > 0
            ? Int64.random(in: -100...100, using: &dice) : far.randomElement(using: &dice) ?? 0
    }

    mutating func number() -> Double {
        let far = [0, -0.0, 9_007_199_254_740_992, 9_007_199_254_740_994, -1e300, 1e300, .leastNonzeroMagnitude]
        return Int.random(in: 0..<6, using: &dice) > 0
            ? Double(Int.random(in: -200...200, using: &dice)) / 2 : far.randomElement(using: &dice) ?? 0
    }

    /// Changes, adds or deletes a random row.
    mutating func edit(_ table: inout FeatureTable) {
        let rows = table.rows
        let field = Int.random(in: 1...5, using: &dice)
        switch (Int.random(in: 0..<4, using: &dice), rows.randomElement(using: &dice)) {
        case (0, let row?): table.delete(row)
        case (1, _), (_, nil):
            _ = table.add(Dictionary(uniqueKeysWithValues: (1...5).map { ($0, value($0)) }), nil)
        case (_, let row?): table.update(row, [field: value(field)], nil)
        }
    }
}

/// Random clauses over the columns of ``RandomRows``.
extension RandomRows {
    mutating func clause(_ depth: Int = 2) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &dice) {
        case 0...2: return compared()
        case 3, 4: return between()
        case 5: return listed()
        case 6: return odd()
        case 7: return ["1 = 1", "T LIKE 'a%'", "T LIKE '%b_'", "D IS NULL"].randomElement(using: &dice) ?? ""
        case 8: return "NOT (\(clause(depth - 1)))"
        case 9: return "(\(clause(depth - 1)) OR \(clause(depth - 1)))"
        default: return "(\(clause(depth - 1)) AND \(clause(depth - 1)))"
        }
    }

    /// A field with a value beside it that it can be compared with.
    private mutating func pair() -> (field: String, literal: String) {
        let field = ["ID", "I", "S", "D", "W", "T"].randomElement(using: &dice) ?? "I"
        return (field, literal(field))
    }

    private mutating func literal(_ field: String) -> String {
        if Int.random(in: 0..<20, using: &dice) == 0 { return "NULL" }
        switch field {
        case "ID": return "\(Int.random(in: -5...1000, using: &dice))"
        case "W":
            let day = Int.random(in: 1...20, using: &dice)
            return [
                "DATE '1970-01-\(day < 10 ? "0" : "")\(day)'", "'1969-12-\(day + 10)'", "\(day * 86_400_000)",
                "\(day * 86_400_000).5",
            ].randomElement(using: &dice) ?? ""
        case "T":
            let word = Self.words.randomElement(using: &dice) ?? ""
            return Bool.random(using: &dice) ? "'\(word)'" : "'\(word)\(Int.random(in: 0..<30, using: &dice))'"
        default:
            let shown = Bool.random(using: &dice) ? "\(whole())" : "\(number())"
            return Int.random(in: 0..<8, using: &dice) > 0 ? shown : "'\(shown)'"
        }
    }

    private mutating func compared() -> String {
        let (field, literal) = pair()
        let symbol = ["=", "=", "<>", "<", "<=", ">", ">="].randomElement(using: &dice) ?? "="
        return Bool.random(using: &dice) ? "\(field) \(symbol) \(literal)" : "\(literal) \(symbol) \(field)"
    }

    private mutating func between() -> String {
        let (field, low) = pair()
        let isNegated = Int.random(in: 0..<5, using: &dice) == 0
        return "\(field) \(isNegated ? "NOT " : "")BETWEEN \(low) AND \(literal(field))"
    }

    private mutating func listed() -> String {
        let field = pair().field
        let list = (0..<Int.random(in: 1...6, using: &dice)).map { _ in literal(field) }.joined(separator: ", ")
        return "\(field) \(Int.random(in: 0..<5, using: &dice) == 0 ? "NOT " : "")IN (\(list))"
    }

    /// What no index answers: values that are worked out, and rows that end the query.
    private mutating func odd() -> String {
        let value = Int.random(in: -3...40, using: &dice)
        return [
            "UPPER(T) = 'OAK\(value)'", "S + 1 = \(value)", "10 / S > 1", "S = 1 / 0", "I = D", "S = \(value) * 1",
            "LOWER(T) LIKE 'oak%'", "CASE WHEN S > 3 THEN 1 ELSE 0 END = 1",
        ].randomElement(using: &dice) ?? ""
    }
}
