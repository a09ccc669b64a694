import PortalJudge
import ScenarioFormat
import ScenarioReports

/// What `run`, `judge` and `report merge` print: what passed, what did not apply, what failed by cause, and last what it comes to.
enum VerdictScreen {
    /// Prints a report.
    static func show(_ report: RunReport, explains: Bool) {
        Screen.say(lines(of: report, explains: explains) + [""] + TextReport.summary(of: report))
    }

    /// The lines before the summary; with explanations every run is told in full.
    static func lines(of report: RunReport, explains: Bool) -> [String] {
        let quiet = report.results.filter { !report.isUnexpected($0) && $0.verdict.kind != .notJudged }
        guard !explains else {
            return quiet.flatMap { TextReport.lines(of: $0, explains: true) }
                + TextReport.causes(of: report, explains: true)
        }
        return table(quiet) + [TextReport.inapplicable(report), TextReport.known(report)].compactMap { $0 }
            + TextReport.causes(of: report)
    }

    /// A line per scenario of which runs passed, and every run that passed in a looser way.
    private static func table(_ results: [RunResult]) -> [String] {
        var order: [[String]] = []
        var groups: [[String]: [RunResult]] = [:]
        let tellsClients = Set(results.map(\.client)).count > 1
        for result in results where result.verdict.isPass {
            let key = result.verdict.kind == .passed ? [result.scenario] : [result.name, result.client]
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(result)
        }
        let passed = order.filter { groups[$0]?.first?.verdict.kind == .passed }
        let rows = passed.compactMap { key in groups[key].flatMap { row($0, tellsClients: tellsClients) } }
        var lines = Dictionary(uniqueKeysWithValues: zip(passed, Console.columns(rows)))
        return order.flatMap { key -> [String] in
            if let line = lines.removeValue(forKey: key) { return [line] }
            return (groups[key] ?? []).flatMap { TextReport.lines(of: $0) }
        }
    }

    private static func row(_ results: [RunResult], tellsClients: Bool) -> [String]? {
        guard let first = results.first else { return nil }
        let clients = tellsClients ? " by \(Set(results.map(\.client)).count) clients" : ""
        let runs = results.count == 1 && clients.isEmpty ? "" : "\(results.count) runs\(clients)"
        return ["✓ \(first.scenario)", first.catalogue.joined(separator: ","), runs, first.title]
    }
}
