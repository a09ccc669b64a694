internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge
package import ScenarioFormat

/// Verdicts as a person reads them.
package enum TextReport {
    /// The line of one run, and below it, where it failed, the requirement, what was expected and the nearest that happened.
    ///
    /// - Parameter isStrict: whether a run fails that passed in a documented looser way.
    package static func lines(
        of result: RunResult, explains: Bool = false, isStrict: Bool = false
    ) -> [String] {
        let verdict = result.verdict
        var lines = ["\(mark(verdict.kind)) \(result.name)\(tail(result))"]
        if verdict.kind == .failed {
            lines[0] =
                "\(mark(verdict.kind)) \(result.name)   \(result.catalogue.joined(separator: ", "))\(rule(result))"
            for (index, finding) in verdict.findings.enumerated() { lines += text(of: finding, advises: index == 0) }
            lines.append(rerun(result))
        } else if verdict.kind == .passedNonStrictly {
            for finding in verdict.findings { lines.append("    loosely: \(finding.problem)   [\(finding.code)]") }
            if isStrict { lines.append(rerun(result)) }
        }
        if verdict.kind == .failed || verdict.kind == .notJudged, let errors = ClientErrors(result.evidence) {
            let place = verdict.kind == .failed ? lines.count - 1 : lines.count
            lines.insert(contentsOf: errors.textLines, at: place)
        }
        if verdict.isBounded {
            lines.append(
                "    bounded observation: the client was still there when absence was judged, or not everything around it could be read"
            )
        }
        if explains { lines += story(of: result) }
        return lines
    }

    /// The same as one text; what clients and portals put into it is made visible.
    package static func text(of result: RunResult, explains: Bool = false) -> String {
        VisibleText.text(lines(of: result, explains: explains))
    }

    /// The last lines of a run: how many passed, failed and did not apply.
    package static func summary(of report: RunReport) -> [String] {
        let scenarios = Set(report.results.map(\.scenario)).count
        var parts = ["\(counted(report.results.count, "run")) of \(counted(scenarios, "scenario"))"]
        for kind in Verdict.Kind.allCases where report.count(kind) > 0 {
            parts.append("\(report.count(kind)) \(label(kind))")
        }
        if report.knownFailures > 0 { parts.append("\(report.knownFailures) of the failures known") }
        var lines = [parts.joined(separator: ", ") + " in \(milliseconds(report.durationMS))\(share(report))"]
        if report.isNothingJudged {
            lines.append("nothing was judged: the client could be asked to do none of these scenarios")
        }
        let loose = report.unexpectedFailures.count { $0.verdict.kind == .passedNonStrictly }
        if loose > 0 {
            lines.append(
                "strict: \(loose == 1 ? "a run" : "\(loose) runs") passed in a documented looser way, which fails here")
        }
        for id in report.unexpectedPasses { lines.append("\(id) was known to fail and passed: take it off the list") }
        return lines + report.endings
    }

    /// The share of what was judged that passed, where that is not everything: what does not apply says nothing of the client.
    private static func share(_ report: RunReport) -> String {
        guard report.judged > 0, report.judged < report.results.count || report.count(.failed) > 0 else { return "" }
        return "; \(percent(report.results)) of the \(report.judged) judged passed"
    }

    /// How much of what was judged passed, as `94%`; never `100%` where something failed, never `0%` where something passed.
    static func percent(_ results: [RunResult]) -> String {
        let judged = results.count(where: \.isJudged)
        let passed = results.count(where: \.verdict.isPass)
        guard judged > 0 else { return "–" }
        if passed == judged || passed == 0 { return passed == 0 ? "0%" : "100%" }
        return "\(min(99, max(1, (passed * 200 + judged) / (2 * judged))))%"
    }

    /// What the client and the portal did, in order.
    package static func story(of result: RunResult) -> [String] {
        var lines: [String] = []
        if let events = result.evidence.events { lines.append("    events: \(events.joined(separator: ", "))") }
        lines.append("    final: \(result.evidence.final.text())")
        for connection in result.evidence.journal.connections {
            let tls = connection.tls.map {
                "TLS \($0.version ?? "") \($0.outcome.rawValue), certificate \($0.certificate ?? "none")"
            }
            let alert = connection.tls?.alert.map { ", alert \($0.name) by \($0.sentBy)" } ?? ""
            let fault = fault(connection.fault)
            lines.append(
                "    connection \(connection.number) to \(connection.origin): \(tls ?? "plain")\(alert)\(fault), ended by \(connection.end?.by ?? "neither side")"
            )
        }
        for request in result.evidence.journal.requests {
            let tokens = request.presented.map { " +\($0.alias) (\($0.carrier.rawValue))" }.joined()
            let login = request.authorization?.words.first.map { " \($0)" } ?? ""
            let answer =
                request.answer.map { $0.handedOut.isEmpty ? "\($0.code)" : $0.handedOut.joined(separator: ",") }
                ?? "none"
            lines.append(
                "    request \(request.number) on \(request.connection): \(request.method) \(request.operation)\(tokens)\(login)\(fault(request.fault)) -> \(answer)"
            )
            for decision in request.decisions where !decision.passed {
                lines.append("        \(decision.gate): \(decision.reason)")
            }
        }
        return lines
    }

    /// A fault as a wire line writes it.
    private static func fault(_ words: String?) -> String {
        words.map { " fault=\($0.replacing(" ", with: "_"))" } ?? ""
    }

    /// What was found, with its evidence; of the decisive finding what to do about it besides.
    static func text(of finding: Finding, advises: Bool = false) -> [String] {
        var lines = ["    \(finding.problem)   [\(finding.code)]"]
        if let expected = finding.expected { lines.append("    expected \(expected)") }
        if let nearest = finding.nearest {
            let difference = finding.difference.map { "    ← \($0)" } ?? ""
            lines.append("    nearest  \(nearest)\(difference)")
        } else if let difference = finding.difference {
            lines.append("    because  \(difference)")
        }
        if advises, let guide = FindingGuide.of(finding.code) {
            lines.append("    advice   \(guide.advice) (\(guide.source))")
            lines.append("    more     mockportal explain \(finding.code)")
        }
        return lines
    }

    private static func rule(_ result: RunResult) -> String {
        let words = [result.citation, result.requirement].filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? "" : " · \(words)"
    }

    /// How to run it again.
    static func rerun(_ result: RunResult) -> String { "    rerun: \(result.rerun)" }

    private static func tail(_ result: RunResult) -> String {
        switch result.verdict.kind {
        case .passed, .failed: "   \(result.title)"
        case .passedNonStrictly: "   passed non-strictly   \(result.title)"
        case .notApplicable, .notJudged: "   \(label(result.verdict.kind)): \(result.verdict.reason ?? "")"
        }
    }

    private static func mark(_ kind: Verdict.Kind) -> String {
        switch kind {
        case .passed: "✓"
        case .passedNonStrictly: "≈"
        case .notApplicable: "–"
        case .notJudged: "?"
        case .failed: "✗"
        }
    }

    static func label(_ kind: Verdict.Kind) -> String {
        switch kind {
        case .passed: "passed"
        case .passedNonStrictly: "passed non-strictly"
        case .notApplicable: "not applicable"
        case .notJudged: "not judged"
        case .failed: "failed"
        }
    }

    static func milliseconds(_ value: Double) -> String {
        guard value >= 1000 else { return "\(whole(value)) ms" }
        let tenths = whole(value / 100).quotientAndRemainder(dividingBy: 10)
        return "\(tenths.quotient).\(tenths.remainder) s"
    }

    /// A duration as a whole number; a stored report may claim any.
    static func whole(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(min(max(value, 0), 1e15).rounded())
    }
}
