internal import FixtureFiles
internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalJudge
internal import ScenarioFormat

extension ScenarioRunner {
    /// Lets a command carry out a run whose steps it is told at once, as `PORTAL_TASKS`.
    func performTasks(
        _ foreign: ForeignCommand, _ run: ScenarioRun, overlay: JSONValue?, steps: [any ScenarioStep],
        written: JSONValue
    ) async -> (evidence: Evidence, expectation: Expectation) {
        await tell(run, overlay: overlay) { told, evidence in
            let (scenarioPortal, sandbox, messages) = (told.scenarioPortal, told.sandbox, told.messages)
            let dialogue = ClientDialogue(
                nil, messages, reasons: foreign.reasons.knowing(run.setup), timeLimit: options.timeLimit,
                needs: run.needs)
            let pauses = PauseFiles(in: sandbox.path)
            let tasks = TaskList(dialogue, pauses: pauses)
            try tasks.begin(needs: run.needs)
            for step in steps { try step.list(in: tasks) }
            try tasks.join()
            var environment = ForeignEnvironment(
                scenarioPortal, run: run.setup, tasks: tasks.text, url: scenarioPortal.portal.url)
            let advice = SingleTask(written, of: run)
            if advice.isConnect, let file = try messages.authorities("portal").last {
                environment.askToConnect(trusting: file)
            }
            let program = try ForeignProgram(foreign)
            let given = environment.whole(in: sandbox, inheriting: foreign.variables)
            let watch = await self.watch(given, sandbox, scenarioPortal)
            told.watch = watch
            let process = try watch.starting { () throws(ForeignCommandError) in
                try ClientProcess(
                    path: program.path, arguments: program.arguments, environment: given, holdsDialogue: false,
                    timeLimit: options.timeLimit, keys: sandbox.keys)
            }
            options.interruption.begin(process)
            let (ended, failures) = await changing(tasks, scenarioPortal.portal, pauses) { await process.end() }
            watch.end()
            options.interruption.finish(process)
            evidence.record(
                ended, program, timeLimit: options.timeLimit, hasConnected: scenarioPortal.lastConnection > 0)
            evidence.complaints += failures
            evidence.isConcurrent = steps.isConcurrent
            let expectation: Expectation
            if ended.end == .exited(89) {
                // Of a list that it cannot do a client need not answer anything.
                evidence.outcome = ClientOutcome(kind: .unsupported)
                evidence.inapplicable = advice.declined(canBeChanged: isOwn(run.scenario))
                // It says which of what is asked of every client the scenario lifts.
                expectation = try scenarioPortal.expectation(of: run.setup)
            } else {
                expectation = try judgeable(
                    ended, dialogue, run, scenarioPortal, foreign, isSingle: advice.isConnect, &evidence)
            }
            return (
                expectation,
                // When a task began nothing tells: what is asked for again may be what the next one wants.
                afterwards: { $0.asks = Array(0...($0.journal.requests.last?.number ?? 0)) }
            )
        }
    }

    /// Whether a scenario is the user's own, and not one of the product.
    private func isOwn(_ scenario: Scenario) -> Bool {
        scenario.file != nil || library.fixtures.ownFolder.map { scenario.source.hasPrefix($0 + "/") } ?? false
    }

    /// Makes the changes of the portal, each when the client waits for it or the portal has seen enough, until a body has ended;
    /// gives what could not be done.
    private func changing(
        _ tasks: TaskList, _ portal: MockPortal, _ pauses: PauseFiles, _ body: () async -> ClientProcess.Ended
    ) async -> (ended: ClientProcess.Ended, failures: [String]) {
        let failures = Locked<[String]>([])
        let (changes, watches, limit) = (tasks.changes, tasks.watches, options.timeLimit)
        @Sendable func make(_ changes: [TaskList.Change]) {
            for change in changes {
                do { try change() } catch {
                    failures.withLock { $0.append("the client did not get what a task is about: \(error)") }
                }
            }
        }
        let serving = Task { await pauses.serve { make(changes[$0]) } }
        let watching = Task {
            for (wait, changes) in watches {
                // What never comes is seen by what is missing; the client is not kept waiting for it.
                switch wait {
                case .requests(let count, let operation):
                    _ = await portal.waitForRequests(count, operation: operation, timeout: limit)
                case .faults(let count): _ = await portal.waitForFaults(count, timeout: limit)
                default: break
                }
                if Task.isCancelled { return }
                make(changes)
            }
        }
        let ended = await body()
        pauses.end()
        watching.cancel()
        await serving.value
        return (ended, failures.withLock { $0 })
    }

    /// Takes over what a command told of its tasks; gives what is expected of what it told.
    private func judgeable(
        _ ended: ClientProcess.Ended, _ dialogue: ClientDialogue, _ run: ScenarioRun, _ scenarioPortal: ScenarioPortal,
        _ foreign: ForeignCommand, isSingle: Bool, _ evidence: inout Evidence
    ) throws -> Expectation {
        // Asked for one task it may print what it likes, as the portal's document.
        let hasAnswered = !isSingle && dialogue.hear(answersOf: ended.output, &evidence)
        var expectation = try DialogueExpectation.expectation(of: run.setup, scenarioPortal, dialogue, &evidence)
        guard !hasAnswered else {
            dialogue.fill(&evidence, ended, reasons: foreign.reasons)
            return expectation
        }
        // Its exit code alone says how the last task went.
        if !dialogue.tellsEvents { expectation.events = nil }
        expectation.final = .object([:])
        if case .exited(let code) = ended.end, evidence.obstacle == nil {
            let report = ForeignReport(ended, code: code, reasons: foreign.reasons.knowing(run.setup))
            evidence.outcome = report.outcome
            evidence.events = report.events
            evidence.breach = evidence.breach ?? report.breach
            if report.events != nil {
                expectation.events =
                    DialogueLoosening.loosened(try scenarioPortal.expectation(of: run.setup), for: run.setup)
                    .events?.ofAnyClient
            }
        }
        return expectation
    }
}

extension ClientDialogue {
    /// Reads the answers among the lines of a command's output, and says whether there was any.
    func hear(answersOf output: String, _ evidence: inout Evidence) -> Bool {
        var count = 0
        do throws(Ending) {
            for line in output.textLines where line.first == "{" && line.utf8.count <= ClientProcess.longestLine {
                guard let value = try? JSONValue(parsing: String(line)), value["id"] != nil else { continue }
                count += 1
                try hear(String(line))
            }
            if count > 0, let id = unanswered.min() {
                throw .broken("the client answered \(count) tasks and not task \(id); it answers each or none")
            }
        } catch {
            evidence.record(error)
        }
        return count > 0
    }
}
