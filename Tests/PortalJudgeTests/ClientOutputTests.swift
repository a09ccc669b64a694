import Platform
import PortalJudge
import Testing

@Suite struct `What a client wrote` {
    @Test func `has no marks without an end, in its text or in the name of its place`() {
        let marks = String(repeating: "\u{301}", count: 150)
        let output = ClientOutput(place: "file e\(marks)", text: "e\(marks)")
        #expect(output.text.utf8.starts(with: "e\u{301}".utf8) && !output.text.hasLongMarkRun)
        #expect(output.place.utf8.starts(with: "file e\u{301}".utf8) && !output.place.hasLongMarkRun)
    }
}
