internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat

extension TextReport {
    /// Everything that is not as expected, by cause: of each the first run whole, the others by name.
    ///
    /// With explanations every run is told whole. Causes are apart by an empty line.
    package static func causes(of report: RunReport, explains: Bool = false) -> [String] {
        let names = RunNames(report)
        return FailureGroup.groups(of: report).flatMap { group -> [String] in
            if group.kind == .notStarted, !explains { return [""] + start(group, names) }
            var lines = [""]
            if group.results.count > 1 { lines.append(heading(group)) }
            let told = explains ? group.results[...] : group.results[..<1]
            for result in told { lines += whole(result, names, explains: explains, isStrict: report.isStrict) }
            if !explains, !group.others.isEmpty { lines.append("    also \(names.list(group.others))") }
            return lines
        }
    }

    /// Each finding of a report once, with the rows that it touches; for findings that say by themselves what they are about.
    package static func findings(of report: RunReport) -> [String] {
        struct Key: Hashable {
            let code: String
            let problem: String
            let expected: String?
        }
        var order: [Key] = []
        var found: [Key: (first: Finding, rows: [String])] = [:]
        for result in report.results where result.verdict.kind == .failed {
            for finding in result.verdict.findings {
                let key = Key(code: finding.code, problem: finding.problem, expected: finding.expected)
                if found[key] == nil { order.append(key) }
                if found[key]?.rows.last != result.name { found[key, default: (finding, [])].rows.append(result.name) }
            }
        }
        return order.compactMap { found[$0] }.flatMap { finding, rows in
            [""] + text(of: finding) + ["    rows     \(rows.joined(separator: ", "))"]
        }
    }

    /// How many runs have a cause, and which: `42 × a token was sent in a cookie   [secret.in-cookie]`.
    static func heading(_ group: FailureGroup) -> String {
        let code = group.code.map { "   [\($0)]" } ?? ""
        let kind =
            switch group.kind {
            case .failed: ""
            case .loose: "loosely: "
            case .notJudged, .notStarted: "not judged: "
            }
        return "\(group.results.count) × \(kind)\(group.cause)\(code)"
    }

    /// What is said once of runs that do not apply, by reason; nil where there are none.
    package static func inapplicable(_ report: RunReport) -> String? {
        let results = report.results.filter { $0.verdict.kind == .notApplicable }
        guard !results.isEmpty else { return nil }
        // What follows the colon differs from scenario to scenario.
        let reasons = Dictionary(grouping: results) { result -> String in
            let reason = result.verdict.reason ?? "for no known reason"
            return reason.split(separator: ":", maxSplits: 1).first.map(String.init) ?? reason
        }
        let told = reasons.map { ($0.value.count, $0.key) }.sorted { (-$0.0, $0.1) < (-$1.0, $1.1) }
        let rest = told.count > mostReasons ? ", \(told[mostReasons...].map(\.0).reduce(0, +)) × other reasons" : ""
        let words = told.prefix(mostReasons).map { "\($0.0) × \($0.1)" }.joined(separator: ", ")
        return "– \(counted(results.count, "run")) not applicable: \(words)\(rest) (--explain tells each)"
    }

    /// What is said once of failures that are known; nil where there are none.
    package static func known(_ report: RunReport) -> String? {
        let results = report.results.filter { $0.verdict.kind == .failed && $0.isKnownToFail }
        guard !results.isEmpty else { return nil }
        return "! \(counted(results.count, "run")) failed as known: \(RunNames(report).list(results[...]))"
    }

    /// A number with its noun.
    static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

    private static let mostReasons = 4

    private static func whole(
        _ result: RunResult, _ names: RunNames, explains: Bool, isStrict: Bool
    ) -> [String] {
        var lines = Self.lines(of: result, explains: explains, isStrict: isStrict)
        if names.tellsClients { lines.insert("    client   \(names.label(of: result))", at: 1) }
        return lines
    }

    /// A client that could not be started is told once, whatever it was to run.
    private static func start(_ group: FailureGroup, _ names: RunNames) -> [String] {
        let client = names.tellsClients ? " (\(names.label(of: group.example)))" : ""
        var lines = [
            "? \(group.cause)\(client)", "    so that \(counted(group.results.count, "run")) could not be judged",
        ]
        if let errors = ClientErrors(group.example.evidence) { lines += errors.textLines }
        return lines + [rerun(group.example)]
    }
}

/// Runs by name, with the client where a report holds several.
struct RunNames {
    private let labels: [String: String]
    var tellsClients: Bool { labels.count > 1 }

    init(_ report: RunReport) { labels = report.clientLabels }

    func label(of result: RunResult) -> String { labels[result.client] ?? result.client }

    /// Names one after the other; the combinations of one scenario are counted.
    func list(_ results: ArraySlice<RunResult>) -> String {
        var order: [[String]] = []
        var runs: [[String]: [RunResult]] = [:]
        for result in results {
            let key = [result.scenario, result.client]
            if runs[key] == nil { order.append(key) }
            runs[key, default: []].append(result)
        }
        return order.compactMap { key -> String? in
            guard let members = runs[key], let first = members.first else { return nil }
            let name = members.count == 1 ? first.name : "\(first.scenario) (\(members.count) runs)"
            return tellsClients ? "\(name) by \(label(of: first))" : name
        }.joined(separator: ", ")
    }
}
