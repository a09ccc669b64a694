internal import PortalJudge
internal import ScenarioFormat

/// One run of one client: the verdict, and behind it everything that it rests on.
enum HTMLCell {
    /// The cell; end tags that HTML lets out are let out (HTML Standard §13.1.2.4), for there are thousands of them.
    static func cell(_ result: RunResult, head: HTML = "") -> HTML {
        let verdict = HTMLVerdict(result)
        return """
            <td class="v \(verdict.rawValue)"\(head)><details name="c"><summary>\(verdict.mark) \(verdict.word)</summary>\
            <div><h3>\(result.name)</h3><p class="r">\(result.requirement)<p class="s">\(result.catalogue.joined(separator: ", ")) · \
            \(result.citation)\(findings(result.verdict))\(errors(result))\(wire(result))\(more(result))\(output(result))\
            <p><code>\(result.rerun)</code></div></details>
            """
    }

    /// What was found, or why nothing was.
    static func findings(_ verdict: Verdict) -> HTML {
        let reason: HTML = verdict.reason.map { "<p class=\"x\">\($0)" } ?? ""
        let findings: [HTML] = verdict.findings.map { finding in
            let expected: HTML = finding.expected.map { "<dt>expected<dd>\($0)" } ?? ""
            let nearest: HTML = finding.nearest.map { "<dt>nearest<dd>\($0)" } ?? ""
            let difference: HTML = finding.difference.map { "<dt>because<dd>\($0)" } ?? ""
            let guide = FindingGuide.of(finding.code)
            let advice: HTML = guide.map { "<dt>advice<dd>\($0.advice) (\($0.source))" } ?? ""
            return """
                <div class="x"><p>\(finding.problem) <code>\(finding.code)</code>\
                <dl>\(expected)\(nearest)\(difference)\(advice)</dl></div>
                """
        }
        let bounded: HTML =
            verdict.isBounded
            ? "<p>Bounded observation: the client was still there when absence was judged, or not everything around it could be read."
            : ""
        return "\(reason)\(findings)\(bounded)"
    }

    /// The expectation beside the journal.
    private static func wire(_ result: RunResult) -> HTML {
        let rows = WireComparison(result.evidence, result.expectation).rows
        guard !rows.isEmpty else { return "<p class=\"q\">No request reached the portal." }
        let lines: [HTML] = rows.map { row in
            let kind: HTML =
                switch row.kind {
                case .asExpected: "<tr>"
                case .unasked: "<tr class=\"u\">"
                case .otherwise, .missing: "<tr class=\"x\">"
                }
            let number: HTML = row.number.map { "\($0)" } ?? ""
            let difference: HTML = row.difference.map { "<b>\($0)</b>" } ?? ""
            // A request that is written like its line stands once, across both columns.
            if row.kind == .asExpected, row.expected == row.seen {
                return "\(kind)<td>\(number)<td colspan=\"2\">\(row.seen ?? "")"
            }
            return "\(kind)<td>\(number)<td>\(row.expected ?? "")<td>\(row.seen ?? "never came")\(difference)"
        }
        return "<table><tr><th>#<th>expected<th>seen by the portal\(lines)</table>"
    }

    /// Handshakes that brought no request, and what the client says of itself.
    private static func more(_ result: RunResult) -> HTML {
        let evidence = result.evidence
        let used = Set(evidence.journal.requests.map(\.connection))
        let handshakes: [HTML] = evidence.journal.connections.filter { !used.contains($0.number) }.map { connection in
            let tls =
                connection.tls.map { "TLS \($0.outcome.rawValue), certificate \($0.certificate ?? "none")" } ?? "plain"
            let alert = connection.tls?.alert.map { ", alert \($0.name) by the \($0.sentBy)" } ?? ""
            return
                "<li>connection \(connection.number) without a request: \(tls)\(alert), ended by \(connection.end?.by ?? "neither side")"
        }
        let refusals: [HTML] =
            result.verdict.isPass
            ? []
            : evidence.journal.requests.flatMap { request in
                request.decisions.filter { !$0.passed }.map { decision -> HTML in
                    "<li>request \(request.number), \(decision.gate): \(decision.reason)"
                }
            }
        let events: [HTML] = evidence.events.map { ["<li>events: \($0.joined(separator: ", "))"] } ?? []
        let outcome: [HTML] =
            evidence.outcome.map {
                ["<li>the client: \($0.kind.rawValue) \($0.reason?.rawValue ?? $0.ownReason ?? "")"]
            } ?? []
        let complaints: [HTML] = evidence.complaints.map { "<li>\($0)" }
        let all = handshakes + refusals + events + outcome + complaints
        return all.isEmpty ? "" : "<ul>\(all)</ul>"
    }

    /// The end of what the client wrote to standard error, beside a verdict that is no pass.
    static func errors(_ result: RunResult) -> HTML {
        guard !result.verdict.isPass, let errors = ClientErrors(result.evidence, most: 30) else { return "" }
        return
            "<h4>\(errors.title.prefix(1).uppercased() + errors.title.dropFirst())</h4><pre>\(errors.lines.joined(separator: "\n"))</pre>"
    }

    /// What the client wrote: all that is useful where it did not pass, the end of it where it did.
    private static func output(_ result: RunResult) -> HTML {
        let limit = result.verdict.kind == .passed ? 160 : 8000
        let text = result.evidence.output.filter { !$0.place.hasPrefix("file ") && !$0.text.isEmpty }
            .filter { result.verdict.isPass || $0.place != "standard error" }.map(\.text).joined(separator: "\n")
        guard !text.isEmpty else { return "" }
        let end = text.suffix(limit)
        let cut: HTML = end.count < text.count ? "<i>the last \(end.count) of \(text.count) characters</i>\n" : ""
        return "<h4>Written by the client</h4><pre>\(cut)\(String(end))</pre>"
    }
}
