import Mutants
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

@Suite struct `Scenario suite` {
    private static let library = try? SharedLibrary.library
    private static let scenarios = library?.scenarios ?? []
    private static let pki = try? TestPKI()

    @Test func `every file can be read`() throws {
        let library = try SharedLibrary.library
        #expect(library.scenarios.count > 50)
        for scenario in library.scenarios { #expect(try !scenario.runs().isEmpty) }
    }

    @Test func `the built-in client passes every scenario`() async throws {
        let library = try #require(Self.library)
        let runner = ScenarioRunner(library: library, pki: try #require(Self.pki))
        let report = try await runner.run(RealmPeer.judgeable(library.scenarios))
        for result in report.results where result.verdict.kind != .passed {
            Issue.record("\(TextReport.text(of: result, explains: true))")
        }
        #expect(report.exitCode == 0)
    }

    @Test(arguments: ["never-shut-down", "basic-authorization"])
    func `a fault is caught by what is always judged`(_ name: String) async throws {
        let library = try #require(Self.library)
        let scenario = try #require(library["connect/private-member"])
        let options = try #require(Mutant.named(name)).options
        let runner = ScenarioRunner(library: library, pki: try #require(Self.pki), options: options)
        #expect(try await runner.run([scenario]).count(.failed) == scenario.variantCount)
    }

    @Test(arguments: scenarios.map(\.id))
    func `a scenario names the fault that it catches`(_ id: String) throws {
        let faults = try #require(Self.library?[id]).faults
        #expect(!faults.isEmpty)
        #expect(faults.filter { Mutant.named($0) == nil } == [], "no such mutant")
    }
}
