internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import TLSIdentity

/// A portal that was started for one run, and what is read from it afterwards.
struct Stage: Sendable {
    let portal: MockPortal
    let pki: TestPKI
    let placeholders: Placeholders

    /// Starts the portal of a run; an overlay of the twin comes last.
    init(_ run: ScenarioRun, overlay: JSONValue?, library: ScenarioLibrary, pki: TestPKI) throws {
        let blueprint =
            if let overlay {
                try run.twinBlueprint(overlay, in: library.fixtures)
            } else {
                try run.blueprint(in: library.fixtures)
            }
        portal = try MockPortal.start(blueprint, pki: pki)
        self.pki = pki
        placeholders = Placeholders(portal)
    }

    /// Waits for the last connection, stops the portal and fills in what it saw.
    func finish(_ evidence: inout Evidence, trustsRun: Bool, alsoTrusts: Set<String>) async {
        evidence.isComplete = await portal.waitUntilQuiet(timeout: .seconds(2))
        evidence.journal = portal.journal()
        evidence.canaries += portal.canaries()
        let recipes = evidence.journal.connections.compactMap { $0.tls?.certificate }
        evidence.certificates = CertificateFacts.defects(of: Set(recipes), trustsRun: trustsRun, alsoTrusts: alsoTrusts)
        portal.stop()
    }

    /// The expectation, with this portal's URLs.
    func expectation(of run: ScenarioRun) throws(DocumentError) -> Expectation {
        try Expectation(decoding: placeholders.filled(run.expectation), source: run.scenario.source, path: "expect")
    }
}

extension ScenarioRunner {
    /// Lets the built-in client carry out a run.
    func performBuiltIn(
        _ run: ScenarioRun, overlay: JSONValue?, steps: [Step]?
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .builtIn)
        let stage: Stage
        do { stage = try Stage(run, overlay: overlay, library: library, pki: pki) } catch {
            evidence.obstacle = "\(error)"
            return (evidence, Expectation())
        }
        defer { stage.portal.stop() }
        do {
            let driver = try await BuiltInDriver(stage: stage, run: run, options: options, items: items)
            await driver.perform(steps ?? run.steps)
            await driver.fill(&evidence)
            evidence.isConcurrent = (steps ?? run.steps).contains(where: \.isConcurrent)
            let trust = driver.trustedAuthorities
            await stage.finish(&evidence, trustsRun: trust.run, alsoTrusts: trust.recipes)
            return (evidence, try stage.expectation(of: run))
        } catch {
            evidence.obstacle = "\(error)"
            return (evidence, Expectation())
        }
    }
}
