internal import PortalJudge
internal import ScenarioFormat

/// What stands below the matrix: how each client did.
enum HTMLSummary {
    /// A line per client, with a bar.
    static func clients(_ report: RunReport) -> HTML {
        let labels = report.clientLabels
        let rows: [HTML] = HTMLMatrix.clients(of: report).map { client in
            let results = report.results.filter { $0.client == client }
            let counts = HTMLVerdict.allCases.map { verdict in results.count { HTMLVerdict($0) == verdict } }
            let cells: [HTML] = zip(HTMLVerdict.allCases, counts).map { verdict, count in
                let name = "\(verdict.mark) \(verdict.word)"
                return count == 0
                    ? "<td class=\"zero\" data-h=\"\(name)\">0</td>"
                    : "<td class=\"v \(verdict.rawValue)\" data-h=\"\(name)\">\(count)</td>"
            }
            let time = report.wallTime(of: client).map { TextReport.milliseconds($0) } ?? "–"
            return """
                <tr><th scope="row">\(labels[client] ?? client)</th>\(cells)<td data-h="time">\(time)</td>\
                <td data-h="passed">\(TextReport.percent(results)) of \(results.count(where: \.isJudged)) judged</td>\
                <td>\(bar(counts))</td></tr>

                """
        }
        let heads: [HTML] = HTMLVerdict.allCases.map { "<th scope=\"col\">\($0.mark) \($0.word)</th>" }
        return """
            <section class="scroll"><h2>Clients</h2><table class="clients"><thead><tr><th scope="col">client</th>\(heads)\
            <th scope="col">time</th><th scope="col" colspan="2">passed</th></tr></thead><tbody>
            \(rows)</tbody></table></section>
            """
    }

    /// A bar of what was judged; the numbers beside it say the same.
    private static func bar(_ counts: [Int]) -> HTML {
        let judged = zip(HTMLVerdict.allCases, counts).filter { $0.0.isJudged }
        let total = max(1, judged.map(\.1).reduce(0, +))
        var start = 0
        let parts: [HTML] = judged.map { verdict, count in
            defer { start += count }
            return count == 0
                ? "" : "<rect class=\"\(verdict.rawValue)\" x=\"\(start)\" width=\"\(count)\" height=\"1\"/>"
        }
        return "<svg viewBox=\"0 0 \(total) 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(parts)</svg>"
    }
}
