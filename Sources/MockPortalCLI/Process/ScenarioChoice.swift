import FixtureFiles
import JSONValues
import MockPortalServer
import PortalScenarios
import ScenarioFormat

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
        if isFile(name) { return try blueprint(file: name, fixtures: fixtures) }
        let presets = Blueprint.presetNames(fixtures: fixtures)
        if presets.contains(name) { return try Blueprint.preset(name, fixtures: fixtures) }
        let library = try ScenarioLibrary(fixtures: fixtures)
        let found = (try? library.selected(by: [name])) ?? []
        guard let run = try found.first?.runs().first?.setup else {
            throw DocumentError(
                .unknownValue, source: "scenario", keyPath: "",
                problem: "there is neither a preset nor a scenario \(name)",
                allowed: presets + library.scenarios.map(\.id) + library.scenarios.flatMap(\.catalogue), written: name
            ).withoutList
        }
        return try isJudged ? run.liveBlueprint(in: fixtures) : run.blueprint(in: fixtures)
    }

    /// Whether a name is the path of a file.
    static func isFile(_ name: String) -> Bool { name.hasSuffix(".json") }

    /// The error where a file is named elsewhere than on the command line.
    static func fileRefused(_ path: String) -> DocumentError {
        DocumentError(
            .unknownValue, source: "body", keyPath: "scenario",
            problem: "\"\(path)\" is a file, and only the command line names files (serve --scenario); "
                + "name a preset or a scenario, or send the differences as blueprint")
    }

    /// The blueprint of a file; where a folder `world` stands beside it, the portal holds what that holds.
    private static func blueprint(file path: String, fixtures: FixtureTree) throws(DocumentError) -> Blueprint {
        let document = try InputFile.document(path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let world = folder + "/world"
        let holdsWorld = (try? InputFile.bytes(world + "/organizations.json")) != nil
        return try Blueprint(
            decoding: document,
            fixtures: holdsWorld ? fixtures.replacing("Fixtures/world", with: world) : fixtures, source: path)
    }
}

extension DocumentError {
    /// The same mistake with its suggestion but not with every word that would have been allowed: there are hundreds.
    fileprivate var withoutList: DocumentError {
        let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
        return DocumentError(
            code, source: source, keyPath: keyPath,
            problem: problem + hint + (hint.isEmpty ? "; mockportal list and mockportal list --presets show them" : ""))
    }
}
