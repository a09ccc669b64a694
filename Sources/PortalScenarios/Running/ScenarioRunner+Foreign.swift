internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

extension ScenarioRunner {
    /// How a foreign client is to be asked for a run; the reason where it cannot be.
    func way(of run: ScenarioRun, _ foreign: ForeignCommand) -> ForeignWay {
        switch foreign.mode {
        case .command:
            if let plan = run.foreign { return .command(plan) }
            if let why = run.taskObstacle { return .none("its steps cannot be told to a command: \(why)") }
            return .tasks
        case .steps:
            if let why = run.dialogueObstacle { return .none("its steps cannot be told to a foreign client: \(why)") }
            return .steps
        }
    }

    /// Lets a foreign client carry out a run, or its twin with an overlay and perhaps steps of its own.
    func perform(
        _ foreign: ForeignCommand, _ way: ForeignWay, _ run: ScenarioRun, overlay: JSONValue?,
        steps: [any ScenarioStep]? = nil
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var (evidence, expectation) = await ask(foreign, way, run, overlay: overlay, steps: steps)
        guard evidence.journal.connections.isEmpty, evidence.outcome?.kind == .refused,
            Judge.verdict(on: evidence, expecting: expectation).kind == .failed
        else { return (evidence, expectation) }
        // It reached nothing: perhaps since the machine finds no address for what it was to ask.
        var asked = [run.script.steps]
        if case .command(let plan) = way { asked = [["url": .string(plan.url)]] }
        evidence.inapplicable = await NameLookup.obstacle(of: .array(asked))
        return (evidence, expectation)
    }

    private func ask(
        _ foreign: ForeignCommand, _ way: ForeignWay, _ run: ScenarioRun, overlay: JSONValue?,
        steps: [any ScenarioStep]?
    ) async -> (evidence: Evidence, expectation: Expectation) {
        switch way {
        case .none(let why):
            var evidence = Evidence(client: .foreign)
            evidence.inapplicable = why
            return (evidence, Expectation())
        case .command(let plan): return await perform(foreign, plan, run, overlay: overlay)
        case .tasks:
            let written = steps == nil ? run.script.steps : run.script.twinSteps ?? run.script.steps
            return await performTasks(foreign, run, overlay: overlay, steps: steps ?? run.steps, written: written)
        case .steps: return await performSteps(foreign, run, overlay: overlay, steps: steps ?? run.steps)
        }
    }

    /// Lets a command carry out a run: as often as the plan says, with everything it needs in its environment.
    private func perform(
        _ foreign: ForeignCommand, _ plan: ForeignPlan, _ run: ScenarioRun, overlay: JSONValue?
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .foreign)
        var expectation = Expectation()
        let sandbox: ForeignSandbox
        do { sandbox = try ForeignSandbox() } catch {
            evidence.obstacle = "\(error)"
            return (evidence, expectation)
        }
        defer { sandbox.remove() }
        let scenarioPortal: ScenarioPortal
        do {
            scenarioPortal = try ScenarioPortal(
                run.setup, overlay: overlay, library: library, pki: pki, tickets: try await tickets(for: run.setup))
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, expectation)
        }
        var watch: ClientWatch?
        do {
            let own = try scenarioPortal.expectation(of: run.setup)
            expectation = try plan.derivation(from: own, source: run.scenario.source) {
                scenarioPortal.placeholders.filled($0)
            }.expectation
            let environment = try ForeignEnvironment(
                plan, scenarioPortal: scenarioPortal, run: run.setup, sandbox: sandbox, items: items)
            for action in plan.before {
                try scenarioPortal.portal.perform(
                    try PortalAction(decoding: action, source: run.scenario.source, keyPath: "foreign.before"))
            }
            evidence.canaries = environment.canaries
            evidence.identityGrants = environment.identityGrants
            let program = try ForeignProgram(foreign)
            let watched = await self.watch(
                environment.whole(in: sandbox, inheriting: foreign.variables), sandbox, scenarioPortal)
            watch = watched
            let ability = ClientAbilities.task(environment.values, at: run.setup)
            for turn in 1...plan.times {
                let given = environment.whole(in: try sandbox.onTurn(turn), inheriting: foreign.variables)
                let last = scenarioPortal.lastConnection
                let process = try watched.starting { () throws(ForeignCommandError) in
                    try ClientProcess(
                        path: program.path, arguments: program.arguments, environment: given, holdsDialogue: false,
                        timeLimit: options.timeLimit, keys: sandbox.keys)
                }
                options.interruption.begin(process)
                let ended = await process.end()
                watched.end()
                options.interruption.finish(process)
                evidence.record(
                    ended, program, timeLimit: options.timeLimit, hasConnected: scenarioPortal.lastConnection > last)
                guard case .exited(let code) = ended.end, evidence.obstacle == nil else { break }
                let report = ForeignReport(ended, code: code, reasons: foreign.reasons.knowing(run.setup))
                evidence.outcome = report.outcome
                evidence.complaints += report.complaint.map { [$0] } ?? []
                evidence.breach = evidence.breach ?? report.breach
                if report.outcome.kind == .unsupported { evidence.noteDeclined(plan.task.rawValue) }
                evidence.abilities = ClientAbilities(of: report.outcome.kind, asked: ability)
                if !report.layers.isEmpty { evidence.final = ["layerStates": .object(report.layers)] }
                if let events = report.events { evidence.events = (evidence.events ?? []) + events }
                // A client that cannot, or was refused, does not do better when asked again.
                guard report.outcome.kind == .accepted else { break }
            }
            let layers = (plan.layers.object ?? [:]).filter { evidence.final["layerStates"]?[$0.key] != nil }
            if !layers.isEmpty { expectation.final = ["layerStates": .object(layers)] }
            if evidence.events != nil {
                expectation.events = plan.events ?? DialogueLoosening.loosened(own, for: run.setup).events?.ofAnyClient
            }
        } catch {
            evidence.obstacle = "\(error)"
        }
        let recipes: Set<String> = ["portal", "nothing"].contains(plan.trusts) ? [] : [plan.trusts]
        await finish(
            &evidence, scenarioPortal, sandbox, watch, trustsRun: plan.trusts != "nothing", alsoTrusts: recipes)
        freshValues.note(evidence.freshValues, of: run.label(overlay))
        return (evidence, expectation)
    }

    /// Looks at a client's processes from its first one on, before each answer of the portal at the latest.
    func watch(
        _ given: [String: String], _ sandbox: ForeignSandbox, _ scenarioPortal: ScenarioPortal
    ) async -> ClientWatch {
        // The first of a process begins with a look at all folders for temporary data.
        let watch = await Self.apart { ClientWatch(of: sandbox, given: given) }
        scenarioPortal.portal.schedule(watch)
        return watch
    }

    /// Fills in what the portal saw, what the client left and what was seen while it ran.
    ///
    /// - Parameter canaries: Further secrets that were made up for the run, which are looked for in all of that.
    func finish(
        _ evidence: inout Evidence, _ scenarioPortal: ScenarioPortal, _ sandbox: ForeignSandbox, _ watch: ClientWatch?,
        knowing canaries: [Canary] = [], trustsRun: Bool, alsoTrusts: Set<String> = []
    ) async {
        await scenarioPortal.finish(&evidence, trustsRun: trustsRun, alsoTrusts: alsoTrusts)
        evidence.canaries += canaries
        let known = evidence
        let (left, seen) = await Self.apart {
            (sandbox.leftFiles(searchedBy: SecretSearch(known)), watch?.traces(of: known))
        }
        evidence.output += left.files + (seen?.outputs ?? [])
        evidence.unsearched = left.unsearched
        if seen?.isWhole == false { evidence.isComplete = false }
    }
}

