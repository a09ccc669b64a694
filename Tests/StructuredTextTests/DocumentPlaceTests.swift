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

    @Test(arguments: [yaml, json]) func `many errors gain the places that each gains alone`(text: DocumentText) {
        let paths = [
            "client[1].request.url", "", "title", "portal.tokens.a.b", "portal.tok", "portal.tokens", "portal",
            "client[7].request", "elsewhere.x", "client[0]", "client", "title", "titles", "tit",
        ]
        let codes: [DocumentError.Code] = [.wrongType, .unknownKey, .missingKey]
        let errors = paths.flatMap { path in
            codes.map { DocumentError($0, source: text.source, keyPath: path, problem: "is odd") }
        }
        #expect(text.placed(errors) == errors.map { text.placed($0) })
        #expect(text.placed(errors).filter { $0.place != nil }.count > errors.count / 2)
    }

    @Test func `names that begin as others do are told apart`() {
        let text = DocumentText(#"{"ab": 1, "a-b": 2, "a": {"b": 3}, "a.b": 4, "": {"ab": 5}}"#, source: "a.json")
        let found = ["ab", "a-b", "a.b", "a", "a.c"].map { path in
            text.place(of: path, code: .unknownKey)?.column
        }
        #expect(found == [2, 11, 27, 21, 21])
        let errors = ["a", "ab", "a.b", "a-b"].map {
            DocumentError(.unknownKey, source: "a.json", keyPath: $0, problem: "is odd")
        }
        #expect(text.placed(errors).map { $0.place?.column } == [21, 2, 27, 11])
    }

    /// A text of many entries of two lines, each with a key that nothing reads; to read it once for each of them takes long.
    struct Long: CustomTestStringConvertible, Sendable {
        static let count = 4_000
        let testDescription: String
        let text: DocumentText
    }

    @Test(arguments: [
        Long(
            testDescription: "YAML",
            text: DocumentText(
                (0..<Long.count).map { "- id: \($0)\n  ttle: x\n" }.joined(), source: "a.yaml")),
        Long(
            testDescription: "JSON",
            text: DocumentText(
                "[\n" + (0..<Long.count).map { #"{"id": \#($0),"# + "\n" + #" "ttle": "x"}"# }.joined(separator: ",\n")
                    + "]", source: "a.json")),
    ])
    func `one reading of a text finds the places of all errors about it`(row: Long) {
        let errors = (0..<Long.count).map {
            DocumentError(.unknownKey, source: row.text.source, keyPath: "[\($0)].ttle", problem: "is odd")
        }
        let places = row.text.placed(errors).compactMap(\.place)
        let isJSON = row.text.source == "a.json"
        #expect(
            places == (0..<Long.count).map { SourcePlace(line: 2 * $0 + (isJSON ? 3 : 2), column: isJSON ? 2 : 3) })
    }

    @Test func `errors about the files of a tree gain their places, in their order`() {
        let tree = FixtureTree.embedded.replacing(
            "Fixtures/world",
            with: [
                "users.yml": Array("users:\n  - x\n".utf8), "groups.json": Array(#"{"groups": 1}"#.utf8),
                "roads.geojson": Array(#"{"type": 1}"#.utf8), "ways.geojson": Array("{\n?}".utf8),
            ])
        let errors = [
            ("users.json", "users[0]"), ("groups.json", "groups"), ("nowhere.json", "x"), ("ways.geojson", "type"),
            ("roads.geojson", "type"), ("users.json", "users"),
        ].map { file, path in
            DocumentError(.wrongType, source: "Fixtures/world/\(file)", keyPath: path, problem: "is odd")
        }
        let placed = tree.placed(errors)
        #expect(placed == errors.map { tree.placed($0) })
        #expect(
            placed.map { "\($0.source.dropFirst("Fixtures/world/".count)) \($0.place?.description ?? "-")" } == [
                "users.yml 2:5", "groups.json 1:12", "nowhere.json -", "ways.geojson 2:1", "roads.geojson 1:10",
                "users.yml 1:1",
            ])
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
