package import PortalJudge
internal import PortalScenarios
package import ScenarioFormat
package import TLSIdentity

/// Runs every mutant against scenarios.
package struct MutantMatrix: Sendable {
    /// Which scenarios a mutant meets.
    package enum Scope: String, Sendable, Codable, CaseIterable {
        /// Those that say that they catch it, with all their variants.
        case own
        /// Besides, the first run of every other scenario of their families; of all families where none says so.
        case families
        /// Besides, the first run of every other scenario.
        case all
    }
    let library: ScenarioLibrary
    let pki: TestPKI
    let scope: Scope
    /// How many runs go side by side; most of a run is waiting.
    let jobs: Int

    package init(library: ScenarioLibrary, pki: TestPKI, scope: Scope, jobs: Int = 8) {
        self.library = library
        self.pki = pki
        self.scope = scope
        self.jobs = jobs
    }

    /// One run that a mutant, or the client without a fault, is to do.
    private struct Task: Sendable {
        let mutant: Mutant?
        let run: ScenarioRun
        let runner: ScenarioRunner
    }

    /// Runs mutants against the chosen ones of their scenarios, and the client without a fault against the same.
    ///
    /// `whenDone` is told how many runs are over, and of how many.
    package func report(
        on mutants: [Mutant], scenarios: [Scenario], whenDone: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> MutantReport {
        var tasks: [Task] = []
        if scope != .own {
            let runner = ScenarioRunner(library: library, pki: pki)
            for scenario in scenarios {
                for run in try scenario.runs() { tasks.append(Task(mutant: nil, run: run, runner: runner)) }
            }
        }
        for mutant in mutants {
            let runner = ScenarioRunner(library: library, pki: pki, options: mutant.options)
            for scenario in self.scenarios(for: mutant, among: scenarios) {
                let runs = try scenario.runs()
                let wanted = scenario.faults.contains(mutant.name) ? runs[...] : runs.prefix(1)
                tasks += wanted.map { Task(mutant: mutant, run: $0, runner: runner) }
            }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let trials = await carryOut(tasks, whenDone: whenDone)
        return MutantReport(
            mutants: mutants, trials: trials, scope: scope, seconds: Int((clock.now - start).components.seconds))
    }

    private func scenarios(for mutant: Mutant, among scenarios: [Scenario]) -> [Scenario] {
        let own = Set(library.scenarios.filter { $0.faults.contains(mutant.name) }.map(\.family))
        return switch scope {
        case .own: scenarios.filter { $0.faults.contains(mutant.name) }
        case .families: own.isEmpty ? scenarios : scenarios.filter { own.contains($0.family) }
        case .all: scenarios
        }
    }

    private func carryOut(_ tasks: [Task], whenDone: @Sendable (Int, Int) -> Void) async -> [Trial] {
        await withTaskGroup(of: Trial.self) { group in
            var next = 0
            var trials: [Trial] = []
            func add() {
                guard next < tasks.count else { return }
                let task = tasks[next]
                next += 1
                group.addTask {
                    Trial(task.mutant, await task.runner.result(of: task.run), task.run.scenario.faults)
                }
            }
            for _ in 0..<max(1, jobs) { add() }
            for await trial in group {
                trials.append(trial)
                whenDone(trials.count, tasks.count)
                add()
            }
            return trials.sorted { ($0.mutant ?? "", $0.run) < ($1.mutant ?? "", $1.run) }
        }
    }

    /// What became of one mutant in one run.
    package struct Trial: Sendable, Codable {
        /// The name of the mutant; nil for the client without a fault.
        package let mutant: String?
        package let scenario: String
        /// The scenario with the combination of variants.
        package let run: String
        /// Whether the scenario says that it catches the mutant.
        package let isClaimed: Bool
        package let verdict: Verdict.Kind
        /// Why nothing was judged.
        package let obstacle: String?
        /// The first finding, which a reader sees first.
        package let first: Finding?
        /// The codes of all findings.
        package let codes: [String]
        /// Whether the first finding names the true cause.
        package let isFirstRight: Bool
        /// Whether any finding names the true cause.
        package let isRight: Bool

        init(_ mutant: Mutant?, _ result: RunResult, _ claims: [String]) {
            self.mutant = mutant?.name
            scenario = result.scenario
            run = result.name
            isClaimed = mutant.map { claims.contains($0.name) } ?? false
            verdict = result.verdict.kind
            obstacle = result.verdict.kind == .notJudged ? result.verdict.reason : nil
            let findings = result.verdict.kind == .failed ? result.verdict.findings : []
            first = findings.first
            codes = findings.map(\.code)
            isFirstRight = first.map { mutant?.isNamed(by: $0) ?? false } ?? false
            isRight = findings.contains { mutant?.isNamed(by: $0) ?? false }
        }
    }
}
