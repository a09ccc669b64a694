internal import PortalScenarios
package import ScenarioFormat
package import TLSIdentity

/// Judges reference clients: each without a bug by many scenarios, and with each of its bugs by those that show it.
package struct ClientMatrix: Sendable {
    /// A client that can be started.
    package struct Candidate: Sendable {
        package let table: BugTable
        /// The folder that holds it.
        package let folder: String
        /// The folder that it was built into.
        package let build: String
        /// The scenarios that it is known to fail by what it is made of, without a bug.
        package let knownFailing: Set<String>

        package init(_ table: BugTable, folder: String, build: String, knownFailing: Set<String>) {
            self.table = table
            self.folder = folder
            self.build = build
            self.knownFailing = knownFailing
        }
    }

    private let library: ScenarioLibrary
    private let pki: TestPKI
    /// How many runs go side by side.
    private let jobs: Int

    package init(library: ScenarioLibrary, pki: TestPKI, jobs: Int = 8) {
        self.library = library
        self.pki = pki
        self.jobs = jobs
    }

    /// Judges clients by these scenarios, and all of their bugs or those with such a name.
    package func report(
        on candidates: [Candidate], by scenarios: [Scenario],
        bugs isWanted: @escaping @Sendable (BugTable.Bug) -> Bool = { _ in true }
    ) async throws -> ClientReport {
        var rows: [ClientReport.Row] = []
        for candidate in candidates {
            let right = try await runner(candidate, bug: nil, jobs: jobs).run(scenarios)
            let trials = await trials(of: candidate, candidate.table.bugs.filter(isWanted))
            rows.append(ClientReport.Row(candidate.table.client, right: right, trials: trials))
        }
        return ClientReport(rows: rows)
    }

    private func runner(_ candidate: Candidate, bug: String?, jobs: Int) -> ScenarioRunner {
        var options = RunOptions()
        options.jobs = jobs
        // Runtimes start slowly on a machine that is busy.
        options.timeLimit = .seconds(120)
        let line = candidate.table.commandLine(folder: candidate.folder, build: candidate.build, bug: bug)
        options.foreign = ForeignCommand(commandLine: line)
        if bug == nil { options.knownFailing = candidate.knownFailing }
        return ScenarioRunner(library: library, pki: pki, options: options)
    }

    private func trials(of candidate: Candidate, _ bugs: [BugTable.Bug]) async -> [ClientReport.Trial] {
        await withTaskGroup(of: (Int, ClientReport.Trial).self) { group in
            var left = bugs.enumerated().makeIterator()
            func add() {
                guard let (index, bug) = left.next() else { return }
                group.addTask { (index, await trial(of: candidate, bug)) }
            }
            // Each has the variants of a scenario side by side.
            for _ in 0..<max(1, jobs / 2) { add() }
            var found: [(Int, ClientReport.Trial)] = []
            for await one in group {
                found.append(one)
                add()
            }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Judges one bug by its scenarios in their order, up to the first that shows it.
    private func trial(of candidate: Candidate, _ bug: BugTable.Bug) async -> ClientReport.Trial {
        let runner = runner(candidate, bug: bug.name, jobs: 2)
        var results: [RunResult] = []
        do {
            for selector in bug.scenarios {
                let found = try await runner.run(try library.selected(by: [selector])).results
                results += found
                if found.contains(where: { ClientReport.Trial.shows(bug, $0.verdict) }) { break }
            }
        } catch {
            return ClientReport.Trial(bug, results, obstacle: "\(error)")
        }
        return ClientReport.Trial(bug, results)
    }
}
