import FixtureFiles
import JSONValues
import Testing

@testable import StructuredText

@Suite("Places in documents") struct DocumentPlaceTests {
    static let yaml = DocumentText(
        """
        # A portal.
        title: Täglich
        portal:
          tokens: { lifetime: 5m, "a.b": 1 }
        client:
          - connect: {}
          -
            request:
              url: x
        """, source: "a.yaml")
    static let json = DocumentText(
        """
        {"title": "Täglich", "portal": {
          "tokens": {"lifetime": "5m", "a.b": 1}},
         "client": [{"connect": {}},
          {"request": {"url": "x", "esc\\"aped": [1, [2]]}}]}
        """, source: "a.json")

    struct Case: CustomTestStringConvertible, Sendable {
        let path: String
        var code = DocumentError.Code.wrongType
        let yaml: String?
        let json: String?
        var testDescription: String { "\(path) \(code.rawValue)" }
    }

    @Test(arguments: [
        Case(path: "", yaml: "2:1", json: "1:1"),
        Case(path: "title", yaml: "2:8", json: "1:11"),
        Case(path: "title", code: .unknownKey, yaml: "2:1", json: "1:2"),
        Case(path: "portal", yaml: "3:1", json: "1:22"),
        Case(path: "portal.tokens.lifetime", yaml: "4:23", json: "2:26"),
        Case(path: "portal.tokens.lifetime", code: .unknownKey, yaml: "4:13", json: "2:14"),
        Case(path: "portal.tokens.a.b", yaml: "4:34", json: "2:39"),
        Case(path: "portal.tokens.maximum", code: .missingKey, yaml: "4:3", json: "2:3"),
        Case(path: "portal.tok", yaml: "3:1", json: "1:22"),
        Case(path: "client", yaml: "5:1", json: "3:2"),
        Case(path: "client[0]", yaml: "6:5", json: "3:13"),
        Case(path: "client[1].request", yaml: "8:5", json: "4:4"),
        Case(path: "client[1].request.url", yaml: "9:12", json: "4:23"),
        Case(path: "client[7].request", yaml: "5:1", json: "3:2"),
        Case(path: "catalogue", code: .missingKey, yaml: "2:1", json: "1:1"),
        Case(path: "elsewhere.x", yaml: nil, json: nil),
    ])
    func `follow the key path of an error`(row: Case) {
        #expect(Self.yaml.place(of: row.path, code: row.code)?.description == row.yaml)
        #expect(Self.json.place(of: row.path, code: row.code)?.description == row.json)
    }

    @Test func `elements of lists in lists are found`() {
        #expect(Self.json.place(of: "client[1].request.esc\"aped[1][0]") == SourcePlace(line: 4, column: 46))
    }

    @Test func `an error about the document gains its place, one about another keeps what it has`() throws {
        let own = try #require(throws: DocumentError.self) {
            try Self.yaml.placing { () throws(DocumentError) in
                throw DocumentError(.wrongType, source: "a.yaml", keyPath: "title", problem: "is odd")
            }
        }
        #expect(own.description == "a.yaml:2:8: title: is odd")
        let other = Self.yaml.placed(DocumentError(.wrongType, source: "b.yaml", keyPath: "title", problem: "is odd"))
        #expect(other.description == "b.yaml: title: is odd")
        #expect(Self.yaml.placed(own.placed(at: SourcePlace(line: 9, column: 9))).place?.line == 9)
    }

    @Test func `an error about a file of a tree gains its place, and the ending that the file has`() throws {
        let tree = FixtureTree.embedded.replacing("Fixtures/world", with: ["users.yml": Array("users:\n  - x\n".utf8)])
        let error = try #require(throws: DocumentError.self) {
            try tree.placing { () throws(DocumentError) in
                throw DocumentError(
                    .wrongType, source: "Fixtures/world/users.json", keyPath: "users[0]", problem: "is odd")
            }
        }
        #expect(error.description == "Fixtures/world/users.yml:2:5: users[0]: is odd")
    }

    @Test func `columns count code points, and lines end with LF, CR or both`() {
        let text = Array("a\r\nb\rc\né😀x".utf8)
        #expect(SourcePlace(of: text.count - 1, in: text).description == "4:3")
        #expect(SourcePlace(of: 3, in: text).description == "2:1")
        #expect(SourcePlace(of: 0, in: []).description == "1:1")
        let marked = Array("\u{FEFF}ab".utf8)
        #expect(SourcePlace(of: 4, in: marked).description == "1:2")
    }
}
