package import FixtureFiles
internal import HTTPSemantics
package import JSONValues
package import StructuredText

/// The scenario files of a fixture tree.
package struct ScenarioLibrary: Sendable {
    package let fixtures: FixtureTree
    /// Every scenario, sorted by id.
    package let scenarios: [Scenario]
    package let catalogue: Catalogue
    /// The mistakes of scenarios in a folder of one's own, by id: they stop only what needs them.
    private let mistakes: [String: DocumentError]

    /// Reads all the scenario files and the catalogue, and files of the user's own; throws at the first mistake.
    ///
    /// A mistake in a folder of one's own is told when the scenario is selected.
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
        var mistakes: [String: DocumentError] = [:]
        for name in fixtures.documentNames(under: Scenario.folder) where own[name] == nil {
            guard let path = fixtures.document(named: "\(Scenario.folder)/\(name)") else { continue }
            do throws(DocumentError) {
                scenarios.append(try Scenario(path: path, in: fixtures, names: names))
            } catch {
                guard fixtures.isOwn(path) else { throw error }
                mistakes[name] = error
            }
        }
        // In the order of their paths, on which parts of a run (``Shard``) rest.
        scenarios = (scenarios + own.values).sorted { $0.id + "." < $1.id + "." }
        self.init(fixtures: fixtures, scenarios: scenarios, catalogue: catalogue, mistakes: mistakes)
    }

    /// A library of scenarios that are already read.
    package init(
        fixtures: FixtureTree, scenarios: [Scenario], catalogue: Catalogue, mistakes: [String: DocumentError] = [:]
    ) {
        self.fixtures = fixtures
        self.scenarios = scenarios
        self.catalogue = catalogue
        self.mistakes = mistakes
    }

    /// What is wrong with the scenario of an id, which could not be read; nil where there is none.
    package func mistake(of id: String) -> DocumentError? { mistakes[id] }

    /// Throws where a selector may mean a scenario that could not be read. An id, a family and a path tell by themselves which they
    /// mean; a tag, a preset or a row stands in the file.
    private func checkReadable(_ selector: String?) throws(DocumentError) {
        let isDecided = selector.map { selector in
            scenarios.contains {
                $0.id == selector || $0.family == selector
                    || $0.file != nil && Scenario.isFile($0.file ?? "", at: selector)
            }
        }
        for (id, mistake) in mistakes.sorted(by: { $0.key < $1.key }) {
            if isDecided != true || id == selector || id.prefix(while: { $0 != "/" }) == selector ?? "" {
                throw mistake
            }
        }
    }

    /// The scenario with an id; nil where there is none.
    package subscript(id: String) -> Scenario? { scenarios.first { $0.id == id } }

    /// The scenarios that any of the selectors means, each once; every scenario where there is no selector.
    ///
    /// A selector is an id, a family, a preset, a catalogue row, `tag:` and a tag, or the path of a file or a folder of the
    /// user's own that was read. Throws for one that means nothing, with
    /// the nearest that would.
    package func selected(by selectors: [String]) throws(DocumentError) -> [Scenario] {
        guard !selectors.isEmpty else {
            try checkReadable(nil)
            return scenarios
        }
        var chosen: Set<String> = []
        for selector in selectors {
            try checkReadable(selector)
            let found = scenarios.filter { Self.matches($0, selector) }
            guard !found.isEmpty else {
                throw DocumentError(
                    .unknownValue, source: "selector", keyPath: selector,
                    problem: "means no scenario; " + suggestion(selector))
            }
            chosen.formUnion(found.map(\.id))
        }
        return scenarios.filter { chosen.contains($0.id) }
    }

    /// The ids of a text, one a line; `#` begins a remark. Throws for an id that no scenario has, with its line.
    package func ids(listedIn text: [UInt8], source: String) throws(DocumentError) -> Set<String> {
        var ids: Set<String> = []
        for (number, line) in String(decoding: text, as: UTF8.self).textLines.enumerated() {
            let id = String(line.prefix { $0 != "#" }.filter { !$0.isWhitespace })
            guard !id.isEmpty else { continue }
            guard self[id] != nil else {
                throw DocumentError(.unknownValue, source: source, problem: "there is no scenario \(id)")
                    .placed(at: SourcePlace(line: number + 1, column: 1))
            }
            ids.insert(id)
        }
        return ids
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

    /// What a selector that means nothing was probably meant to be: the row of a number without its zero, what begins with it, or what
    /// is spelt much alike. A beginning selects nothing by itself: `T1` may be meant for T01 as well as for T10.
    private func suggestion(_ selector: String) -> String {
        let rows = scenarios.flatMap(\.catalogue)
        if selector.utf8.count == 2, let letter = selector.first, let digit = selector.last {
            let row = "\(letter.uppercased())0\(digit)"
            if rows.contains(row) {
                let others = beginnings(selector, among: [rows]).map { ", or one of those that begin with it: \($0)?" }
                return "did you mean \(row)\(others ?? "?")"
            }
        }
        let words = [
            scenarios.map(\.family), scenarios.map(\.preset), rows, scenarios.flatMap(\.tags).map { "tag:\($0)" },
            scenarios.map(\.id),
        ]
        if let found = beginnings(selector, among: words) {
            return found.contains(",") ? "these begin with it: \(found)" : "did you mean \(found)?"
        }
        return NearestName.to(selector, among: words.joined()).map { "did you mean \($0)?" }
            ?? "mockportal list shows them all"
    }

    /// The words of the first kind that begin with a text, as far as a line holds them; nil where none does.
    private func beginnings(_ text: String, among kinds: [[String]]) -> String? {
        let start = text.lowercased()
        var found: [String] = []
        for kind in kinds where found.isEmpty {
            found = Set(kind).filter { $0.lowercased().hasPrefix(start) && $0.count > text.count }.sorted()
        }
        guard !found.isEmpty, !text.isEmpty else { return nil }
        let most = 10
        let rest = found.count > most ? " and \(found.count - most) more" : ""
        return found.prefix(most).joined(separator: ", ") + rest
    }
}
