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
}
