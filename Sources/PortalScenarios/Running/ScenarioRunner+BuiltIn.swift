internal import JSONValues
internal import MockPortalServer
internal import PortalJudge

extension ScenarioRunner {
    /// Lets the built-in client carry out a run.
    func performBuiltIn(
        _ run: ScenarioRun, overlay: JSONValue?, steps: [any ScenarioStep]?, order: AnswerOrder? = nil
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .builtIn)
        let scenarioPortal: ScenarioPortal
        do {
            scenarioPortal = try ScenarioPortal(
                run.setup, overlay: overlay, library: library, pki: pki, tickets: try await tickets(for: run.setup),
                isStanding: true)
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, Expectation())
        }
        defer { scenarioPortal.portal.stop() }
        scenarioPortal.portal.schedule(order)
        var options = options
        if let order {
            let underWay = order.awaitsRequests(to: scenarioPortal.portal)
            options.transportWrapper = { [wrapper = options.transportWrapper] wire, facts in
                underWay.counting(wrapper?(wire, facts) ?? wire)
            }
        }
        do {
            let driver = try await BuiltInDriver(
                scenarioPortal: scenarioPortal, run: run.setup, options: options, items: items,
                held: { order?.held })
            let isDone = await driver.isDone(grace: 5) {
                await driver.perform(steps ?? run.steps)
                return true
            }
            if !isDone { driver.log.complain("the client did not end, and nothing shows that it still will") }
            await driver.fill(&evidence)
            evidence.isConcurrent = (steps ?? run.steps).isConcurrent
            let trust = driver.trustedAuthorities
            await scenarioPortal.finish(&evidence, trustsRun: trust.run, alsoTrusts: trust.recipes)
            return (evidence, try scenarioPortal.expectation(of: run.setup))
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, Expectation())
        }
    }
}
