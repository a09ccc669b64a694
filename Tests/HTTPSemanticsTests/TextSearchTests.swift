import HTTPSemantics
import Testing

@Suite struct `Search in foreign text` {
    @Test(
        arguments: [
            ("<Form>", "<form", 0), ("a <FORM", "<form", 2), ("<<form", "<form", 1), ("<fo", "<form", nil),
            ("<form\u{0301}>", "<form", 0), ("é<form", "<form", 2), ("", "<form", nil), ("<form", "", nil),
            // 0x20 apart like the cases of a letter, and no letters.
            ("[a]", "{a}", nil), ("@", "`", nil),
        ] as [(String, String, Int?)])
    func `letters are found in either case, byte by byte`(text: String, wanted: String, offset: Int?) {
        let found = text.firstRange(ofLetters: wanted)
        #expect(found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
        #expect(found.map { text.utf8[$0].count } == offset.map { _ in wanted.utf8.count })
    }

    @Test(
        arguments: [("a<form", "<form", 1), ("<FORM", "<form", nil), ("<form\u{0301}>", "<form", 0), ("a", "", nil)]
            as [(String, String, Int?)])
    func `a text is found as it is, byte by byte`(text: String, wanted: String, offset: Int?) {
        let found = text.firstRange(of: wanted)
        #expect(found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    }
}
