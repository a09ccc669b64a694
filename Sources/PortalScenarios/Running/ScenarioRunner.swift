package import JSONValues
internal import Locking
internal import PortalJudge
package import TLSIdentity

/// Runs scenarios, each against a portal of its own, and judges them.
package final class ScenarioRunner: Sendable {
    let library: ScenarioLibrary
    let pki: TestPKI
    let options: RunOptions
    let items: ItemNames
    private let twins = Locked<[String: Task<Verdict, Never>]>([:])
    let repairs = Locked<[Repair: Task<Verdict?, Never>]>([:])

    /// Makes a runner; the PKI is shared by all runs.
    package init(library: ScenarioLibrary, pki: TestPKI, options: RunOptions = RunOptions()) {
        self.library = library
        self.pki = pki
        items = ItemNames(fixtures: library.fixtures)
        self.options = options
    }

    /// Runs every variant of the scenarios. Throws, before anything runs, where a file is broken.
    ///
    /// `whenDone` is told of each result as it comes, in the order of completion.
    package func run(
        _ scenarios: [Scenario], whenDone: @escaping @Sendable (RunResult) -> Void = { _ in }
    ) async throws(DocumentError) -> RunReport {
        var runs: [ScenarioRun] = []
        for scenario in scenarios { runs += try scenario.runs() }
        // A command has one interface: what differs only in ours is asked of it once.
        if options.foreign != nil { runs.removeAll { $0.interface == .legacy && $0.scenario.interface == .both } }
        for run in runs { try run.checkBlueprints(in: library.fixtures) }
        let clock = ContinuousClock()
        let start = clock.now
        let results = await carryOut(runs, whenDone: whenDone)
        return RunReport(
            results: results, durationMS: (clock.now - start).inFractionalMilliseconds,
            knownFailing: options.knownFailing)
    }

    private func carryOut(_ runs: [ScenarioRun], whenDone: @escaping @Sendable (RunResult) -> Void) async -> [RunResult]
    {
        await withTaskGroup(of: (Int, RunResult).self) { group in
            var found: [Int: RunResult] = [:]
            var next = 0
            var stops = false
            func add() {
                guard next < runs.count, !stops else { return }
                let index = next
                next += 1
                group.addTask { (index, await self.result(of: runs[index])) }
            }
            for _ in 0..<max(1, options.jobs) { add() }
            while let (index, result) = await group.next() {
                found[index] = result
                whenDone(result)
                if options.failFast, result.verdict.kind == .failed, !options.knownFailing.contains(result.scenario) {
                    stops = true
                }
                add()
            }
            return runs.indices.compactMap { found[$0] }
        }
    }

    /// Runs one combination and its twin.
    package func result(of run: ScenarioRun) async -> RunResult {
        let clock = ContinuousClock()
        let start = clock.now
        let (judged, schedule) = await scheduled(run)
        var verdict = judged.verdict
        if verdict.isPass, let twin = run.twin {
            if let other = await twinVerdict(run, twin) { verdict = other }
        }
        return RunResult(
            scenario: run.scenario.id, name: run.name, title: run.scenario.title, catalogue: run.scenario.catalogue,
            citation: run.scenario.citation, requirement: requirement(of: run.scenario), verdict: verdict,
            durationMS: (clock.now - start).inFractionalMilliseconds,
            client: options.foreign?.command.joined(separator: " ") ?? "built-in", expectation: judged.expectation,
            evidence: judged.evidence.redacted(), schedule: schedule)
    }

    /// A verdict with what it rests on.
    typealias Judged = (verdict: Verdict, evidence: Evidence, expectation: Expectation)

    func verdict(on run: ScenarioRun, order: AnswerOrder?) async -> Judged {
        var outcome: (evidence: Evidence, expectation: Expectation)
        let before = options.clocks()
        if let foreign = options.foreign {
            guard let plan = run.foreign else {
                let evidence = Evidence(client: .foreign)
                return (
                    Verdict(.notApplicable, reason: "a plain command cannot express its steps"), evidence, Expectation()
                )
            }
            outcome = await perform(foreign, plan, run, overlay: nil)
        } else {
            outcome = await performBuiltIn(run, overlay: nil, steps: nil, order: order)
        }
        if let jump = options.clocks().obstacle(since: before) { outcome.evidence.obstacle = jump }
        return (
            Judge.verdict(on: outcome.evidence, expecting: outcome.expectation), outcome.evidence, outcome.expectation
        )
    }

    /// What a positive twin makes of a pass; nil where the client gets in.
    ///
    /// A twin that could not be run says nothing of the client.
    private func twinVerdict(_ run: ScenarioRun, _ twin: ScenarioRun.TwinPlan) async -> Verdict? {
        switch twin {
        case .changed(let overlay, let steps):
            guard let foreign = options.foreign, let plan = run.foreign else {
                return await repairVerdict(run, overlay, steps)
            }
            // A plain command has no steps to change: only the portal's overlay makes a twin for it.
            guard plan.outcome.kind == .refused, overlay != .object([:]) else { return nil }
            return await verdict(onTwin: { await self.perform(foreign, plan, run, overlay: overlay).evidence })
        case .scenario(let id):
            let task = twins.withLock { twins in
                if let running = twins[id] { return running }
                let task = Task { await self.twinVerdict(id) }
                twins[id] = task
                return task
            }
            let verdict = await task.value
            switch verdict.kind {
            case .passed, .passedNonStrictly: return nil
            case .notJudged, .notApplicable:
                return Verdict(
                    .notJudged, reason: "its twin \(id) could not be judged: \(verdict.reason ?? "for no known reason")"
                )
            case .failed:
                return Verdict(
                    .failed,
                    findings: [Finding("twin", "its twin \(id) did not pass: the client may refuse everything")])
            }
        }
    }

    private func twinVerdict(_ id: String) async -> Verdict {
        guard let runs = try? library[id]?.runs(), let run = runs.first else {
            return Verdict(.notJudged, reason: "there is no scenario \(id)")
        }
        return await verdict(on: run, order: nil).verdict
    }

    /// What is made of how a twin goes; nil where the client gets in.
    func verdict(onTwin twin: () async -> Evidence) async -> Verdict? {
        let before = options.clocks()
        var evidence = await twin()
        if let jump = options.clocks().obstacle(since: before) { evidence.obstacle = jump }
        if let obstacle = evidence.obstacle {
            return Verdict(.notJudged, reason: "its twin could not be run: \(obstacle)")
        }
        return Self.gotIn(evidence) ? nil : Verdict(.failed, findings: [Self.refusedTwin(evidence)])
    }

    private static func gotIn(_ evidence: Evidence) -> Bool {
        if let outcome = evidence.outcome { return outcome.kind == .accepted }
        return evidence.final["status"] == "loaded"
            || ["loaded", "image", "imported"].contains(evidence.events?.last ?? "")
    }

    private static func refusedTwin(_ evidence: Evidence) -> Finding {
        Finding(
            "twin", "the client does not get in even where only the fault is removed",
            expected: "loaded", nearest: evidence.events?.joined(separator: ", ") ?? evidence.outcome?.kind.rawValue)
    }

    private func requirement(of scenario: Scenario) -> String {
        scenario.catalogue.compactMap { library.catalogue[$0]?.requirement }.joined(separator: " ")
    }
}

extension Duration {
    /// The duration in milliseconds with fractions, as reports show it.
    var inFractionalMilliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
