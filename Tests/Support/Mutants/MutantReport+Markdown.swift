internal import PortalJudge

extension MutantReport {
    /// The report for people, in Markdown.
    package var markdown: String {
        let lines = firstLines
        var text = """
            # Mutants

            \(rows.count) clients with one fault each, against \(scopeText). \(seconds) s.

            | | |
            |---|---|
            | caught for the right reason | \(rows.count { $0.fate == .caught }) |
            | caught for another reason only | \(rows.count { $0.fate == .otherReason }) |
            | survivors | \(rows.count { $0.fate == .survived }) |
            | first lines that name the true cause | \(lines.right) of \(lines.all) |
            | the client without a fault | \(correctText) |


            """
        if !problems.isEmpty { text += "## Problems\n\n" + problems.map { "- \($0)\n" }.joined() + "\n" }
        text += matrix + "\n## Each mutant\n"
        for row in rows { text += "\n" + Self.section(row) }
        return text
    }

    private var scopeText: String {
        switch scope {
        case .own: "the scenarios that name them"
        case .families: "the scenarios that name them and the rest of those families"
        case .all: "every scenario"
        }
    }

    private var correctText: String {
        if correctRuns == 0 { return "not run here" }
        return correctClient.isEmpty
            ? "passes all \(correctRuns) runs" : "fails \(correctClient.count) of \(correctRuns)"
    }

    /// Mutants by families: scenarios whose first line is right, then after a plus others that fail.
    private var matrix: String {
        let families = Set(rows.flatMap { $0.cells.map { Self.family(of: $0.scenario) } }).sorted()
        var text =
            "## Matrix\n\nA cell says how many scenarios of a family name the true cause first; after a plus how many fail otherwise. A dot: none fails.\n\n"
        text +=
            "| mutant | " + families.joined(separator: " | ") + " |\n|---|" + families.map { _ in "--:|" }.joined()
            + "\n"
        for row in rows {
            let cells = families.map { family in
                let met = row.cells.filter { Self.family(of: $0.scenario) == family }
                if met.isEmpty { return "" }
                let right = met.count { $0.firstRight > 0 }
                let others = met.count { $0.failed > 0 && $0.firstRight == 0 }
                return right + others == 0 ? "·" : others == 0 ? "\(right)" : "\(right)+\(others)"
            }
            text += "| `\(row.name)` | " + cells.joined(separator: " | ") + " |\n"
        }
        return text
    }

    private static func family(of scenario: String) -> String { String(scenario.prefix { $0 != "/" }) }

    private static func section(_ row: Row) -> String {
        var text = "### \(row.name)\n\n\(row.fault). Breaks \(row.breaks.joined(separator: ", ")); \(row.source).\n\n"
        text += "Must be told by \(row.reasons.map { "`\($0)`" }.joined(separator: " or ")).\n\n"
        for cell in row.cells where cell.isClaimed || cell.firstRight > 0 { text += line(cell) }
        let others = row.cells.filter { !$0.isClaimed && $0.failed > 0 && $0.firstRight == 0 }
        if !others.isEmpty {
            text +=
                "- besides: "
                + others.map {
                    "\($0.scenario) (`\($0.first?.code ?? "")`\($0.right > 0 ? ", the cause further down" : ""))"
                }
                .joined(separator: ", ") + "\n"
        }
        return text
    }

    private static func line(_ cell: Cell) -> String {
        let mark = cell.failed == 0 ? "✗ passes" : cell.firstRight == cell.failed ? "✓" : "✗ another first line"
        let runs = cell.runs > 1 ? " (\(cell.failed) of \(cell.runs) runs)" : ""
        guard let first = cell.first else { return "- \(mark) \(cell.scenario)\(runs)\n" }
        let difference = first.difference.map { " — \($0)" } ?? ""
        return "- \(mark) \(cell.scenario)\(runs): `\(first.code)` \(first.problem)\(difference)\n"
    }
}
