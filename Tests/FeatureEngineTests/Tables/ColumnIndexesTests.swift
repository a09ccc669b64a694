import FeatureSamples
import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `The indexes of columns` {
    /// What a clause answers: rows, or why there are none.
    private enum Answer: Equatable {
        case rows([Int])
        case problem(QueryProblem)

        init(_ rows: () throws(QueryProblem) -> [Int]) {
            do { self = .rows(try rows()) } catch { self = .problem(error) }
        }
    }

    /// Asks for every column until each has an index.
    private func askOften(_ table: FeatureTable) {
        for _ in 0...ColumnIndexes.asksBefore {
            for field in table.columns.indices { _ = table.indexes.index(of: field, table.columns[field]) }
        }
    }

    private func expectSame(_ text: String, _ table: FeatureTable) throws {
        let clause = try WhereParser.parse(text)
        let asked = Answer { () throws(QueryProblem) in try clause.matches(of: table) }
        let walked = Answer { () throws(QueryProblem) in try clause.matches(among: table.rows, of: table) }
        #expect(asked == walked, "\(text)")
    }

    private func usesIndex(_ text: String, _ table: FeatureTable) throws -> Bool {
        try RowTest(try WhereParser.parse(text), table).candidates(in: table) != nil
    }

    @Test(.ownThread, arguments: 0..<12) func `answer what a walk through all rows answers`(round: Int) throws {
        var rows = RandomRows(dice: Dice(round))
        var table = rows.table(300)
        askOften(table)
        var used = 0
        for step in 0..<150 {
            let before = table
            for _ in 0..<(step % 10 == 0 ? 4 : 0) { rows.edit(&table) }
            // The indexes of one of the two are of no use to the other where the values differ.
            if step % 50 == 0 { askOften(step % 100 == 0 ? before : table) }
            let text = rows.clause()
            if try usesIndex(text, table) { used += 1 }
            try expectSame(text, table)
            try expectSame(text, before)
        }
        #expect(used > 20, "clauses that an index was of use to")
    }

    @Test(arguments: [
        ("S = 5", true), ("5 >= D AND D > 4.5", true), ("I BETWEEN -3 AND 3", true), ("ID IN (4, 5, 6)", true),
        ("T = 'oak7'", true), ("T IN ('oak7', 'Oak8')", true), ("W = DATE '1970-01-05'", true),
        ("T LIKE '%k%' AND S = 5", true), ("S <> 5", false), ("S = 5 OR S = 6", false), ("NOT S = 5", false),
        ("T > 'oak'", false), ("S > -100", false), ("S + 0 = 5", false), ("S = 5 AND 10 / I < 1", false),
        ("S = NULL", false), ("S = I", false),
    ])
    func `are of use to clauses with few rows`(clause: String, isOfUse: Bool) throws {
        var rows = RandomRows(dice: Dice(1))
        let table = rows.table(2000)
        askOften(table)
        #expect(try usesIndex(clause, table) == isOfUse)
        try expectSame(clause, table)
    }

    @Test func `are made only once they were asked for often`() throws {
        var rows = RandomRows(dice: Dice(2))
        let table = rows.table(2000)
        for _ in 0..<ColumnIndexes.asksBefore { #expect(try !usesIndex("S = 5", table)) }
        #expect(try usesIndex("S = 5", table))
        #expect(table.indexes.made == [2])
        #expect(try usesIndex("ID = 5", table), "the rows stand in the order of their ids")
        #expect(table.indexes.made == [2])
    }

    @Test func `outlive an edit, which is seen, and end with many`() throws {
        var rows = RandomRows(dice: Dice(3))
        var table = rows.table(2000)
        askOften(table)
        let made = table.indexes.made
        let before = table
        table.update(7, [2: .integer(999)], nil)
        let added = table.add([2: .integer(999)], nil)
        let id = try #require(added)
        #expect(try Samples.ids(where: "S = 999", of: table) == table.objectIDs(of: [7]) + [id])
        #expect(try Samples.ids(where: "S = 999", of: before) == [])
        #expect(try usesIndex("S = 999", table))
        table.delete(7)
        #expect(try Samples.ids(where: "S = 999", of: table) == [id])
        #expect(table.indexes.made == made)
        for row in 0..<ColumnIndexes.lateRows(of: 2000) { table.update(row + 10, [2: .integer(998)], nil) }
        #expect(table.indexes.made == [])
        #expect(before.indexes.made == made)
        #expect(try Samples.ids(where: "S = 998 AND ID < 100", of: table).count > 20)
    }

    @Test func `end with added rows that they do not know`() throws {
        var rows = RandomRows(dice: Dice(4))
        var table = rows.table(300)
        askOften(table)
        for _ in 0...ColumnIndexes.lateRows(of: 600) { _ = table.add([2: .integer(999)], nil) }
        #expect(try !usesIndex("S = 5", table))
        #expect(!table.indexes.made.contains(2))
    }

    @Test func `end with the fields`() throws {
        var rows = RandomRows(dice: Dice(5))
        var table = rows.table(300)
        askOften(table)
        try table.remove(field: "I")
        #expect(table.indexes.made == [])
        try expectSame("S = 5", table)
        askOften(table)
        try table.add(field: ["name": "Z", "type": "esriFieldTypeInteger", "defaultValue": 5])
        #expect(table.indexes.made == [])
        askOften(table)
        try expectSame("Z = 5", table)
    }

    @Test func `are of so many columns at most, the ones that were asked for last`() throws {
        let fields = 1...ColumnIndexes.maximum + 1
        let row = JSONValue.object(Dictionary(uniqueKeysWithValues: fields.map { ("F\($0)", .integer(Int64($0))) }))
        let table = try Samples.table(Array(repeating: (attributes: row, at: nil), count: 300))
        for number in fields {
            let field = try #require(table.field("F\(number)"))
            for _ in 0...ColumnIndexes.asksBefore { _ = table.indexes.index(of: field, table.columns[field]) }
        }
        #expect(table.indexes.made.count == ColumnIndexes.maximum)
        #expect(try !table.indexes.made.contains(#require(table.field("F1"))))
    }

    /// The limits of a query do not depend on whether there is an index.
    @Test(arguments: [
        "(\((1...200).map { "T = '\($0)'" }.joined(separator: " OR "))) AND N = 3", "1 / (N - 7) > 0 AND N = 3",
        "N = 3 AND 1 / (M - 1) > 0", "N = 1 / 0",
    ])
    func `refuse what a walk refuses`(clause: String) throws {
        let text = JSONValue.string(String(repeating: "a", count: 4000))
        let table = try Samples.table(
            (0..<420).map { (attributes: ["N": .integer($0), "M": $0 == 3 ? 1 : 2, "T": text], at: nil) })
        askOften(table)
        #expect(try usesIndex("N = 3", table))
        try expectSame(clause, table)
        #expect(throws: QueryProblem.self) { try Samples.ids(where: clause, of: table) }
    }
}
