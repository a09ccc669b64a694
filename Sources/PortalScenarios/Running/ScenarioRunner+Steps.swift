internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalJudge

extension ScenarioRunner {
    /// Lets a foreign client carry out a run step by step.
    func performSteps(
        _ foreign: ForeignCommand, _ run: ScenarioRun, overlay: JSONValue?, steps: [any ScenarioStep]
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .foreign)
        var expectation = Expectation()
        let scenarioPortal: ScenarioPortal
        let sandbox: ForeignSandbox
        let messages: MessageWriter
        do {
            sandbox = try ForeignSandbox()
            scenarioPortal = try ScenarioPortal(run.setup, overlay: overlay, library: library, pki: pki)
            messages = try MessageWriter(scenarioPortal: scenarioPortal, run: run.setup, sandbox: sandbox, items: items)
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, expectation)
        }
        defer {
            messages.clear()
            sandbox.remove()
        }
        var pauses: (inout Evidence) -> Void = { _ in }
        do {
            let environment = ForeignEnvironment(
                scenarioPortal, run: run.setup, mode: .steps, url: scenarioPortal.portal.url)
            let program = try ForeignProgram(foreign)
            let wire = DialogueWire(
                try start(program, environment.whole(in: sandbox, inheriting: foreign.variables)))
            let dialogue = ClientDialogue(
                wire, messages, reasons: foreign.reasons.knowing(run.setup), timeLimit: options.timeLimit,
                needs: run.needs)
            pauses = dialogue.fillPauses
            let before = Locked(Evidence(client: .foreign))
            dialogue.startAgain = { [self] ended in
                options.interruption.finish(wire.process)
                before.withLock { $0.record(ended, program, timeLimit: options.timeLimit) }
                messages.stores.look()
                return try start(program, environment.whole(in: sandbox, inheriting: foreign.variables))
            }
            let isHeld = await hold(dialogue, steps, wire, &evidence)
            let ended = await wire.process.end()
            options.interruption.finish(wire.process)
            messages.stores.look()
            let earlier = before.withLock { $0 }
            evidence.output += earlier.output
            evidence.complaints += earlier.complaints
            evidence.obstacle = evidence.obstacle ?? earlier.obstacle
            evidence.record(ended, program, timeLimit: options.timeLimit)
            // A client that says by its exit code that it cannot do this need not answer first.
            if !isHeld, ended.end == .exited(89) { evidence.complaints = [] }
            evidence.isConcurrent = steps.isConcurrent
            expectation = try DialogueExpectation.expectation(of: run.setup, scenarioPortal, dialogue)
            dialogue.fill(&evidence, ended)
        } catch {
            evidence.obstacle = "\(error)"
        }
        await finish(
            &evidence, scenarioPortal, sandbox, trustsRun: messages.trustsRun, alsoTrusts: messages.trustedRecipes)
        messages.fill(&evidence)
        pauses(&evidence)
        return (evidence, expectation)
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

    /// Starts a client that is told steps.
    private func start(_ program: ForeignProgram, _ environment: [String: String]) throws -> ClientProcess {
        let process = try ClientProcess(
            path: program.path, arguments: program.arguments, environment: environment,
            holdsDialogue: true, timeLimit: options.timeLimit)
        options.interruption.begin(process)
        return process
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
