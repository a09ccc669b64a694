internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalJudge

extension ScenarioRunner {
    /// Lets a foreign client carry out a run step by step.
    func performSteps(
        _ foreign: ForeignCommand, _ run: ScenarioRun, overlay: JSONValue?, steps: [any ScenarioStep]
    ) async -> (evidence: Evidence, expectation: Expectation) {
        await tell(run, overlay: overlay) { told, evidence in
            let (scenarioPortal, sandbox, messages) = (told.scenarioPortal, told.sandbox, told.messages)
            let environment = ForeignEnvironment(
                scenarioPortal, run: run.setup, mode: .steps, url: scenarioPortal.portal.url)
            let program = try ForeignProgram(foreign)
            let given = environment.whole(in: sandbox, inheriting: foreign.variables)
            let watch = await self.watch(given, sandbox, scenarioPortal)
            told.watch = watch
            // The last connection before the process was started that runs now.
            let last = Locked(0)
            let start = { [self] in
                last.withLock { $0 = scenarioPortal.lastConnection }
                let process = try watch.starting { () throws(ForeignCommandError) in
                    try ClientProcess(
                        path: program.path, arguments: program.arguments, environment: given, holdsDialogue: true,
                        timeLimit: options.timeLimit, keys: sandbox.keys)
                }
                options.interruption.begin(process)
                return process
            }
            let wire = DialogueWire(try start())
            let dialogue = ClientDialogue(
                wire, messages, reasons: foreign.reasons.knowing(run.setup), timeLimit: options.timeLimit,
                needs: run.needs)
            let before = Locked(Evidence(client: .foreign))
            dialogue.startAgain = { [self] ended in
                watch.end()
                options.interruption.finish(wire.process)
                before.withLock {
                    $0.record(
                        ended, program, timeLimit: options.timeLimit,
                        hasConnected: scenarioPortal.lastConnection > last.withLock { $0 })
                }
                messages.stores.look()
                return try start()
            }
            let isHeld = await hold(dialogue, steps, wire, &evidence)
            let ended = await wire.process.end()
            watch.end()
            options.interruption.finish(wire.process)
            messages.stores.look()
            let earlier = before.withLock { $0 }
            evidence.output += earlier.output
            evidence.complaints += earlier.complaints
            evidence.obstacle = evidence.obstacle ?? earlier.obstacle
            evidence.record(
                ended, program, timeLimit: options.timeLimit,
                hasConnected: scenarioPortal.lastConnection > last.withLock { $0 })
            // A client that says by its exit code that it cannot do this need not answer first.
            if !isHeld, ended.end == .exited(89) { evidence.complaints = [] }
            evidence.isConcurrent = steps.isConcurrent
            let expectation = try DialogueExpectation.expectation(
                of: run.setup, scenarioPortal, dialogue, &evidence)
            dialogue.fill(&evidence, ended, reasons: foreign.reasons)
            return (expectation, afterwards: dialogue.fillPauses)
        }
    }

    /// Goes through the steps, and notes why the dialogue ended before its end; false where it did.
    private func hold(
        _ dialogue: ClientDialogue, _ steps: [any ScenarioStep], _ wire: DialogueWire, _ evidence: inout Evidence
    ) async -> Bool {
        do throws(ClientDialogue.Ending) {
            try await dialogue.hold(steps)
            return true
        } catch {
            evidence.record(error)
            wire.process.kill()
            return false
        }
    }
}

extension Evidence {
    /// Notes why a dialogue ended before its last step.
    mutating func record(_ ending: ClientDialogue.Ending) {
        switch ending {
        case .unsupported(let why): inapplicable = why
        case .broken(let what), .gone(let what): complaints.append(what)
        case .hindered(let what): obstacle = what
        }
    }
}
