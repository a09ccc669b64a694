import HTTPSemantics
import Testing

@Suite struct `Forms as application/x-www-form-urlencoded` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let form: String
        let fields: [[String]]
    }

    /// URL Standard §5.1.
    @Test(arguments: [
        Row(testDescription: "nothing", form: "", fields: []),
        Row(testDescription: "empty pairs", form: "&&a=b&", fields: [["a", "b"]]),
        Row(
            testDescription: "order and repetition", form: "a=1&b=2&a=3",
            fields: [["a", "1"], ["b", "2"], ["a", "3"]]),
        Row(testDescription: "no equals sign", form: "a&b=", fields: [["a", ""], ["b", ""]]),
        Row(testDescription: "more equals signs", form: "a==b=", fields: [["a", "=b="]]),
        Row(testDescription: "no name", form: "=a", fields: [["", "a"]]),
        Row(testDescription: "blanks", form: "a+b=c+d%2B%20", fields: [["a b", "c d+ "]]),
        Row(testDescription: "delimiters encoded", form: "a%26=b%3D", fields: [["a&", "b="]]),
        Row(
            testDescription: "stray percent signs", form: "a=%&b=%zz&c=%4",
            fields: [["a", "%"], ["b", "%zz"], ["c", "%4"]]),
        Row(
            testDescription: "a combining mark behind a delimiter", form: "a=1&\u{301}=2",
            fields: [["a", "1"], ["\u{301}", "2"]]),
    ])
    func `are read in order`(_ row: Row) {
        #expect(FormURLEncoded.fields(of: row.form).map { [$0.name, $0.value] } == row.fields)
        #expect(FormURLEncoded.fields(of: Array(row.form.utf8)).map { [$0.name, $0.value] } == row.fields)
    }

    @Test func `say where a value is not UTF-8`() {
        let fields = FormURLEncoded.fields(of: "a=%FF&b=%EF%BF%BD&c=%C3%80&d=x")
        #expect(fields.map(\.isDamaged) == [true, false, false, false])
        #expect(fields.map(\.value) == ["\u{FFFD}", "\u{FFFD}", "À", "x"])
    }

    @Test func `are written with everything encoded that is not unreserved`() {
        let pairs = [("a b", "c+d"), ("é", "*&="), ("", "")]
        let form = FormURLEncoded.encode(pairs)
        #expect(form == "a%20b=c%2Bd&%C3%A9=%2A%26%3D&=")
        #expect(FormURLEncoded.fields(of: form).map { [$0.name, $0.value] } == pairs.map { [$0.0, $0.1] })
    }
}
