import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Reports for others` {
    private let attack =
        "</pre></details><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u{1B}[31m\u{202E}|`::error::"

    @Test func `a page escapes whatever a client wrote or is called`() throws {
        var result = try SampleReport.result(client: attack, code: 498, output: attack)
        result.title = attack
        result.verdict.findings[0].nearest = attack
        let page = HTMLReport.text(of: SampleReport.report(result))
        #expect(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("</pre></details><"))
        #expect(!page.unicodeScalars.contains("\u{1B}") && !page.unicodeScalars.contains("\u{202E}"))
        #expect(page.contains("\\u{202e}"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func `a page shows the expectation beside the journal`() throws {
        let page = HTMLReport.text(of: SampleReport.report(try SampleReport.result(code: 498)))
        #expect(page.contains("1 of 1 run failed"))
        #expect(page.contains("<tr class=\"x\"><td>1<td>GET portals/self -&gt; 200<td>GET portals/self -&gt; 498<b>"))
        #expect(page.contains("A requirement.") && page.contains("mockportal run family/one --explain"))
    }

    /// Each run has a cell for each client: a report of ten thousand clients, each with one run, would be a page of gigabytes.
    @Test func `a page has a hundred columns, says what has none, and repeats no long name in each cell`() throws {
        let results = try (0..<101).map { number in
            try SampleReport.result(
                "family/run-\(number)", client: "client-\(number)", code: number == 100 ? 498 : 200)
        }
        func cells(_ page: String) -> Int { page.split(separator: "<td class=\"none\"").count - 1 }
        let whole = HTMLReport.text(of: RunReport(results: Array(results.prefix(100)), durationMS: 1))
        #expect(cells(whole) == 9900 && !whole.contains("The tables show"))
        let page = HTMLReport.text(of: RunReport(results: results, durationMS: 1))
        #expect(
            cells(page) == 9900 && page.contains("The tables show 100 of 101 clients; the JSON report has all."))
        #expect(page.contains("1 of 101 runs failed") && page.contains("mockportal run family/run-100 --explain"))
        let long = String(repeating: "x", count: 300)
        let two = HTMLReport.text(
            of: SampleReport.report(try SampleReport.result(client: long), try SampleReport.result(client: "curl")))
        #expect(two.contains("data-c=\"\(long.prefix(200))…\"") && two.contains("<th scope=\"col\">\(long)<small>"))
    }

    @Test func `annotations are escaped, and counted where there are too many`() throws {
        var result = try SampleReport.result("family/a:b,c%", code: 498)
        result.verdict.findings = [Finding("x", "100%\nnext\r::error::")]
        let lines = GitHubAnnotations.lines(of: SampleReport.report(result))
        #expect(lines == ["::error title=family/a%3Ab%2Cc%25::100%25%0Anext%0D::error::"])
        let many = RunReport(results: Array(repeating: result, count: 12), durationMS: 1)
        #expect(GitHubAnnotations.lines(of: many).count == 11)
        #expect(GitHubAnnotations.lines(of: many).last == "::notice title=mockportal::2 more runs failed")
        result.isKnownToFail = true
        #expect(GitHubAnnotations.lines(of: SampleReport.report(result)).isEmpty)
    }

    @Test func `a summary stays within its room and means nothing in Markdown`() throws {
        let result = try SampleReport.result(client: attack, code: 498)
        let many = RunReport(results: Array(repeating: result, count: 500), durationMS: 1)
        let text = GitHubSummary.text(of: many, room: 20_000)
        #expect(text.utf8.count <= 20_000 && text.hasSuffix("more failed.\n"))
        #expect(!text.contains("<script") && !text.contains("`"))
        #expect(GitHubSummary.text(of: many, room: 10).isEmpty)
    }
}
