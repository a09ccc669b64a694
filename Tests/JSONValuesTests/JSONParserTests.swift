import JSONValues
import Testing

@Suite("JSON parser") struct JSONParserTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let value: JSONValue?
        var testDescription: String { text }
        init(_ text: String, _ value: JSONValue?) {
            self.text = text
            self.value = value
        }
    }

    @Test(arguments: [
        Case(" \t\r\n{ \"a\" : [ ] , \"b\" : { } } \n", ["a": [], "b": [:]]),
        Case(#"{"a":1,"a":2}"#, ["a": 2]),
        Case(#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        Case(#""\u0041\u00e9\uD83D\uDE00""#, "Aé😀"),
        Case("\"é😀\"", "é😀"),
        Case("-0", 0), Case("1.0", 1), Case("1e3", 1000), Case("-2.5E-1", -0.25),
        Case("9223372036854775807", .integer(.max)), Case("9223372036854775808", .number(9_223_372_036_854_775_808)),
        Case("01", nil), Case("-", nil), Case("1.", nil), Case(".5", nil), Case("1e", nil), Case("1e999", nil),
        Case("+1", nil),
        Case("NaN", nil), Case("nul", nil), Case("nullx", nil), Case("tru", nil), Case("[1,]", nil), Case("[1 2]", nil),
        Case("{,}", nil), Case("{\"a\"}", nil), Case("{\"a\":1,}", nil), Case("{a:1}", nil), Case("[", nil),
        Case("]", nil),
        Case("{} {}", nil), Case("\"a", nil), Case("\"a\nb\"", nil), Case(#""\x""#, nil), Case(#""\u12g4""#, nil),
        Case(#""\u12"#, nil), Case(#""\uD83D""#, nil), Case(#""\uDE00\uD83D""#, nil), Case(#""\uD83Dx""#, nil),
        Case("'a'", nil),
        Case("// x\n1", nil), Case("\u{FEFF}\u{FEFF}1", nil), Case(" ", nil),
    ])
    func `reads what RFC 8259 allows and nothing else`(row: Case) {
        #expect((try? JSONValue(parsing: row.text)) == row.value)
    }

    @Test(arguments: ["\u{301}", #"\u0301"#]) func `marks without an end are refused where they stand`(mark: String) {
        let most = String(repeating: mark, count: 100)
        #expect((try? JSONValue(parsing: "[\"e\(most)\", \"e\(most)\"]")) != nil)
        let error = #expect(throws: JSONTextError.self) { try JSONValue(parsing: "{\n\"e\(most)\(mark)\": 1}") }
        #expect(error?.description.contains("a string has more than 100 combining marks in a row") == true)
        #expect(error?.description.contains("line 2") == true)
    }

    @Test(arguments: ["\u{301}", #"\u0301"#])
    func `marks without an end are replaced in a text of our own`(mark: String) throws {
        let text = "e" + String(repeating: mark, count: 150)
        let value = try JSONValue(parsingOwn: Array("{\"\(text)\": [\"\(text)\"]}".utf8))
        let kept =
            "e" + String(repeating: "\u{301}", count: 100) + "\u{FFFD}" + String(repeating: "\u{301}", count: 49)
        #expect(value == [kept: [.string(kept)]])
        #expect(throws: Never.self) { try JSONValue(parsing: value.bytes()) }
    }

    @Test func `a text of our own is as large and as deep as it is`() {
        let deep = String(repeating: "[", count: 129) + String(repeating: "]", count: 129)
        // One member more than other texts may have.
        let large = "{" + String(repeating: "\"\":0,", count: 1_000_000) + "\"\":0}"
        for text in [deep, large] {
            #expect(throws: Never.self) { try JSONValue(parsingOwn: Array(text.utf8)) }
        }
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22],
        ] {
            #expect(throws: JSONTextError.self) { try JSONValue(parsing: bytes) }
        }
    }

    @Test func `every beginning of a text is refused without a crash`() throws {
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null,{"b":"é"}]}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONTextError.self) { try JSONValue(parsing: text.prefix(count)) }
        }
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
    }

    @Test func `a mistake is told with line and column`() {
        #expect(throws: JSONTextError(description: "line 2, column 8: unexpected \"x\"")) {
            try JSONValue(parsing: "{\n  \"a\": x\n}")
        }
    }
}
