import Fuzzing
import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Fuzzed reports` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Reports")
        #expect(replay.seeds.count >= 8)
        #expect(replay.brokenSeeds(by: ReportProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Reports").brokenMutation(
            round: round, count: 60, by: ReportProperties.violation(by:))
        #expect(broken == nil)
    }

    @Test(arguments: [
        ("<a b=\"1\">x &amp; y<c/></a>", true), ("<a b=\"1\">x & y</a>", false), ("<a><b></a></b>", false),
        ("<a b=\"<\"/>", false), ("<a>&#39;</a>", true), ("<a b=1\">", false), ("<a>", false),
    ]) func `are read as markup by a reader that notices`(_ text: String, _ isRight: Bool) {
        #expect((MarkupScan.problem(inXML: text) == nil) == isRight)
    }
}

@Suite struct `Lines in a workflow` {
    @Test(arguments: [
        ("  ::add-mask::x", #"  \u{3a}:add-mask::x"#), ("a ##[group]b ##[c]", #"a ##\u{5b}group]b ##\u{5b}c]"#),
        ("\u{A0}\u{3000}\t::error::x", "\u{A0}\u{3000}\t\\u{3a}:error::x"), ("a::b", "a::b"),
        ("✓ x # y [z]", "✓ x # y [z]"),
    ]) func `hold no command of others`(_ line: String, _ inert: String) {
        #expect(GitHubAnnotations.inert(line) == inert)
    }

    @Test func `end where the annotation ends, for CR LF as well`() throws {
        var result = try SampleReport.result(code: 498)
        result.verdict.findings = [Finding("x", "a\r\n::add-mask::b\u{2028}c")]
        #expect(
            GitHubAnnotations.lines(of: SampleReport.report(result))
                == [#"::error title=family/one::a%0D%0A::add-mask::b\u{2028}c"#])
    }

    @Test func `are one for each of ours`() throws {
        var result = try SampleReport.result("family/one\n✓ forged", code: 498)
        result.title = "a\r\n✓ forged"
        result.verdict.findings = [Finding("x", "p\n    rerun: evil\u{1B}[2J", expected: "\u{202E}e")]
        let lines = TextReport.text(of: result, explains: true).split(separator: "\n")
        #expect(
            lines.filter { $0.contains("forged") }.allSatisfy { $0.hasPrefix("✗ ") || $0.contains("rerun: mockportal") }
        )
        #expect(lines.contains(#"    p\u{a}    rerun: evil\u{1b}[2J   [x]"#))
    }
}
