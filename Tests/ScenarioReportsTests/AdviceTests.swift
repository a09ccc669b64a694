import JSONValues
import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Advice in reports` {
    /// A run that failed, with the decisive finding before another one.
    private func failed() throws -> RunResult {
        var result = try SampleReport.result(code: 498)
        result.verdict.findings = [
            Finding("refused.token-expired", "the portal refused a token", expected: "a grant", nearest: "a refusal"),
            Finding("connection.open", "a connection was left open"),
        ]
        return result
    }

    private func guide() throws -> FindingGuide { try #require(FindingGuide.of("refused.token-expired")) }

    @Test func `stands once in a text, under the decisive finding, with its document`() throws {
        let guide = try guide()
        let lines = TextReport.lines(of: try failed())
        #expect(
            lines[1...7] == [
                "    the portal refused a token   [refused.token-expired]", "    expected a grant",
                "    nearest  a refusal", "    advice   \(guide.advice) (\(guide.source))",
                "    more     mockportal explain refused.token-expired",
                "    a connection was left open   [connection.open]",
                "    rerun: mockportal run family/one --explain",
            ])
    }

    @Test func `stands beside every finding in JSON, and is no part of what is judged`() throws {
        let guide = try guide()
        let result = try failed()
        let text = try JSONReport.text(of: SampleReport.report(result))
        let findings = try #require(try JSONValue(parsing: text)["scenarios"]?.array?.first?["findings"]?.array)
        #expect(findings.map { $0["advice"]?.string } == [guide.advice, FindingGuide.of("connection.open")?.advice])
        #expect(findings.first?["source"]?.string == guide.source)
        let read = try JSONReport.report(parsing: Array(text.utf8), source: "x.json")
        #expect(read.results.first?.verdict == result.verdict)
        #expect(try JSONReport.text(of: read) == text)
    }

    @Test func `stands in a page, in JUnit, in an annotation and in a summary`() throws {
        let guide = try guide()
        let report = SampleReport.report(try failed())
        #expect(HTMLReport.text(of: report).contains("<dt>advice<dd>\(guide.advice)"))
        #expect(HTMLReport.text(of: report).contains("<code>refused.token-expired</code>"))
        #expect(JUnitReport.text(of: report).contains("    advice   \(guide.advice)"))
        let annotation = try #require(GitHubAnnotations.lines(of: report).first)
        #expect(annotation.hasSuffix("advice: \(guide.advice)"))
        #expect(GitHubSummary.text(of: report).contains("Renew a token before its expiry"))
    }

    @Test func `is left out where a code has none`() throws {
        var result = try failed()
        result.verdict.findings = [Finding("of.another-tool", "something is wrong", difference: "it differs")]
        let lines = TextReport.lines(of: result)
        #expect(lines[1...2] == ["    something is wrong   [of.another-tool]", "    because  it differs"])
        #expect(!lines.contains { $0.contains("advice") })
        let text = try JSONReport.text(of: SampleReport.report(result))
        #expect(!text.contains("\"advice\""))
    }

    @Test func `is printed whole for a code and for a family`() throws {
        let guide = try guide()
        #expect(
            guide.textLines == [
                "refused.token-expired: \(guide.meaning)", "  advice   \(guide.advice)", "  source   \(guide.source)",
            ])
        #expect(FindingGuide.of("final.user")?.textLines.first?.hasPrefix("final.…: ") == true)
    }
}

@Suite struct `Verdicts that are compared` {
    @Test func `agree where they rest on the same findings, in whatever order and with or without causes`() {
        let old = Verdict(.failed, findings: [Finding("wire.order", "a"), Finding("token.repeated", "b")])
        let new = Verdict(
            .failed,
            findings: [
                Finding("refused.token-expired", "c"), Finding("token.repeated", "d"), Finding("wire.order", "e"),
            ])
        #expect(old.isSame(as: new))
        #expect(!old.isSame(as: Verdict(.failed, findings: [Finding("wire.order", "a")])))
        #expect(!old.isSame(as: Verdict(.passedNonStrictly, findings: old.findings)))
    }
}
