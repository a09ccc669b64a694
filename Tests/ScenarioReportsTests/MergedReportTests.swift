import FixtureFiles
import JSONValues
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Merged reports` {
    private func merged(_ reports: RunReport...) throws(DocumentError) -> RunReport {
        try RunReport.merged(reports.enumerated().map { ($0.element, "\($0.offset).json") })
    }

    @Test func `are the union, whatever the order, and exit as one run would`() throws {
        let one = SampleReport.report(try SampleReport.result("family/one"))
        let two = SampleReport.report(try SampleReport.result("family/two", code: 498))
        let other = SampleReport.report(
            try SampleReport.result("family/one", client: "curl", code: 400, isKnownToFail: true))
        #expect(try merged(one, two, other).results == merged(other, two, one).results)
        #expect(try merged(one, two, other).results.map(\.client) == ["built-in", "curl", "built-in"])
        #expect(try [merged(one, other).exitCode, merged(one, two).exitCode] == [0, 1])
        let passing = SampleReport.report(try SampleReport.result("family/one", isKnownToFail: true))
        #expect(try merged(passing).exitCode == 2)
    }

    @Test func `hold a run once, and are refused where two differ`() throws {
        let one = SampleReport.report(try SampleReport.result("family/one"))
        #expect(try merged(one, one).results.count == 1)
        let changed = SampleReport.report(try SampleReport.result("family/one", code: 498))
        let error = try #require(throws: DocumentError.self) { _ = try merged(one, changed) }
        #expect(error.code == .conflict && error.description.hasPrefix("1.json: family/one: the client built-in"))
        #expect(error.description.contains("0.json"))
    }

    @Test func `name the parts that are missing`() throws {
        let scenarios = try ScenarioLibrary(fixtures: .embedded).selected(by: ["connect"])
        func part(_ index: Int) -> RunReport {
            let origin = RunOrigin(client: "built-in", selected: scenarios, shard: Shard(index: index, of: 3))
            return RunReport(results: [], durationMS: 1, origins: [origin])
        }
        #expect(try merged(part(0), part(1), part(2)).missingParts == [])
        let told = try merged(part(1)).missingParts
        #expect(told.count == 1 && told[0].contains("\(scenarios.count) scenarios"))
        #expect(told[0].hasSuffix("the parts 0/3, 2/3 are missing"))
    }
}
