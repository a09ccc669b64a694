import PortalJudge
import ScenarioFormat
import ScenarioReports

/// The table of a run: a line per scenario that passed, and every run that did not.
enum VerdictTable {
    /// The lines in the order of the scenarios; with explanations every run is told in full.
    static func lines(of report: RunReport, explains: Bool) -> [String] {
        guard !explains else { return report.results.flatMap { TextReport.lines(of: $0, explains: true) } }
        var order: [String] = []
        var groups: [String: [RunResult]] = [:]
        for result in report.results {
            if groups[result.scenario] == nil { order.append(result.scenario) }
            groups[result.scenario, default: []].append(result)
        }
        let passed = order.filter { groups[$0]?.allSatisfy { $0.verdict.kind == .passed } ?? false }
        let rows = passed.compactMap { id in groups[id].flatMap(row) }
        var lines = Dictionary(uniqueKeysWithValues: zip(passed, Console.columns(rows)))
        return order.flatMap { id -> [String] in
            if let line = lines.removeValue(forKey: id) { return [line] }
            return (groups[id] ?? []).flatMap { TextReport.lines(of: $0) }
        }
    }

    /// A line per row of the catalogue, and below them each finding once: one cause often touches several rows.
    static func linesByFinding(of report: RunReport, explains: Bool) -> [String] {
        guard !explains else { return lines(of: report, explains: true) }
        return report.results.flatMap { result -> [String] in
            let lines = TextReport.lines(of: result)
            return result.verdict.kind == .failed ? Array(lines.prefix(1)) : lines
        } + TextReport.findings(of: report)
    }

    private static func row(_ results: [RunResult]) -> [String]? {
        guard let first = results.first else { return nil }
        let runs = results.count == 1 ? "" : "\(results.count) runs"
        return ["✓ \(first.scenario)", first.catalogue.joined(separator: ","), runs, first.title]
    }
}
