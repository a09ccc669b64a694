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

    @Argument(
        help: ArgumentHelp("List what these select; everything by default.", valueName: "selector"),
        completion: CompletionWords.selectors)
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
