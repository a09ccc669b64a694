import JSONValues
import Testing

@testable import StructuredText

@Suite("YAML values") struct YAMLValueTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let value: JSONValue
        var testDescription: String { text }
        init(_ text: String, _ value: JSONValue) {
            self.text = text
            self.value = value
        }
    }

    @Test(arguments: [
        Case("", .null), Case("~", .null), Case("null", .null), Case("Null", .null), Case("NULL", .null),
        Case("true", true), Case("True", true), Case("TRUE", true), Case("false", false), Case("FALSE", false),
        Case("yes", "yes"), Case("no", "no"), Case("on", "on"), Case("off", "off"), Case("tRUE", "tRUE"),
        Case("0", 0), Case("-7", -7), Case("+7", 7), Case("007", 7), Case("0x1F", 31), Case("0o17", 15),
        Case("0x", "0x"), Case("0x+1", "0x+1"), Case("0o8", "0o8"), Case("0b1", "0b1"), Case("1_000", "1_000"),
        Case("1.5", 1.5), Case("1.", 1), Case(".5", 0.5), Case("-.5", -0.5), Case("1e3", 1000), Case("1E-1", 0.1),
        Case("+", "+"), Case(".", "."), Case("1e", "1e"), Case("e3", "e3"), Case("1.2.3", "1.2.3"),
        Case("9223372036854775807", .integer(.max)), Case("9223372036854775808", .number(9_223_372_036_854_775_808)),
        Case("1e999", "1e999"), Case(".inf", ".inf"), Case(".nan", ".nan"), Case("12:30", "12:30"), Case("5m", "5m"),
        Case("2024-01-01", "2024-01-01"), Case("١", "١"), Case("token#1", "token#1"), Case("a b", "a b"),
        Case("\"1\"", "1"), Case("'true'", "true"), Case("\"\\u00e9\\x41\\n\"", "éA\n"), Case("'it''s'", "it's"),
        Case("|\n  one\n  two\n", "one\ntwo\n"), Case(">-\n  one\n  two\n", "one two"),
        Case("[1, [a], {}]", [1, ["a"], [:]]),
        Case("\n  b: 1\n  c: [x]", ["b": 1, "c": ["x"]]), Case("\n- 1\n- x: y", [1, ["x": "y"]]),
    ])
    func `follow the core schema of YAML 1_2`(row: Case) throws {
        #expect(try DocumentText("a: " + row.text, source: "a.yaml").value() == .object(["a": row.value]))
    }

    @Test func `an empty text is an empty object`() throws {
        for text in ["", "# nothing\n", "\u{FEFF}"] {
            #expect(try DocumentText(text, source: "a.yaml").value() == [:])
        }
    }

    @Test func `line ends and a byte order mark make no difference`() throws {
        let text = "a: 1\nb:\n  - x\n  - |\n    one\n    two\n"
        let value: JSONValue = ["a": 1, "b": ["x", "one\ntwo\n"]]
        #expect(try DocumentText(text, source: "a.yaml").value() == value)
        #expect(try DocumentText(text.replacing("\n", with: "\r\n"), source: "a.yaml").value() == value)
        #expect(try DocumentText("\u{FEFF}" + text, source: "a.yaml").value() == value)
    }

    @Test func `JSON is read whatever the file is called`() throws {
        let text = #"{"a": "\ud83d\ude00 \/", "b": [1.0, null]}"#
        for source in ["a.json", "a.yaml", "a.yml", "profile"] {
            #expect(try DocumentText(text, source: source).value() == ["a": "😀 /", "b": [1, .null]])
        }
    }

    @Test func `flow style is no JSON`() throws {
        #expect(try DocumentText("{preset: token}", source: "a.yaml").value() == ["preset": "token"])
        #expect(throws: DocumentError.self) { try DocumentText("{preset: token}", source: "a.json").value() }
        #expect(throws: DocumentError.self) { try DocumentText("preset: token", source: "a.json").value() }
    }
}