extension ScenarioRun {
    /// What a process is told apart by that was started for the run, or with an overlay for its twin.
    func label(_ overlay: JSONValue?) -> String { overlay == nil ? setup.name : "\(setup.name) (twin)" }
}

extension RunResult {
    /// The same result where another process of the client had sent what is to be made up anew each time, judged by that as well.
    func noting(_ reuses: [Evidence.Reuse]) -> RunResult {
        guard !reuses.isEmpty, verdict.kind != .notApplicable, verdict.kind != .notJudged else { return self }
        var copy = self
        copy.evidence.reused = reuses
        copy.verdict = copy.judgedAgain
        return copy
    }
}

/// In which of the ways a foreign client can be asked for a run.
enum ForeignWay {
    /// Not at all, and why.
    case none(String)
    case command(ForeignPlan)
    /// The steps as a list that it is told at once.
    case tasks
    case steps
}

extension Evidence {
    /// Notes that a command cannot do its task, by the word of `PORTAL_TASK`.
    mutating func noteDeclined(_ task: String) {
        inapplicable = "the client says that it cannot do this (task \(task))"
    }

    /// Takes over how a client's process ended and what it wrote.
    ///
    /// - Parameter hasConnected: Whether it has connected, so that it was started, whatever its exit code says.
    mutating func record(
        _ ended: ClientProcess.Ended, _ program: ForeignProgram, timeLimit: Duration,
        hasConnected: @autoclosure () -> Bool
    ) {
        if let failure = ended.failure {
            obstacle = program.failure(failure)
            return
        }
        output += [
            ClientOutput(place: "standard output", text: ended.output),
            ClientOutput(place: "standard error", text: ended.errors),
        ]
        complaints += ended.cut.map { "the client wrote more than 1 MiB to \($0)" }
        switch ended.end {
        case .timedOut: explain("the client did not end within \(timeLimit)", last: ended.output)
        case .exited(let code) where (code == 126 || code == 127) && !hasConnected():
            obstacle = program.notStarted(code)
        case .exited: break
        case .signalled where ended.isKilled: break
        case .signalled(let number): breach = .signal(number)
        case .lost: obstacle = "the process that kept the client was ended from outside; run the scenario again"
        }
        if ended.isFlooded { explain("the client wrote more lines than were asked for") }
        if ended.left > 0 {
            let what = ended.left == 1 ? "a process" : "\(ended.left) processes"
            complaints.append("the client left \(what) running when it ended")
        }
    }

    /// Puts the cause first of why a client was ended, and what it had not answered beside it.
    private mutating func explain(_ cause: String, last output: String = "\n") {
        let unanswered = complaints.first { $0.hasPrefix(Self.endedUnanswered) }
        complaints.removeAll { $0 == unanswered }
        let isOpen = unanswered != nil && output.unicodeScalars.last.map { $0 != "\n" } == true
        let step = unanswered.map { "; step\($0.dropFirst(Self.endedUnanswered.count)) is not answered" } ?? ""
        complaints.insert(cause + step + (isOpen ? ", and the last line that it wrote has no end" : ""), at: 0)
    }
}
