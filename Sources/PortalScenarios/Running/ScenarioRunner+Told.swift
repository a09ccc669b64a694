internal import JSONValues
internal import PortalJudge

/// What is there for a client that is told a run's steps, one by one or all at once.
final class ToldRun {
    let scenarioPortal: ScenarioPortal
    let sandbox: ForeignSandbox
    let messages: MessageWriter
    /// What looks at the client's processes; nil until it is started.
    var watch: ClientWatch?

    init(_ scenarioPortal: ScenarioPortal, _ sandbox: ForeignSandbox, _ messages: MessageWriter) {
        self.scenarioPortal = scenarioPortal
        self.sandbox = sandbox
        self.messages = messages
    }
}

extension ScenarioRunner {
    /// Lets a body drive a client that is told steps, then fills in what the portal, the client's folders and its processes show.
    ///
    /// The body gives what is expected, and what is filled in when all of that is known.
    func tell(
        _ run: ScenarioRun, overlay: JSONValue?,
        _ body: (ToldRun, inout Evidence) async throws -> (Expectation, afterwards: (inout Evidence) -> Void)
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .foreign)
        var expectation = Expectation()
        let sandbox: ForeignSandbox
        do { sandbox = try ForeignSandbox() } catch {
            evidence.obstacle = "\(error)"
            return (evidence, expectation)
        }
        defer { sandbox.remove() }
        let told: ToldRun
        do {
            let scenarioPortal = try ScenarioPortal(
                run.setup, overlay: overlay, library: library, pki: pki, tickets: try await tickets(for: run.setup))
            told = ToldRun(
                scenarioPortal, sandbox,
                try MessageWriter(
                    scenarioPortal: scenarioPortal, run: run.setup, sandbox: sandbox, items: items,
                    isTwin: overlay != nil))
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, expectation)
        }
        defer { told.messages.clear() }
        var afterwards: (inout Evidence) -> Void = { _ in }
        do { (expectation, afterwards) = try await body(told, &evidence) } catch { evidence.obstacle = "\(error)" }
        await finish(
            &evidence, told.scenarioPortal, told.sandbox, told.watch, knowing: told.messages.canaries,
            trustsRun: told.messages.trustsRun, alsoTrusts: told.messages.trustedRecipes)
        freshValues.note(evidence.freshValues, of: run.label(overlay))
        told.messages.fill(&evidence)
        afterwards(&evidence)
        return (evidence, expectation)
    }
}
