import FixtureFiles
import JSONValues
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Texts about scenarios` {
    private let library: ScenarioLibrary

    init() throws { library = try ScenarioLibrary(fixtures: .embedded) }

    @Test func `an explanation holds the whole requirement`() throws {
        let scenario = try #require(library["tokens/expired-silent"])
        let row = try #require(library.catalogue["T12"])
        let text = library.explanation(of: scenario).joined(separator: "\n")
        #expect(text.contains(row.requirement))
        #expect(text.contains(scenario.citation))
        for rule in row.rules { #expect(text.contains(try #require(library.catalogue.rules[rule]))) }
    }
}
