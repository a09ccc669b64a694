internal import HTTPSemantics
package import JSONValues
package import ScenarioFormat

extension ScenarioLibrary {
    /// A line per scenario: id, rows and title.
    package func listLines(_ scenarios: [Scenario]) -> [String] {
        let width = scenarios.map(\.id.count).max() ?? 0
        return scenarios.map { scenario in
            let id = scenario.id.padded(to: width)
            return "\(id)   \(scenario.catalogue.joined(separator: ",").padded(to: 4))  \(scenario.title)"
        }
    }

    /// An array of {id, title, catalogue, source, tags, family}, and how many runs each has.
    package func listJSON(_ scenarios: [Scenario]) -> JSONValue {
        .array(
            scenarios.map { scenario in
                [
                    "id": .string(scenario.id), "title": .string(scenario.title),
                    "catalogue": .array(scenario.catalogue.map { .string($0) }), "source": .string(scenario.citation),
                    "tags": .array(scenario.tags.map { .string($0) }), "family": .string(scenario.family),
                    "runs": .integer(Int64(scenario.variantCount)),
                ]
            })
    }

    /// Everything about one scenario: requirement, rules, source, steps, expectation, variants and the fault that it catches.
    ///
    /// `foreign` tells what is asked of a command in the place of the expectation, and why it is less.
    package func explanation(
        of scenario: Scenario, foreign: (Scenario) -> [String] = { _ in [] }
    ) -> [String] {
        var lines = ["\(scenario.id): \(scenario.title)", ""]
        for id in scenario.catalogue {
            guard let row = catalogue[id] else {
                lines.append("requirement \(id)")
                continue
            }
            lines.append("requirement \(id)\(row.isCore ? " ★" : "")   \(row.requirement)")
            for rule in row.rules { lines.append("  \(rule)   \(catalogue.rules[rule] ?? "")") }
            if row.isReal {
                lines.append("  real portals   mockportal conformance asks it of portals that are not ours, as \(id)")
            }
        }
        if !scenario.citation.isEmpty { lines.append("source        \(scenario.citation)") }
        if !scenario.tags.isEmpty { lines.append("tags          \(scenario.tags.joined(separator: ", "))") }
        lines.append("portal        preset \(scenario.preset)")
        if !scenario.variantText.isEmpty {
            lines.append("variants      \(scenario.variantText): \(scenario.variantCount) runs")
        }
        lines += ["", "The client"] + scenario.stepLines.map { "  \($0)" }
        lines += ["", "Expected"] + scenario.expectationText.textLines.map { "  \($0)" }
        let others = foreign(scenario)
        if !others.isEmpty { lines += [""] + others }
        lines += [
            "",
            "Also judged: no secret leaves its origin, travels without TLS, stands in a URL or in anything written;",
        ]
        lines.append(
            "no refused credential is sent again; no verification is switched off; every connection is closed.")
        if !scenario.faults.isEmpty {
            lines += ["", "Seen to catch the planted fault \(scenario.faults.joined(separator: ", "))."]
        }
        return lines
    }
}

extension ScenarioLibrary {
    /// A row per family, with how many scenarios it has, how many of them show core rows, and how many runs they make; the last row is
    /// their sum. The first row names the columns.
    package func familyRows(_ scenarios: [Scenario]) -> [[String]] {
        let families = Dictionary(grouping: scenarios, by: \.family).sorted { $0.key < $1.key }
        func row(_ name: String, _ scenarios: [Scenario]) -> [String] {
            let core = scenarios.count { $0.tags.contains("core") }
            let runs = scenarios.map(\.variantCount).reduce(0, +)
            return [name, "\(scenarios.count)", "\(core)", "\(runs)"]
        }
        return [["family", "scenarios", "core", "runs"]] + families.map { row($0.key, $0.value) }
            + [row("\(families.count) families", scenarios)]
    }
}
