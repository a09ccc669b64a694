internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat

/// A run as Markdown, for the summary of a step (docs.github.com › Adding a job summary).
package enum GitHubSummary {
    /// What a step's summary may hold at most, in bytes (docs.github.com › Step isolation and limits).
    package static let limit = 1 << 20

    /// A table of clients and one of what failed, cut between rows where the room ends.
    package static func text(of report: RunReport, room: Int = limit) -> String {
        var text = "### mockportal: \(TextReport.summary(of: report).first ?? "")\n\n"
        for ending in report.endings { text += "**\(cell(ending))**\n\n" }
        text +=
            "| client | passed | loosely | failed | known | not applicable | not judged |\n|---|---|---|---|---|---|---|\n"
        let byClient = Dictionary(grouping: report.results, by: \.client)
        for client in report.clients {
            let results = byClient[client] ?? []
            func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }
            let failed = results.count(where: \.isUnexpectedFailure)
            text +=
                "| \(cell(client)) | \(count(.passed)) | \(count(.passedNonStrictly)) | \(failed) "
                + "| \(count(.failed) - failed) | \(count(.notApplicable)) | \(count(.notJudged)) |\n"
        }
        let failures = report.unexpectedFailures
        guard !failures.isEmpty, text.utf8.count <= room else { return text.utf8.count <= room ? text : "" }
        text += "\n| failed | client | why | rerun |\n|---|---|---|---|\n"
        for (index, result) in failures.enumerated() {
            let first = result.verdict.findings.first
            let loosely = result.verdict.kind == .passedNonStrictly ? "loosely: " : ""
            let advice = first.flatMap { FindingGuide.of($0.code) }.map { ". \($0.advice)" } ?? ""
            let why = loosely + (first?.problem ?? "") + advice
            let row =
                "| \(cell(result.name)) | \(cell(result.client)) | \(cell(why)) | <code>\(cell(result.rerun))</code> |\n"
            let rest = "\n\(failures.count - index) more failed.\n"
            guard text.utf8.count + row.utf8.count + 40 <= room else { return text + rest }
            text += row
        }
        return text
    }

    /// Text without a meaning in Markdown, HTML or tables.
    private static func cell(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\n", "\r": result += " "
            case _ where VisibleText.isHidden(scalar): result += cell(VisibleText.line(String(scalar)))
            case "|", "\\", "`", "*", "_", "[", "]", "!", "#", "~", "@": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
