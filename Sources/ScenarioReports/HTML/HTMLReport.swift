internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat
internal import TLSIdentity

/// Verdicts as one page for a browser: clients × runs, each cell with its requirement, journal, expectation and command.
///
/// It loads nothing, reads without scripts, and lets none but its own run (Content Security Policy Level 3).
package enum HTMLReport {
    /// The whole document.
    package static func text(of report: RunReport) -> String {
        let matrix = HTMLMatrix(report)
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(headline(report)) · mockportal</title>
            <style>\(source: HTMLReportStyle.text)</style>
            </head>
            <body>
            <header>
            <p class="brand">mockportal <span>report</span></p>
            <h1 class="\(report.exitCode == 0 ? "good" : "bad")">\(headline(report))</h1>
            \(origins(report))
            </header>
            <main>
            \(HTMLFailures.section(report))
            \(matrix.section)
            \(HTMLSummary.clients(report))
            </main>
            <footer>\(legend)</footer>
            <script>\(source: HTMLReportScript.text)</script>
            </body>
            </html>

            """
        return page.text
    }

    /// What it comes to, in a sentence.
    private static func headline(_ report: RunReport) -> String {
        let failed = report.unexpectedFailures.count
        let open = report.count(.notJudged)
        let total = report.results.count
        let part = report.endings.isEmpty ? "" : ", and the report is partial"
        let runs = TextReport.counted(total, "run")
        // What does not apply says nothing of a client, and is no part of what passed or failed.
        let judged = report.judged == total ? runs : TextReport.counted(report.judged, "judged run")
        if failed > 0 { return "\(failed) of \(judged) failed\(part)" }
        if open > 0 { return "\(open) of \(runs) could not be judged\(part)" }
        if !part.isEmpty { return "\(runs)\(part)" }
        if !report.unexpectedPasses.isEmpty { return "\(report.unexpectedPasses.count) known to fail passed" }
        if total == 0 { return "Nothing was run" }
        return report.judged == 0 ? "Nothing was judged" : "\(judged), all as expected"
    }

    private static func origins(_ report: RunReport) -> HTML {
        let lines: [HTML] = report.origins.map { origin in
            let shard = origin.shard.map { " · part \($0)" } ?? ""
            let time = origin.durationMS.map { " · in \(TextReport.milliseconds($0))" } ?? ""
            return
                "<li><b>\(origin.client)</b> <time datetime=\"\(origin.date)\">\(origin.date)</time> · \(origin.tool) · \(origin.platform)\(shard)\(time)</li>"
        }
        let missing: [HTML] = (report.endings + report.missingParts).map { "<li class=\"bad\">\($0)</li>" }
        return "<ul class=\"origins\">\(lines)\(missing)</ul>"
    }

    private static var legend: HTML {
        let rows: [HTML] = HTMLVerdict.allCases.map {
            "<div><dt class=\"v \($0.rawValue)\">\($0.mark) \($0.word)</dt><dd>\($0.meaning)</dd></div>"
        }
        return "<h2>Legend</h2><dl>\(rows)</dl>"
    }

    private static var policy: String {
        "default-src 'none'; style-src \(source(HTMLReportStyle.text)); script-src \(source(HTMLReportScript.text)); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// What a policy calls a text that stands in the page itself (Content Security Policy Level 3 §2.3.1, hash-source).
    private static func source(_ text: StaticString) -> String {
        "'sha256-\(Base64.encode(Digest.sha256("\(text)".utf8)))'"
    }
}
