internal import JSONValues
internal import PortalJudge
package import ScenarioFormat

extension Scenario {
    /// What is asked of a command in the place of the scenario's own expectation, and each loosening with its reason; empty where no
    /// command can be asked. Of several variants the first is told.
    package var foreignLines: [String] {
        guard let run = (try? runs())?.first, let plan = run.setup.foreign, let derivation = try? run.derivation()
        else {
            return []
        }
        let expectation = derivation.expectation
        let outcome = plan.outcome.reason.map { "\(plan.outcome.kind.rawValue) (\($0.rawValue))" }
        var lines = ["Expected of a command: the task \(plan.task.rawValue), \(outcome ?? plan.outcome.kind.rawValue)"]
        if let task = expectation.task {
            lines.append("  requests, in whatever order")
            lines += task.patterns.flatMap { Self.text(of: $0) }.map { "    \($0)" }
            if task.patterns.isEmpty { lines.append("    none") }
        }
        lines += expectation.refusedHandshakes.map { "  \($0.count == 0 ? "optional: " : "")\($0.text)" }
        if !expectation.among.isEmpty {
            lines.append("  in this order among others")
            lines += expectation.among.map { "    \($0.text)" }
        }
        lines += expectation.never.map { "  never \($0.text)" }
        guard let entries = try? plan.loosenings(source: source, filling: { $0 }) else { return lines }
        if !entries.isEmpty { lines += ["", "Loosened here for a command"] }
        for entry in entries { lines += ["  \(entry.text)", "    because \(entry.reason)"] }
        lines += ["", "Loosened for every command"]
        for general in ForeignLoosening.allCases where derivation.general.contains(general) {
            lines += ["  \(general.what)", "    because \(general.reason)"]
        }
        return lines
    }

    private static func text(of pattern: WirePattern) -> [String] {
        switch pattern {
        case .line(let line, let count): [count == 1 ? line.text : "\(count)x \(line.text)"]
        case .optional(let inner): text(of: inner).map { "optional: \($0)" }
        case .anyOrder(let members), .sequence(let members): members.flatMap { text(of: $0) }
        case .either(let choices):
            ["either"] + choices.map { "  " + $0.flatMap { text(of: $0) }.joined(separator: "; ") }
        }
    }
}
