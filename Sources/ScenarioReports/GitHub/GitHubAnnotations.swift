internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat

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

    /// A line of ours in which no text of others is a workflow command.
    ///
    /// The runner obeys `::name::` at the start of a line, white space of any script aside, and the older `##[name]` anywhere in it
    /// (github.com/actions/runner, src/Runner.Common/ActionCommand.cs), regardless of the line's author.
    package static func inert(_ line: String) -> String {
        guard line.utf8.contains(0x3A) || line.utf8.contains(0x23) else { return line }
        var bytes: [UInt8] = []
        let isCommand = line.unicodeScalars.drop(while: \.properties.isWhitespace).starts(with: "::".unicodeScalars)
        var wanted: UInt8? = isCommand ? 0x3A : nil
        for byte in line.utf8 {
            if byte == wanted {
                bytes += "\\u{3a}".utf8
                wanted = nil
            } else if byte == 0x5B, bytes.suffix(2) == [0x23, 0x23] {
                bytes += "\\u{5b}".utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func firstLine(of result: RunResult) -> String {
        let finding = result.verdict.findings.first
        let parts = [
            finding?.problem, finding?.expected.map { "expected \($0)" }, finding?.nearest.map { "nearest \($0)" },
            finding?.difference, finding.flatMap { FindingGuide.of($0.code) }.map { "advice: \($0.advice)" },
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    /// Scalars, not characters: CR LF is one `Character`, and neither of the two.
    private static func data(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { data, scalar in
            switch scalar {
            case "%": data += "%25"
            case "\r": data += "%0D"
            case "\n": data += "%0A"
            default: data += VisibleText.line(String(scalar))
            }
        }
    }

    private static func property(_ text: String) -> String {
        data(text).unicodeScalars.reduce(into: "") { property, scalar in
            switch scalar {
            case ":": property += "%3A"
            case ",": property += "%2C"
            default: property.unicodeScalars.append(scalar)
            }
        }
    }
}
