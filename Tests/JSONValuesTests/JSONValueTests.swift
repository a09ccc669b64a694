import JSONValues
import Testing

@Suite("JSON texts") struct JSONValueTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let value: JSONValue?
    }

    @Test(arguments: [
        Case(
            testDescription: "whole numbers stay whole", text: "[1,-2,9007199254740993]",
            value: [1, -2, 9_007_199_254_740_993]),
        Case(testDescription: "fractions", text: "1.5", value: 1.5),
        Case(testDescription: "truth is no number", text: "[true,false,1,0]", value: [true, false, 1, 0]),
        Case(testDescription: "a byte order mark is skipped", text: "\u{FEFF}{}", value: [:]),
        Case(testDescription: "brackets in strings do not nest", text: #"{"a":"[[[[\"{"}"#, value: ["a": "[[[[\"{"]),
        Case(testDescription: "null", text: "null", value: nil as JSONValue? ?? .null),
        Case(testDescription: "a cut text", text: #"{"a":"#, value: nil),
        Case(testDescription: "nothing", text: "", value: nil),
        Case(testDescription: "HTML", text: "<html>", value: nil),
    ])
    func `a text is parsed as RFC 8259 says`(_ row: Case) {
        #expect((try? JSONValue(parsing: row.text)) == row.value)
    }

    @Test func `a text that nests too deep is refused before it is parsed`() throws {
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(throws: JSONTextError(description: "nested deeper than 64 levels")) { try JSONValue(parsing: deep) }
        let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(parsing: allowed) }
    }

    @Test func `equal values print equal bytes and read back`() throws {
        let value: JSONValue = ["b": [1, 2.5, nil], "a": "ü/\"", "c": ["x": true]]
        #expect(value.text() == #"{"a":"ü/\"","b":[1,2.5,null],"c":{"x":true}}"#)
        #expect(try JSONValue(parsing: value.bytes(pretty: true)) == value)
    }
}
