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
            // What does not apply is told apart, by reason and so by task.
            let apart = quiet.filter { $0.verdict.kind == .notApplicable }
            let grouped = Dictionary(grouping: apart) { $0.verdict.reason ?? "" }.sorted { $0.key < $1.key }
            return (quiet.filter { $0.verdict.kind != .notApplicable } + grouped.flatMap(\.value))
                .flatMap { TextReport.lines(of: $0, explains: true) }
                + TextReport.causes(of: report, explains: true)
        }
        return table(quiet, of: report) + [TextReport.inapplicable(report), TextReport.known(report)].compactMap { $0 }
            + TextReport.causes(of: report)
    }

    /// A line per scenario of which runs passed, and every run that passed in a looser way.
    private static func table(_ results: [RunResult], of report: RunReport) -> [String] {
        var order: [[String]] = []
        var groups: [[String]: [RunResult]] = [:]
        let tellsClients = Set(results.map(\.client)).count > 1
        for result in results where result.verdict.isPass {
            let key = result.verdict.kind == .passed ? [result.scenario] : [result.name, result.client]
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(result)
        }
        let passed = order.filter { groups[$0]?.first?.verdict.kind == .passed }
        let judged = Dictionary(grouping: report.results.filter { $0.verdict.kind != .notApplicable }, by: \.scenario)
        let rows = passed.compactMap { key in
            groups[key].flatMap { row($0, of: judged[key[0]]?.count ?? 0, tellsClients: tellsClients) }
        }
        var lines = Dictionary(uniqueKeysWithValues: zip(passed, Console.columns(rows)))
        return order.flatMap { key -> [String] in
            if let line = lines.removeValue(forKey: key) { return [line] }
            return (groups[key] ?? []).flatMap { TextReport.lines(of: $0) }
        }
    }

    /// One line for the runs of a scenario that passed, which says of how many where others did not.
    private static func row(_ results: [RunResult], of total: Int, tellsClients: Bool) -> [String]? {
        guard let first = results.first else { return nil }
        let clients = tellsClients ? " by \(Set(results.map(\.client)).count) clients" : ""
        let count = results.count < total ? "\(results.count) of \(total)" : "\(results.count)"
        let runs = total <= 1 && results.count == 1 && clients.isEmpty ? "" : "\(count) runs\(clients)"
        return ["✓ \(first.scenario)", first.catalogue.joined(separator: ","), runs, first.title]
    }
}
