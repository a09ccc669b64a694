import Platform
import Testing

@Suite struct `Combining marks in a row` {
    private static let run = String(repeating: "\u{301}\u{323}", count: MarkRuns.longest / 2)

    @Test(arguments: ["", "plain", "e\(run)", "e\(run)e\(run)", "\(run)", String(repeating: "ü", count: 1000)])
    func `as many as are taken stay`(text: String) {
        #expect(!text.hasLongMarkRun)
        #expect(text.withoutLongMarkRuns.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    // U+0F73 is taken apart into two marks.
    @Test(arguments: ["\u{301}", "\u{344}", "\u{F73}", "\u{F75}", "\u{F81}", "\u{1D16D}"])
    func `each that is one too many is replaced, and the others stay`(mark: String) {
        let longest = String(repeating: mark, count: MarkRuns.longest)
        let text = "a\(longest)\(mark)\(longest)\(mark)b\(mark)"
        #expect(text.hasLongMarkRun)
        let wanted = "a\(longest)\u{FFFD}\(longest)\u{FFFD}b\(mark)"
        #expect(text.withoutLongMarkRuns.unicodeScalars.elementsEqual(wanted.unicodeScalars))
        #expect(!text.withoutLongMarkRuns.hasLongMarkRun)
    }
}
