package import FixtureFiles
package import JSONValues
package import StructuredText

/// The scenario files of a fixture tree.
package struct ScenarioLibrary: Sendable {
    package let fixtures: FixtureTree
    /// Every scenario, sorted by id.
    package let scenarios: [Scenario]
    package let catalogue: Catalogue

    /// Reads all the scenario files and the catalogue, and files of the user's own; throws at the first mistake.
    ///
    /// A file of the user's own takes the place of the scenario with its id.
    package init(fixtures: FixtureTree, files: [DocumentText] = []) throws(DocumentError) {
        let catalogue = try Catalogue(fixtures: fixtures)
        let names = FixtureNames(fixtures: fixtures, catalogue: catalogue)
        var own: [String: Scenario] = [:]
        for text in files {
            let scenario = try Scenario(text, id: Scenario.id(ofFile: text.source), file: text.source, names: names)
            if let other = own[scenario.id] {
                // A file and its folder may both be named.
                if Scenario.plainPath(other.source) == Scenario.plainPath(text.source) { continue }
                throw DocumentError(
                    .unknownValue, source: text.source,
                    problem: "is called \(scenario.id), as \(other.source) is; run one of them, or rename it")
            }
            own[scenario.id] = scenario
        }
        var scenarios: [Scenario] = []
        for name in fixtures.documentNames(under: Scenario.folder) where own[name] == nil {
            guard let path = fixtures.document(named: "\(Scenario.folder)/\(name)") else { continue }
            scenarios.append(try Scenario(path: path, in: fixtures, names: names))
        }
        // In the order of their paths, on which parts of a run (``Shard``) rest.
        scenarios = (scenarios + own.values).sorted { $0.id + "." < $1.id + "." }
        self.init(fixtures: fixtures, scenarios: scenarios, catalogue: catalogue)
    }

    /// A library of scenarios that are already read.
    package init(fixtures: FixtureTree, scenarios: [Scenario], catalogue: Catalogue) {
        self.fixtures = fixtures
        self.scenarios = scenarios
        self.catalogue = catalogue
    }

    /// The scenario with an id; nil where there is none.
    package subscript(id: String) -> Scenario? { scenarios.first { $0.id == id } }

    /// The scenarios that any of the selectors means, each once; every scenario where there is no selector.
    ///
    /// A selector is an id, a family, a preset, a catalogue row, `tag:` and a tag, or the path of a file or a folder of the
    /// user's own that was read. Throws for one that means nothing, with
    /// the nearest that would.
    package func selected(by selectors: [String]) throws(DocumentError) -> [Scenario] {
        guard !selectors.isEmpty else { return scenarios }
        var chosen: Set<String> = []
        for selector in selectors {
            let found = scenarios.filter { Self.matches($0, selector) }
            guard !found.isEmpty else {
                let words = selectorWords
                let suggestion = NearestName.to(selector, among: words)
                throw DocumentError(
                    .unknownValue, source: "selector", keyPath: selector,
                    problem: "means no scenario"
                        + (suggestion.map { "; did you mean \($0)?" } ?? "; mockportal list shows them all"))
            }
            chosen.formUnion(found.map(\.id))
        }
        return scenarios.filter { chosen.contains($0.id) }
    }

    /// The scenarios in an order that follows from a seed alone.
    package static func shuffled(_ scenarios: [Scenario], seed: UInt64) -> [Scenario] {
        var generator = SplitMix(seed: seed)
        var rest = scenarios
        var result: [Scenario] = []
        while !rest.isEmpty { result.append(rest.remove(at: generator.number(below: rest.count))) }
        return result
    }

    private static func matches(_ scenario: Scenario, _ selector: String) -> Bool {
        if selector.hasPrefix("tag:") { return scenario.tags.contains(String(selector.dropFirst(4))) }
        if let file = scenario.file, Scenario.isFile(file, at: selector) { return true }
        return scenario.id == selector || scenario.family == selector || scenario.preset == selector
            || scenario.catalogue.contains(selector)
    }

    private var selectorWords: [String] {
        scenarios.flatMap { [$0.id, $0.family, $0.preset] + $0.catalogue + $0.tags.map { "tag:\($0)" } }
    }
}
