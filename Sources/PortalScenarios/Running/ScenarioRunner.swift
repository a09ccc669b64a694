package import JSONValues
internal import Platform
internal import PortalJudge
package import ScenarioFormat
package import TLSIdentity

/// Runs scenarios, each against a portal of its own, and judges them.
package final class ScenarioRunner: Sendable {
    let library: ScenarioLibrary
    let pki: TestPKI
    let options: RunOptions
    let items: ItemNames
    private let twins = Locked<[String: Task<Twin, Never>]>([:])
    let repairs = Locked<[Repair: Task<Twin, Never>]>([:])
    /// The Kerberos realm of the runs that need one.
    let realm = RealmHolder()
    /// What the processes of a foreign client made up.
    let freshValues = FreshValueLedger()

    /// Makes a runner; the PKI is shared by all runs.
    package init(library: ScenarioLibrary, pki: TestPKI, options: RunOptions = RunOptions()) {
        self.library = library
        self.pki = pki
        items = ItemNames(fixtures: library.fixtures)
        self.options = options
    }

    /// Runs every variant of the scenarios. Throws, before anything runs, where a file is broken.
    ///
    /// `whenPlanned` is told how many runs there will be, before the first. `whenDone` is told of each result as it comes, in the order of completion. A foreign client that sent one process's state, code
    /// verifier or cnonce in another is told of at the end only, in both results.
    package func run(
        _ scenarios: [Scenario], whenPlanned: (Int) -> Void = { _ in },
        whenDone: @escaping @Sendable (RunResult) -> Void = { _ in }
    ) async throws(DocumentError) -> RunReport {
        var runs: [ScenarioRun] = []
        for scenario in scenarios { runs += try scenario.runs() }
        // A command has one interface: what differs only in ours is asked of it once.
        if options.foreign != nil { runs.removeAll { $0.interface == .legacy && $0.scenario.interface == .both } }
        for run in runs { try run.checkBlueprints(in: library.fixtures) }
        whenPlanned(runs.count)
        let clock = ContinuousClock()
        let start = clock.now
        await prepareRealm(for: runs)
        let judged = await carryOut(runs, whenDone: whenDone)
        await realm.letGo()
        let results = judged.map { $0.noting(freshValues.reuses(of: $0.name)) }
        return RunReport(results: results, durationMS: (clock.now - start).inFractionalMilliseconds).consistent()
    }

    /// What a run in the background comes to.
    private enum News: Sendable {
        case done(Int, RunResult)
        case interrupted
    }

    private func carryOut(_ runs: [ScenarioRun], whenDone: @escaping @Sendable (RunResult) -> Void) async -> [RunResult]
    {
        // Tasks of their own, not of a group: a group would wait for those that an interruption leaves behind.
        let tasks = Locked<[Task<Void, Never>]>([])
        let (news, feed) = AsyncStream.makeStream(of: News.self)
        var found: [Int: RunResult] = [:]
        var next = 0
        var stops = false
        func add() {
            guard next < runs.count, !stops else { return }
            let index = next
            next += 1
            let task = Task { _ = feed.yield(.done(index, await self.result(of: runs[index]))) }
            tasks.withLock { $0.append(task) }
        }
        var reading = news.makeAsyncIterator()
        options.interruption.whenInterrupted { feed.yield(.interrupted) }
        for _ in 0..<max(1, options.jobs) where options.interruption.signal == nil { add() }
        await withTaskCancellationHandler {
            while found.count < next, case .done(let index, let result)? = await reading.next() {
                found[index] = result
                whenDone(result)
                if options.failFast, result.isUnexpected(isStrict: options.isStrict) { stops = true }
                add()
            }
        } onCancel: {
            for task in tasks.withLock({ $0 }) { task.cancel() }
        }
        if found.count < next || options.interruption.signal != nil {
            for task in tasks.withLock({ $0 }) { task.cancel() }
            await options.interruption.clientsEnded()
        }
        options.interruption.note(judged: found.count, of: runs.count)
        return runs.indices.compactMap { found[$0] }
    }

    /// Runs one combination and its twin.
    package func result(of run: ScenarioRun) async -> RunResult {
        let clock = ContinuousClock()
        let start = clock.now
        let (judged, schedule, missed) = await scheduled(run)
        var verdict = judged.verdict.after(missed)
        var twin: Twin?
        if verdict.isPass, let plan = run.twin {
            twin = await self.twin(of: run, plan)
            if let objection = twin?.objection { verdict = objection }
        }
        return RunResult(
            scenario: run.scenario.id, name: run.name, title: run.scenario.title, catalogue: run.scenario.catalogue,
            tags: run.scenario.tags, citation: run.scenario.citation, requirement: requirement(of: run.scenario),
            verdict: verdict, durationMS: (clock.now - start).inFractionalMilliseconds, client: client,
            expectation: judged.expectation, evidence: judged.evidence, twin: twin, schedule: schedule,
            missedOrder: missed, isKnownToFail: options.knownFailing.contains(run.scenario.id),
            rerun: rerun(run, schedule: schedule))
    }

    /// A verdict with what it rests on, which holds no secret any more.
    typealias Judged = (verdict: Verdict, evidence: Evidence, expectation: Expectation)

    func verdict(on run: ScenarioRun, order: AnswerOrder?) async -> Judged {
        let (evidence, expectation) = await steadily {
            guard let foreign = options.foreign else {
                return await performBuiltIn(run, overlay: nil, steps: nil, order: order)
            }
            return await perform(foreign, way(of: run, foreign), run, overlay: nil)
        }
        return await Self.apart { self.judged(evidence, expectation) }
    }

    private func judged(_ evidence: Evidence, _ expectation: Expectation) -> Judged {
        let redaction = redaction(of: evidence, beside: expectation)
        let shown = evidence.redacted(by: redaction, keeping: expectation.literals)
        do {
            let expectation = try expectation.redacted(by: redaction)
            // By what is kept, so that no finding quotes a secret, and a stored report is judged alike.
            return (options.judge(shown, expectation), shown, expectation)
        } catch {
            return (Verdict(.notJudged, reason: "the expectation cannot be stored: \(error)"), shown, Expectation())
        }
    }

    /// What takes secrets out of a run that is kept: its own, and those of the machine that were passed to its client and that the
    /// expectation does not state.
    private func redaction(
        of evidence: Evidence, beside expectation: Expectation = Expectation()
    ) -> EvidenceRedaction {
        let secrets = options.foreign?.variables.secrets ?? []
        guard !secrets.isEmpty else { return EvidenceRedaction(evidence) }
        return EvidenceRedaction(evidence, erasing: secrets, stated: (try? expectation.stored()) ?? [])
    }

    /// Works something out for which a client decides how long it takes: on a thread of its own, else the steps of other runs would
    /// wait, and their clients run out of patience. Where the system has no thread left they do.
    static func apart<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await NativeThread.value(body) ?? body()
    }

    /// Runs something; a jump of the machine's clock meanwhile leaves nothing to judge.
    private func steadily(
        _ body: () async -> (evidence: Evidence, expectation: Expectation)
    ) async -> (evidence: Evidence, expectation: Expectation) {
        let before = options.clocks()
        var outcome = await body()
        if let jump = options.clocks().obstacle(since: before) { outcome.evidence.obstacle = jump }
        return outcome
    }

    /// Runs the positive twin of a pass; nil where the client's kind has none.
    private func twin(of run: ScenarioRun, _ plan: ScenarioRun.TwinPlan) async -> Twin? {
        switch plan {
        case .changed(let overlay, let steps):
            guard let foreign = options.foreign else { return await repaired(run, overlay, steps) }
            let way = way(of: run, foreign)
            if case .command(let plan) = way {
                // A plain command has no steps to change: only the portal's overlay makes a twin for it.
                guard plan.outcome.kind == .refused, overlay != .object([:]) else { return nil }
            }
            return await twin { await self.perform(foreign, way, run, overlay: overlay, steps: steps) }
        case .scenario(let id):
            let task = twins.withLock { twins in
                if let running = twins[id] { return running }
                let task = Task { await self.twin(id) }
                twins[id] = task
                return task
            }
            return await task.value
        }
    }

    private func twin(_ id: String) async -> Twin {
        guard let runs = try? library[id]?.runs(), let run = runs.first else {
            var evidence = Evidence(client: options.foreign == nil ? .builtIn : .foreign)
            evidence.obstacle = library.mistake(of: id)?.description ?? "there is no scenario \(id)"
            return Twin(of: id, evidence: evidence)
        }
        let judged = await verdict(on: run, order: nil)
        return Twin(of: id, expectation: judged.expectation, evidence: judged.evidence)
    }

    /// The same scenario with something changed: all that is asked of it is that the client gets in.
    func twin(_ body: () async -> (evidence: Evidence, expectation: Expectation)) async -> Twin {
        let evidence = await steadily(body).evidence
        return await Self.apart { Twin(evidence: evidence.redacted(by: self.redaction(of: evidence))) }
    }

    /// Who is run: `built-in`, or the command.
    package var client: String { options.foreign?.line ?? "built-in" }

    private func rerun(_ run: ScenarioRun, schedule: String?) -> String {
        var command = options.foreign.map { " --client \($0.argument)" } ?? ""
        if options.foreign?.mode == .steps { command += " --client-mode steps" }
        for name in options.foreign?.variables.passed ?? [] { command += " --client-env \(name)" }
        let selector = ShellArgument.quoted(run.scenario.file ?? run.scenario.id)
        let further = options.furtherArguments.map { word in
            " " + (options.foreign?.shown.argument(word) ?? ShellArgument.quoted(word))
        }.joined()
        return "mockportal run \(selector)\(command)\(further)\(schedule.map { " --schedule \($0)" } ?? "") --explain"
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
