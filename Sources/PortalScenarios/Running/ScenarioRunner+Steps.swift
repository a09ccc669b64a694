internal import JSONValues
internal import MockPortalServer
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
            let process = try ClientProcess(
                path: program.path, arguments: program.arguments,
                environment: environment.whole(in: sandbox, inheriting: foreign.variables),
                holdsDialogue: true, timeLimit: options.timeLimit)
            options.interruption.begin(process)
            let dialogue = ClientDialogue(process, messages, reasons: foreign.reasons, timeLimit: options.timeLimit)
            pauses = dialogue.fillPauses
            let isHeld = await hold(dialogue, steps, needs: run.steps.needs, process, &evidence)
            let ended = await process.end()
            options.interruption.finish(process)
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
        _ dialogue: ClientDialogue, _ steps: [any ScenarioStep], needs: StepTraits, _ process: ClientProcess,
        _ evidence: inout Evidence
    ) async -> Bool {
        do throws(ClientDialogue.Ending) {
            try await dialogue.hold(steps, needs: needs)
            return true
        } catch {
            switch error {
            case .unsupported(let why): evidence.inapplicable = why
            case .broken(let what), .gone(let what): evidence.complaints.append(what)
            case .hindered(let what): evidence.obstacle = what
            }
            process.kill()
            return false
        }
    }
}
