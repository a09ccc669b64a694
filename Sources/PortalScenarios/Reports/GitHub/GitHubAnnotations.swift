internal import PortalJudge

/// What failed, as workflow commands that GitHub shows beside the commit.
///
/// docs.github.com › Workflow commands for GitHub Actions › Setting an error message; how values are escaped is what
/// github.com/actions/toolkit does (packages/core/src/command.ts).
package enum GitHubAnnotations {
    /// Errors of one step that are shown (docs.github.com › Usage limits; the rest would be dropped in silence).
    static let limit = 10

    /// A command for each run that failed and was not known to, and a last one that says how many more there are.
    package static func lines(of report: RunReport) -> [String] {
        let failed = report.unexpectedFailures
        let endings = report.endings.prefix(limit).map { "::error title=mockportal::\(data($0))" }
        let limit = limit - endings.count
        var lines = failed.prefix(limit).map { result in
            "::error title=\(property(result.name))::\(data(firstLine(of: result)))"
        }
        if failed.count > limit {
            let rest = failed.count - limit
            lines.append("::notice title=mockportal::\(rest) more \(rest == 1 ? "run" : "runs") failed")
        }
        return endings + lines
    }

    private static func firstLine(of result: RunResult) -> String {
        let finding = result.verdict.findings.first
        let parts = [
            finding?.problem, finding?.expected.map { "expected \($0)" }, finding?.nearest.map { "nearest \($0)" },
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
