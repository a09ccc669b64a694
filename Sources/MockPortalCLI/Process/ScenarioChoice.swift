import FixtureFiles
import JSONValues
import MockPortalServer
import PortalScenarios
import ScenarioFormat
import StructuredText

/// What `--scenario` and the control API name: a preset, or a scenario whose portal is served.
enum ScenarioChoice {
    /// The blueprint of a name; throws with the nearest name where there is none.
    ///
    /// Presets come first and need no scenario file to be read. Of a scenario with variants the first is served.
    ///
    /// Where a client is judged by it, what is to happen before its first request is in it from the beginning.
    static func blueprint(
        named name: String, fixtures: FixtureTree, isJudged: Bool = false
    ) throws(DocumentError) -> Blueprint {
        if OwnFiles.isPath(name) { return try blueprint(file: name, fixtures: fixtures, isJudged: isJudged) }
        let presets = Blueprint.presetNames(fixtures: fixtures)
        if presets.contains(name) { return try Blueprint.preset(name, fixtures: fixtures) }
        let library = try ScenarioLibrary(fixtures: fixtures)
        if let mistake = library.mistake(of: name) { throw mistake }
        let found = (try? library.selected(by: [name])) ?? []
        guard let run = try found.first?.runs().first?.setup else {
            throw DocumentError(
                .unknownValue, source: "scenario", keyPath: "",
                problem: "there is neither a preset nor a scenario \(name)",
                allowed: presets + library.scenarios.map(\.id) + library.scenarios.flatMap(\.catalogue), written: name
            ).withoutList(of: fixtures)
        }
        return try isJudged ? run.liveBlueprint(in: fixtures) : run.blueprint(in: fixtures)
    }

    /// The error with its line and column, where it is about the file that is served.
    static func placed(_ error: any Error, in name: String) -> any Error {
        let mistake = (error as? MockPortalError)?.underlying ?? error
        guard let mistake = mistake as? DocumentError, mistake.source == name, OwnFiles.isPath(name),
            let text = try? InputFile.document(name)
        else { return error }
        return text.placed(mistake)
    }

    /// The error where a file is named elsewhere than on the command line.
    static func fileRefused(_ path: String) -> DocumentError {
        DocumentError(
            .unknownValue, source: "body", keyPath: "scenario",
            problem: "\"\(path)\" is a file, and only the command line names files (serve --scenario); "
                + "name a preset or a scenario, or send the differences as blueprint")
    }

    /// The same files, with the world beside a blueprint over theirs; a world without organizations is no whole one.
    private static func covered(_ fixtures: FixtureTree, by folder: String) throws(DocumentError) -> FixtureTree {
        guard OwnFiles.isFolder(folder + "/world") else { return fixtures }
        do { return try fixtures.covered(by: folder) } catch {
            throw DocumentError(.unreadable, source: error.path, problem: error.problem)
        }
    }

    /// The blueprint of a file, or that of the scenario in it; where a folder `world` stands beside a blueprint, the portal holds
    /// what that holds.
    private static func blueprint(
        file path: String, fixtures: FixtureTree, isJudged: Bool
    ) throws(DocumentError) -> Blueprint {
        guard !OwnFiles.isFolder(path) else {
            throw DocumentError(
                .wrongType, source: path, problem: "is a folder; name a file in it: a blueprint or a scenario")
        }
        let text = try InputFile.document(path)
        let document = try text.value()
        guard !Scenario.isMeant(by: document) else {
            let library = try ScenarioLibrary(fixtures: fixtures, files: [text])
            guard let run = try library.selected(by: [path]).first?.runs().first?.setup else {
                throw DocumentError(.wrongType, source: path, problem: "has no variant to serve")
            }
            return try text.placing { () throws(DocumentError) in
                try isJudged ? run.liveBlueprint(in: fixtures) : run.blueprint(in: fixtures)
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let world = folder + "/world"
        let tree = fixtures.replacing("Fixtures/world", with: world, bound: folder)
        let holdsWorld = tree.document(named: "Fixtures/world/organizations") != nil
        let beside = holdsWorld ? tree : try covered(fixtures, by: folder)
        return try text.placing { () throws(DocumentError) in
            try Blueprint(decoding: document, fixtures: beside, source: path)
        }
    }
}

extension DocumentError {
    /// The same mistake with its suggestion but not with every word that would have been allowed: there are hundreds.
    fileprivate func withoutList(of fixtures: FixtureTree) -> DocumentError {
        let world = fixtures.ownFolder.map { " --world \(ShellArgument.quoted($0))" } ?? ""
        let lists = "; mockportal list\(world) and mockportal list --presets\(world) show them"
        let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
        return DocumentError(
            code, source: source, keyPath: keyPath,
            problem: problem + hint + (hint.isEmpty ? lists : ""))
    }
}
