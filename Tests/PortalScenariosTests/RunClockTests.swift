import MockPortalServer
import PortalAuthentication
import PortalJudge
import ScenarioFormat
import TLSIdentity
import Testing

@testable import PortalScenarios

@Suite struct `The clocks of a run` {
    /// Where the machine was busy between the two, a date that the portal named was nearer to the client than to the portal.
    @Test func `stand at one moment, however long after the portal the client is made`() async throws {
        let library = try SharedLibrary.library
        let run = try #require(try library["transport/busy-with-retry-after"]?.runs().first)
        let scenarioPortal = try ScenarioPortal(
            run.setup, overlay: nil, library: library, pki: TestPKI(), tickets: nil, isStanding: true)
        defer { scenarioPortal.portal.stop() }
        var evidence = Evidence(client: .builtIn)
        let driver = try await BuiltInDriver(
            scenarioPortal: scenarioPortal, run: run.setup, options: RunOptions(),
            items: ItemNames(fixtures: library.fixtures))
        #expect(driver.time.now().milliseconds == scenarioPortal.portal.portalTime)
        await driver.fill(&evidence)
    }
}
