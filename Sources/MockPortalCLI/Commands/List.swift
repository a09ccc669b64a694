import ArgumentParser
import JSONValues
import MockPortalServer
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// `mockportal list`: what there is to serve and to run.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the scenarios, or the presets that they stand on.",
        discussion: """
            Examples:
              mockportal list tag:core
              mockportal list --presets
            """)

    @Argument(help: ArgumentHelp("List what these select; everything by default.", valueName: "selector"))
    var selectors: [String] = []

    @Flag(help: "List the presets instead, with what each pretends to be.")
    var presets = false

    @Flag(help: "Print an array of {id, title, catalogue, source, tags, family}.")
    var json = false

    @OptionGroup var fixtures: FixtureOptions

    func validate() throws {
        if presets, json || !selectors.isEmpty {
            throw ValidationError("--presets goes with neither selectors nor --json")
        }
    }

    func run() throws {
        let tree = try fixtures.tree()
        try CommandFailure.documents { () throws(DocumentError) in
            if presets {
                var rows: [[String]] = []
                for name in Blueprint.presetNames(fixtures: tree) {
                    rows.append([name, try Blueprint.preset(name, fixtures: tree).summary ?? ""])
                }
                return Console.say(lines: Console.columns(rows))
            }
            let library = try ScenarioLibrary(fixtures: tree)
            let chosen = try library.selected(by: selectors)
            if json {
                Console.say(library.listJSON(chosen), pretty: true)
            } else {
                Console.say(lines: library.listLines(chosen))
            }
        }
    }
}

/// `mockportal explain`: one scenario in full.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a scenario: what it asks for, on what grounds, and how it is judged.",
        discussion: """
            Example:
              mockportal explain T12
            """)

    @Argument(help: ArgumentHelp("A scenario id, or anything else that selects scenarios.", valueName: "id"))
    var id: String

    @OptionGroup var fixtures: FixtureOptions

    func run() throws {
        let tree = try fixtures.tree()
        try CommandFailure.documents { () throws(DocumentError) in
            let library = try ScenarioLibrary(fixtures: tree)
            let texts = try library.selected(by: [id]).map { library.explanation(of: $0) }
            Console.say(lines: Array(texts.joined(separator: [""])))
        }
    }
}

/// `mockportal coverage`: which rows of the catalogue the scenarios show.
struct Coverage: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print which rows of the catalogue are covered, and the fault that each was seen to catch.",
        discussion: """
            Example:
              mockportal coverage
            """)

    @OptionGroup var fixtures: FixtureOptions

    func run() throws {
        let tree = try fixtures.tree()
        try CommandFailure.documents { () throws(DocumentError) in
            Console.say(lines: CoverageTable(try ScenarioLibrary(fixtures: tree)) { $0.foreignModes }.textLines)
        }
    }
}
