package import FixtureFiles
package import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat
internal import StructuredText
internal import TLSIdentity

/// Reads a folder of one's own over what is built in, and finds all its mistakes before anything runs.
package struct OwnFolderCheck {
    private let fixtures: FixtureTree
    private let world: WorldInspection
    private let presets: [String]
    private let scenarios: [String]
    private let recipes: [String]

    /// Takes the files, those of the folder over the others.
    package init(_ fixtures: FixtureTree) {
        self.fixtures = fixtures
        world = WorldInspection(fixtures: fixtures)
        func own(_ folder: String) -> [(name: String, path: String)] {
            fixtures.documentNames(under: folder).compactMap { name in
                fixtures.document(named: "\(folder)/\(name)").flatMap { fixtures.isOwn($0) ? (name, $0) : nil }
            }
        }
        presets = own("Fixtures/presets").map(\.name)
        scenarios = own("Fixtures/scenarios").map(\.path)
        recipes = fixtures.paths(under: "certs", suffix: ".json").filter { fixtures.isOwn($0) }
    }

    /// How many of each there are in the folder, in words.
    package var summary: String {
        let world = fixtures.paths(under: "Fixtures/world").filter { fixtures.isOwn($0) }
        let counts: [(count: Int, one: String, more: String)] = [
            (presets.count, "preset", "presets"), (world.count, "file of the world", "files of the world"),
            (scenarios.count, "scenario", "scenarios"), (recipes.count, "certificate recipe", "certificate recipes"),
        ]
        let words = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.count == 1 ? $0.one : $0.more)" }
        return words.joined(separator: ", ")
    }

    /// Every mistake, file by file, in the order of the places in it.
    package func mistakes() -> [DocumentError] {
        var found = OwnFolderNames.mistakes(in: fixtures)
        var references: [DocumentReference] = []
        let catalogue = try? Catalogue(fixtures: fixtures)
        let names = catalogue.map { FixtureNames(fixtures: fixtures, catalogue: $0) }
        found += DocumentMistakes.all { () throws(DocumentError) in try world.check() }
        let unread = Set(found.filter(\.hidesOthers).map(\.source))
        for name in presets {
            found += DocumentMistakes.all { () throws(DocumentError) in
                try world.check(try Blueprint.preset(name, fixtures: fixtures))
            }
        }
        let broken = Set(found.map(\.source))
        // Where a variant puts a list into a list, the places behind it are not known.
        var moving: Set<String> = []
        for path in scenarios {
            found += DocumentMistakes.all(naming: &references) { () throws(DocumentError) in
                let scenario = try Scenario(path: path, in: fixtures, names: names)
                if scenario.movesElements { moving.insert(scenario.source) }
                try check(scenario, broken)
            }
        }
        for path in recipes { found += Self.mistakes(ofRecipe: path, in: fixtures) }
        found = found.filter { !($0.keyPath.hasPrefix("accounts.") && Self.isUnread(.user, unread)) }
        found += dangling(references.filter { !Self.isUnread($0.kind, unread) })
        var told: Set<String> = []
        func isMoved(_ mistake: DocumentError) -> Bool {
            moving.contains(mistake.source) && mistake.keyPath.contains("[")
        }
        return (found.filter(isMoved) + fixtures.placed(found.filter { !isMoved($0) }))
            .filter { told.insert($0.description).inserted }
            .sorted { Self.order($0) < Self.order($1) }
    }

    /// Whether a document that describes things of a kind could not be read whole: what it may hold is not looked up.
    private static func isUnread(_ kind: DocumentReference.Kind, _ sources: Set<String>) -> Bool {
        let name: String
        switch kind {
        case .user: name = "users."
        case .item: name = "items."
        case .service, .operation: return false
        }
        return sources.contains { $0.split(separator: "/").last?.hasPrefix(name) == true }
    }

    private static func order(_ mistake: DocumentError) -> (String, Int, Int, String) {
        (mistake.source, mistake.place?.line ?? 0, mistake.place?.column ?? 0, mistake.keyPath)
    }

    private func check(_ scenario: Scenario, _ broken: Set<String>) throws(DocumentError) {
        try DocumentMistakes.part { () throws(DocumentError) in
            if case .scenario(let id) = scenario.twin { try checkTwin(id, of: scenario) }
        }
        let preset = fixtures.document(named: "Fixtures/presets/\(scenario.preset)")
        for run in try scenario.runs() {
            // What is wrong with the preset is told there.
            guard let preset, !broken.contains(fixtures.place(of: preset)) else { continue }
            try checkQueries(of: run)
            try checkTokens(of: run)
            try DocumentMistakes.part { () throws(DocumentError) in
                try run.checkBlueprints(in: fixtures)
                let blueprint = try run.setup.blueprint(in: fixtures)
                try DocumentMistakes.mapping(
                    { $0.placed(in: scenario.source, at: DocumentReader.join("portal", $0.keyPath)) },
                    { () throws(DocumentError) in try world.check(blueprint) })
            }
        }
    }

    /// Tries the conditions of queries at their layers, unless the scenario is about a refusal.
    private func checkQueries(of run: ScenarioRun) throws(DocumentError) {
        let events = run.setup.expectation["events"]?.text() ?? ""
        guard !Scenario.isNegative(run.setup.expectation), !events.contains("failed(") else { return }
        for (index, step) in (run.script.steps.array ?? []).enumerated() {
            guard let query = step["query"], let text = query["where"]?.string, !text.contains("{{"),
                let problem = world.problem(
                    ofWhere: text, service: query["service"]?.string ?? "Traffic",
                    layer: query["layer"]?.integer.flatMap { Int(exactly: $0) } ?? 0)
            else { continue }
            try DocumentMistakes.note(
                DocumentError(
                    .unknownValue, source: run.setup.scenario.source, keyPath: "client[\(index)].query.where",
                    problem: "the layer refuses \(DocumentReader.shown(.string(text))): \(problem)"))
        }
    }

    /// Looks for tokens that nothing hands out.
    private func checkTokens(of run: ScenarioRun) throws(DocumentError) {
        let source = run.setup.scenario.source
        let expectation = try Expectation(decoding: run.setup.expectation, source: source, path: "expect")
        guard let found = expectation.tokenBehindGap else { return }
        try DocumentMistakes.note(
            DocumentError(
                .unknownValue, source: source, keyPath: "expect.wire[\(found.index)]",
                problem:
                    "nothing hands out \(found.alias), which \(DocumentReader.shown(.string(found.line))) carries; "
                    + "tokens are numbered as the portal hands them out, from token#1"))
    }

    private func checkTwin(_ id: String, of scenario: Scenario) throws(DocumentError) {
        let ids = fixtures.documentNames(under: "Fixtures/scenarios")
        guard !ids.contains(id) else { return }
        try DocumentMistakes.note(
            DocumentError(
                .unknownValue, source: scenario.source, keyPath: "twin.scenario",
                problem: "there is no scenario \"\(id)\"", allowed: NearestName.to(id, among: ids).map { [$0] } ?? [],
                written: id))
    }

    /// What is named and is not there. A name with a placeholder is known only when the portal runs.
    private func dangling(_ references: [DocumentReference]) -> [DocumentError] {
        references.compactMap { reference in
            let name = reference.name
            guard !name.isEmpty, !name.contains("{{"), !name.contains("://"), !world.knows(reference.kind, name) else {
                return nil
            }
            let kind: String =
                switch reference.kind {
                case .user: "user"
                case .service: "service"
                case .item: "item"
                case .operation: "operation"
                }
            let all = world.names(reference.kind) ?? []
            // There are hundreds of operations, and dozens of items.
            let isLong = [.operation, .item].contains(reference.kind)
            let allowed = isLong ? NearestName.to(name, among: all).map { [$0] } ?? [] : all
            return DocumentError(
                .unknownValue, source: reference.source, keyPath: reference.keyPath,
                problem: "there is no \(kind) \"\(name)\"", allowed: allowed, written: name)
        }
    }

    private static func mistakes(ofRecipe path: String, in fixtures: FixtureTree) -> [DocumentError] {
        let name = String(path.dropFirst("certs/".count).dropLast(".json".count))
        let place = fixtures.place(of: path)
        return DocumentMistakes.all { () throws(DocumentError) in
            var named: (key: String, name: String)?
            let recipes = CertificateRecipe.everyName(in: fixtures)
            do throws(TLSIdentityError) {
                if try CertificateRecipe.isIdentityFile(named: name, in: fixtures) {
                    named = ("identity", try PKCS12Recipe(named: name, in: fixtures).identity)
                } else if case .authority(let issuer) = try CertificateRecipe(named: name, in: fixtures).issuer {
                    named = ("issuer", issuer)
                }
            } catch {
                throw DocumentError(.wrongType, source: place, problem: error.message.replacing("\(place): ", with: ""))
            }
            guard let named else { return }
            try CertificateRecipe.refer(to: named.name, named.key, recipes, source: place)
        }
    }
}
