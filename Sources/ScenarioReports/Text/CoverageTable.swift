package import ScenarioFormat

/// Which row of the catalogue is shown by which scenario, and which planted fault that scenario was seen to catch.
package struct CoverageTable: Sendable {
    /// One row of the catalogue with what covers it.
    package struct Line: Sendable {
        package let row: Catalogue.Row
        package let scenarios: [Scenario]

        /// A row counts only where a scenario of it was seen to catch a fault, or where a test shows it.
        package var counts: Bool { row.shownBy != nil || scenarios.contains { !$0.faults.isEmpty } }
    }

    /// Rows that a scenario shows, or that are core.
    package let lines: [Line]
    private let foreignModes: @Sendable (Scenario) -> [ForeignModes]

    /// Computes the table from the files; `foreignModes` reads the steps of a scenario and says who else can be asked to do its runs.
    package init(_ library: ScenarioLibrary, foreignModes: @escaping @Sendable (Scenario) -> [ForeignModes]) {
        self.foreignModes = foreignModes
        lines = library.catalogue.rows.map { row in
            Line(row: row, scenarios: library.scenarios.filter { $0.catalogue.contains(row.id) })
        }
    }

    /// The table in Markdown: row, scenario, runs, fault.
    package var textLines: [String] {
        var rows = [["row", "what", "scenario", "runs", "fault that it catches"]]
        for line in lines {
            let id = line.row.id + (line.row.isCore ? " ★" : "")
            if let path = line.row.shownBy { rows.append([id, line.row.title, path, "–", "a test of its own"]) }
            for scenario in line.scenarios {
                rows.append([
                    id, line.row.title, scenario.id,
                    "\(scenario.variantCount)",
                    scenario.faults.isEmpty ? "none" : scenario.faults.joined(separator: ", "),
                ])
            }
        }
        let obstacles = obstacles
        return Self.table(rows) + awaiting.flatMap { [""] + $0 } + (obstacles.isEmpty ? [] : [""] + obstacles)
            + ["", summary, ""] + modes
    }

    /// Rows that wait for a part that is not built, and why.
    private var awaiting: [[String]] {
        let rows = lines.filter { $0.row.awaits != nil }
        guard !rows.isEmpty else { return [] }
        let texts = rows.map { "\($0.row.id)   \($0.row.title), awaits \($0.row.awaits ?? ""): \($0.row.why ?? "")" }
        return [texts]
    }

    /// How many rows count.
    package var summary: String {
        let covered = lines.filter(\.counts)
        let core = lines.filter(\.row.isCore)
        let missing = core.filter { !$0.counts }.map(\.row.id)
        let runs = Set(covered.flatMap { $0.scenarios.map(\.id) })
        var text =
            "\(covered.count) rows by \(runs.count) scenarios; \(core.count - missing.count) of \(core.count) core rows"
        if !missing.isEmpty { text += "; core rows still without: \(missing.joined(separator: ", "))" }
        return text
    }

    /// The scenarios' ways of being asked of another client, by id.
    private var foreign: [String: [ForeignModes]] {
        lines.flatMap(\.scenarios).reduce(into: [:]) { modes, scenario in
            if modes[scenario.id] == nil { modes[scenario.id] = foreignModes(scenario) }
        }
    }

    /// How many rows each kind of client can be judged by.
    private var modes: [String] {
        let foreign = foreign
        func count(_ among: [Line], _ canBeTold: (ForeignModes) -> Bool) -> Int {
            among.count { $0.canBeTold(in: foreign, canBeTold) }
        }
        let core = lines.filter(\.row.isCore)
        let own = core.count { $0.counts }
        return [
            "core rows by which a client can be judged: the built-in one \(own), another one by command "
                + "\(count(core, \.byCommand)) (\(count(core, \.byTask)) of them by a task of their own), "
                + "by steps \(count(core, \.bySteps)) (\(count(core, \.byPlainSteps)) of them without side-by-side "
                + "steps, a steered clock or a second start);",
            "all rows: the built-in one \(lines.count { $0.counts }), another one by command "
                + "\(count(lines, \.byCommand)), by steps \(count(lines, \.bySteps))",
        ]
    }

    /// The core rows by which no other client can be judged in one of the ways, each with the reason.
    private var obstacles: [String] {
        let foreign = foreign
        var rows = [["row", "not by", "why another client cannot be judged by it"]]
        for line in lines where line.row.isCore && !line.scenarios.isEmpty {
            func add(_ kind: String, _ obstacle: (ForeignModes) -> String?) {
                guard !line.canBeTold(in: foreign, { obstacle($0) == nil }) else { return }
                let why = Set(line.scenarios.flatMap { foreign[$0.id] ?? [] }.compactMap(obstacle))
                rows.append(["\(line.row.id) \(line.row.title)", kind, why.sorted().joined(separator: "; ")])
            }
            add("command", \.commandObstacle)
            add("steps", \.stepsObstacle)
        }
        return rows.count > 1 ? Self.table(rows) : []
    }

    private static func table(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = rows.map { row in
            "| " + row.indices.map { row[$0].padded(to: widths[$0]) }.joined(separator: " | ") + " |"
        }
        text.insert("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|", at: 1)
        return text
    }
}

extension CoverageTable.Line {
    /// Whether another client can be asked for any run of the row.
    fileprivate func canBeTold(in modes: [String: [ForeignModes]], _ isPossible: (ForeignModes) -> Bool) -> Bool {
        scenarios.contains { modes[$0.id]?.contains(where: isPossible) == true }
    }
}
