internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat

/// Verdicts as JUnit XML, a suite per family and a case per run.
package enum JUnitReport {
    /// The whole document.
    package static func text(of report: RunReport) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let endings = report.endings
        lines.append(
            "<testsuites name=\"mockportal\" tests=\"\(report.results.count + endings.count)\" failures=\"\(report.unexpectedFailures.count)\" "
                + "errors=\"\(report.count(.notJudged) + endings.count)\" time=\"\(seconds(report.durationMS))\">")
        for family in Set(report.results.map(\.family)).sorted() {
            lines += suite(family, report.results.filter { $0.family == family }, of: report)
        }
        lines += partial(endings)
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func suite(_ name: String, _ results: [RunResult], of report: RunReport) -> [String] {
        func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }
        let known = results.count { $0.verdict.kind == .failed && $0.isKnownToFail }
        let skipped = count(.notApplicable) + known
        let time = seconds(results.map(\.durationMS).reduce(0, +))
        var lines = [
            "  <testsuite name=\"\(escaped(name))\" tests=\"\(results.count)\" failures=\"\(results.count(where: report.isUnexpected))\" "
                + "errors=\"\(count(.notJudged))\" skipped=\"\(skipped)\" time=\"\(time)\">"
        ]
        for result in results { lines += testCase(result, isStrict: report.isStrict) }
        lines.append("  </testsuite>")
        return lines
    }

    /// What says that runs are missing, as errors: a part that passed is not to be taken for the whole.
    private static func partial(_ endings: [String]) -> [String] {
        guard !endings.isEmpty else { return [] }
        let count = endings.count
        let cases = endings.map {
            "    <testcase classname=\"mockportal\" name=\"the run was ended early\"><error type=\"partial\" message=\"\(escaped($0))\"/></testcase>"
        }
        return ["  <testsuite name=\"mockportal.partial\" tests=\"\(count)\" failures=\"0\" errors=\"\(count)\">"]
            + cases + ["  </testsuite>"]
    }

    private static func testCase(_ result: RunResult, isStrict: Bool) -> [String] {
        var lines = [
            "    <testcase classname=\"\(escaped(result.family))\" name=\"\(escaped(result.name))\" time=\"\(seconds(result.durationMS))\">",
            "      <properties>",
            "        <property name=\"title\" value=\"\(escaped(result.title))\"/>",
            "        <property name=\"catalogue\" value=\"\(escaped(result.catalogue.joined(separator: ", ")))\"/>",
            "        <property name=\"source\" value=\"\(escaped(result.citation))\"/>",
            "        <property name=\"client\" value=\"\(escaped(result.client))\"/>",
            "        <property name=\"verdict\" value=\"\(result.verdict.kind.rawValue)\"/>",
            "      </properties>",
        ]
        let verdict = result.verdict
        let first = verdict.findings.first
        switch verdict.kind {
        case .passed: break
        case .passedNonStrictly where isStrict && !result.isKnownToFail:
            lines.append(
                "      <failure type=\"loosely: \(escaped(first?.code ?? ""))\" message=\"\(escaped(first?.problem ?? ""))\">"
            )
            lines.append(escaped(TextReport.text(of: result)) + "</failure>")
        case .passedNonStrictly:
            lines.append("      <system-out>passed non-strictly: \(escaped(first?.problem ?? ""))</system-out>")
        case .notApplicable: lines.append("      <skipped message=\"\(escaped(verdict.reason ?? "not applicable"))\"/>")
        case .notJudged: lines.append("      <error type=\"not-judged\" message=\"\(escaped(verdict.reason ?? ""))\"/>")
        case .failed where result.isKnownToFail:
            lines.append("      <skipped message=\"known to fail: \(escaped(first?.problem ?? ""))\"/>")
        case .failed:
            lines.append(
                "      <failure type=\"\(escaped(first?.code ?? ""))\" message=\"\(escaped(first?.problem ?? ""))\">")
            lines.append(escaped(TextReport.text(of: result)) + "</failure>")
        }
        lines.append("    </testcase>")
        return lines
    }

    private static func seconds(_ milliseconds: Double) -> String {
        let whole = TextReport.whole(milliseconds)
        let rest = String(whole % 1000)
        return "\(whole / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    private static func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
