import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Fields` {
    @Test func `a single takes no number that is too large for it`() throws {
        let field = Field(name: "S", type: .single)
        #expect(throws: DataProblem.self) { try field.value(from: 1e39) }
        #expect(try field.value(from: 3e38) == .number(3e38))
    }

    @Test func `a length counts the characters of a text, not its bytes`() throws {
        let field = Field(name: "T", type: .text, length: 4)
        #expect(try field.value(from: "äöü€") == .text("äöü€"))
        #expect(try field.value(from: "🌳🌳🌳🌳") == .text("🌳🌳🌳🌳"))
        #expect(throws: DataProblem("a text of 5 characters, where 4 fit")) { try field.value(from: "äöü€x") }
        // A letter and its mark are two, as for CHAR_LENGTH.
        #expect(throws: DataProblem("a text of 5 characters, where 4 fit")) { try field.value(from: "Bäum\u{308}") }
    }

    @Test func `a length may be lowered to the characters of the longest text`() throws {
        var table = try FeatureTable.empty(
            fields: [["name": "T", "type": "esriFieldTypeString", "length": 9]], objectIDField: nil, geometry: nil)
        _ = LayerEdits(adds: [["attributes": ["T": "äöü"]]]).attempt(
            on: &table, reference: .wgs84, limits: EditLimits(features: 100, bytes: 1 << 20))
        try table.change(field: "T", ["length": 3])
        #expect(throws: DataProblem("2 is less than the 3 characters of a text that is there", at: "length")) {
            try table.change(field: "T", ["length": 2])
        }
    }

    @Test func `several change together or not at all, each once`() throws {
        var table = try FeatureTable.empty(
            fields: [["name": "A", "type": "esriFieldTypeString"], ["name": "B", "type": "esriFieldTypeString"]],
            objectIDField: nil, geometry: nil)
        try table.change(fields: [["name": "A", "length": 5], ["name": "B", "alias": "Second"]])
        let changed = table.fields.map(\.document)
        #expect(changed[1]["length"] == 5 && changed[2]["alias"] == "Second")
        let wrong: [(documents: [JSONValue], problem: String)] = [
            ([["name": "A", "length": 6], ["name": "a", "length": 7]], "stands there twice: \"a\""),
            ([["name": "A", "length": 6], ["name": "C"]], "there is no field \"C\""),
        ]
        for (documents, words) in wrong {
            let problem = DataProblem(words, at: "fields[1].name")
            #expect(throws: problem) { try table.change(fields: documents) }
            #expect(table.fields.map(\.document) == changed)
        }
    }

    @Test func `are no more than a layer has room for their values`() throws {
        let rows = ReadingBound.maximumValues / 3
        var table = FeatureTable(
            fields: [Field(name: "OBJECTID", type: .objectID)], objectIDIndex: 0,
            columns: [.integers((1...rows).map { Int64($0) })], geometry: nil)
        for name in ["A", "B"] { try table.add(field: ["name": .string(name), "type": "esriFieldTypeInteger"]) }
        let problem = #expect(throws: DataProblem.self) {
            try table.add(field: ["name": "C", "type": "esriFieldTypeInteger"])
        }
        #expect(problem?.problem.contains("more than \(ReadingBound.maximumValues) values") == true)
        #expect(table.fields.count == 3)
    }
}
