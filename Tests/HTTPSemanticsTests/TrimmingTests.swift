import HTTPSemantics
import Testing

@Suite struct `Trimming` {
    @Test(arguments: [
        ("", ""), (" ", ""), (" \t ", ""), ("a", "a"), ("\ta b ", "a b"), ("\r\na\n", "\r\na\n"),
        ("\u{A0}a", "\u{A0}a"),
    ])
    func `whitespace around a value is spaces and tabs`(text: String, trimmed: String) {
        #expect(text.utf8.trimmingOptionalWhitespace().elementsEqual(trimmed.utf8))
    }

    @Test func `elements within are kept`() {
        #expect([0, 0, 1, 0, 2, 0].trimming { $0 == 0 } == [1, 0, 2])
        #expect([0, 0].trimming { $0 == 0 } == [])
    }
}
