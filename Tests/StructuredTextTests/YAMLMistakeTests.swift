import JSONValues
import Testing

@testable import StructuredText

@Suite("Mistakes in documents") struct YAMLMistakeTests {
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var source = "a.yaml"
        let text: String
        let told: String
    }

    @Test(arguments: [
        Mistake(
            testDescription: "a key twice", text: "a: 1\nb: 2\na: 3",
            told: "a.yaml:3:1: the key \"a\" stands there twice; the first is in line 1, column 1"),
        Mistake(
            testDescription: "a key twice in an object", text: "a:\n  b: 1\n  \"b\": 2",
            told: "a.yaml:3:3: the key \"b\" stands there twice; the first is in line 2, column 3"),
        Mistake(
            testDescription: "a member twice", source: "a.json", text: "{\"a\": 1,\n \"a\": 2}",
            told: "a.json:2:2: is no JSON: the member \"a\" a second time; the first is in line 1, column 2"),
        Mistake(
            testDescription: "a tab", text: "a:\n\tb: 1",
            told: "a.yaml:2:1: is no YAML: the line is indented with a tab; indent with blanks"),
        Mistake(
            testDescription: "a key indented otherwise", text: "a: 1\n b: 2",
            told: "a.yaml:2:3: is no YAML: a colon and a blank stand where no key can be"),
        Mistake(
            testDescription: "a key that is not indented enough", text: "a:\n    b: 1\n  c: 2",
            told:
                "a.yaml:3:3: is no YAML: the line is indented otherwise than the other keys of its object that begins in line"
        ),
        Mistake(
            testDescription: "a colon in a text", text: "title: Digest: stale",
            told: "a.yaml:1:14: is no YAML: a colon and a blank stand where no key can be"),
        Mistake(
            testDescription: "a list that is not closed", text: "a: [1, 2\nb: 3",
            told: "is no YAML: a comma or the closing ] of the list that begins in line 1 is missing"),
        Mistake(
            testDescription: "an object that is not closed", text: "a: {b: 1\n",
            told: "is no YAML: a comma or the closing } of the object that begins in line 1 is missing"),
        Mistake(
            testDescription: "quotation marks that are not closed", text: "a: 1\nb: \"x\n",
            told: "is no YAML: a text in quotation marks that begins in line 2 is not closed"),
        Mistake(
            testDescription: "a reserved character", text: "a: @home",
            told: "a.yaml:1:4: is no YAML: a text cannot begin with this character; put the text in quotation marks"),
        Mistake(
            testDescription: "a line without a colon", text: "a: 1\nb\n", told: "is no YAML: a key without a colon"),
        Mistake(testDescription: "an anchor", text: "a: &x 1", told: "a.yaml:1:4: anchors (&name) and aliases (*name)"),
        Mistake(testDescription: "an alias", text: "a: *x", told: "a.yaml:1:4: anchors (&name) and aliases (*name)"),
        Mistake(testDescription: "an alias as key", text: "*x : 1", told: "a.yaml:1:1: anchors (&name)"),
        Mistake(testDescription: "a tag", text: "a: !!str 1", told: "a.yaml:1:4: tags (!name) are not read"),
        Mistake(testDescription: "a merge key", text: "a:\n  <<: 1", told: "a.yaml:2:3: merge keys (<<) are not read"),
        Mistake(testDescription: "a key that is a list", text: "? [a]\n: 1", told: "a.yaml:1:3: a key is no text"),
        Mistake(
            testDescription: "two documents", text: "a: 1\n---\nb: 2",
            told: "a.yaml:2:1: a second document begins here (---); a file holds one"),
        Mistake(
            testDescription: "a control character", text: "a: 1\nb: é\u{7}",
            told: "a.yaml:2:5: is no YAML: control characters are not allowed"),
        Mistake(
            testDescription: "a null character", text: "a: 1\nb: \0",
            told: "a.yaml:2:4: is no YAML: control characters are not allowed"),
        Mistake(
            testDescription: "an open object of JSON", source: "a.json", text: "{\n  \"é\": x}",
            told: "a.json:2:8: is no JSON: unexpected \"x\""),
        Mistake(
            testDescription: "nothing as JSON", source: "a.json", text: "",
            told: "a.json: is no JSON: the text is empty"),
        Mistake(
            testDescription: "JSON in a file of another name", source: "profile", text: "{\n\"a\": x}",
            told: "profile:2:6: is no JSON"),
    ])
    func `are told with file, line and column, and with what to do`(row: Mistake) throws {
        let error = try #require(throws: DocumentError.self) { try DocumentText(row.text, source: row.source).value() }
        #expect(error.code == .malformed)
        #expect(error.description.contains(row.told), "\(error.description)")
    }

    @Test func `bytes that are no UTF-8 are refused where they stand`() throws {
        let broken = try #require(throws: DocumentError.self) {
            try DocumentText(Array("a: 1\nb: ".utf8) + [0xFF], source: "a.yaml").value()
        }
        #expect(broken.description == "a.yaml:2:4: holds a byte that is not UTF-8; save it as UTF-8")
        let wide = try #require(throws: DocumentError.self) {
            try DocumentText([0xFF, 0xFE, 0x61, 0x00], source: "a.yaml").value()
        }
        #expect(wide.description == "a.yaml:1:1: is written in UTF-16; save it as UTF-8")
    }

    @Test func `marks without an end are refused where they stand, in a value and in a key`() throws {
        let most = "e" + String(repeating: "\u{301}", count: 100)
        #expect(throws: Never.self) { try DocumentText("\(most): \(most)", source: "a.yaml").value() }
        for (text, place) in [("a: 1\nb: \(most)\u{301}", "2:4"), ("a: 1\n\"\(most)\u{301}\": 1", "2:1")] {
            let error = try #require(throws: DocumentError.self) { try DocumentText(text, source: "a.yaml").value() }
            #expect(error.description == "a.yaml:\(place): a text has more than 100 combining marks in a row")
        }
    }

    @Test func `nesting is bounded, however it is written`() throws {
        let flow = String(repeating: "[", count: 100_000)
        let block = String(repeating: "- ", count: 100_000)
        let objects = (0..<70).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        for text in [flow, "a: " + flow, block, objects] {
            let error = try #require(throws: DocumentError.self) { try DocumentText(text, source: "a.yaml").value() }
            #expect(error.problem == "nested deeper than 64 levels")
        }
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try DocumentText("# YAML\n" + deepest, source: "a.yaml").value() }
    }

    @Test func `aliases that multiply are refused before anything is made of them`() throws {
        let names = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        var text = "a: &a [x]\n"
        for (lower, upper) in zip(names, names.dropFirst()) {
            text += "\(upper): &\(upper) [\([String](repeating: "*\(lower)", count: 9).joined(separator: ","))]\n"
        }
        let error = try #require(throws: DocumentError.self) { try DocumentText(text, source: "a.yaml").value() }
        #expect(error.place == SourcePlace(line: 1, column: 4))
    }

    @Test func `a document that is too large is refused before it is read`() throws {
        let text = [UInt8](repeating: UInt8(ascii: " "), count: YAMLComposer.maximumSize + 1)
        let error = try #require(throws: DocumentError.self) { try DocumentText(text, source: "a.yaml").value() }
        #expect(error.description == "a.yaml: is larger than 16 MiB; write a document of that size as JSON")
    }
}
