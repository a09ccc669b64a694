internal import PortalJudge
internal import ScenarioFormat

/// What stands above the matrix: how each client did, and what failed.
enum HTMLSummary {
    /// A line per client, with a bar.
    static func clients(_ report: RunReport) -> HTML {
        let labels = report.clientLabels
        let rows: [HTML] = report.clients.map { client in
            let results = report.results.filter { $0.client == client }
            let counts = HTMLVerdict.allCases.map { verdict in results.count { HTMLVerdict($0) == verdict } }
            let cells: [HTML] = zip(HTMLVerdict.allCases, counts).map { verdict, count in
                count == 0 ? "<td class=\"zero\">0</td>" : "<td class=\"v \(verdict.rawValue)\">\(count)</td>"
            }
            let time = TextReport.milliseconds(results.map(\.durationMS).reduce(0, +))
            return
                "<tr><th scope=\"row\">\(labels[client] ?? client)</th>\(cells)<td>\(time)</td><td>\(bar(counts))</td></tr>\n"
        }
        let heads: [HTML] = HTMLVerdict.allCases.map { "<th scope=\"col\">\($0.mark) \($0.word)</th>" }
        return """
            <section class="scroll"><h2>Clients</h2><table class="clients"><thead><tr><th scope="col">client</th>\(heads)\
            <th scope="col">time</th><th scope="col">share</th></tr></thead><tbody>
            \(rows)</tbody></table></section>
            """
    }

    /// A bar of all verdicts; the numbers beside it say the same.
    private static func bar(_ counts: [Int]) -> HTML {
        let total = max(1, counts.reduce(0, +))
        var start = 0
        let parts: [HTML] = zip(HTMLVerdict.allCases, counts).map { verdict, count in
            defer { start += count }
            return count == 0
                ? "" : "<rect class=\"\(verdict.rawValue)\" x=\"\(start)\" width=\"\(count)\" height=\"1\"/>"
        }
        return "<svg viewBox=\"0 0 \(total) 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(parts)</svg>"
    }

    /// Every run that is not as expected, in full view.
    static func failures(_ report: RunReport) -> HTML {
        let results = report.results.filter { report.isUnexpected($0) || $0.verdict.kind == .notJudged }
        let passes: [HTML] = report.unexpectedPasses.map {
            "<article><h3><span class=\"v j\">!</span> \($0)</h3><p>was known to fail and passed: take it off the list</article>\n"
        }
        guard !results.isEmpty || !passes.isEmpty else { return "" }
        let shown = 200
        let cards: [HTML] = results.prefix(shown).map { result in
            let verdict = HTMLVerdict(result)
            return """
                <article><h3><span class="v \(verdict.rawValue)">\(verdict.mark) \(verdict.word)</span> \(result.name) \
                <small>\(result.client)</small></h3><p>\(result.title)\(HTMLCell.findings(result.verdict))\
                <p><code>\(result.rerun)</code></article>

                """
        }
        let rest: HTML = results.count > shown ? "<p>\(results.count - shown) more stand in the matrix." : ""
        return "<section class=\"failures\"><h2>Not as expected</h2>\(passes)\(cards)\(rest)</section>"
    }
}
