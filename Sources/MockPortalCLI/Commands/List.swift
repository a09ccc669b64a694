import ArgumentParser
import JSONValues
import MockPortalServer
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// `mockportal list`: what there is to serve and to run.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the scenarios, their families, or the presets that they stand on.",
        discussion: """
            Examples:
              mockportal list tag:core
              mockportal list --families
              mockportal list --presets
            """)

    @Argument(
        help: ArgumentHelp("List what these select; everything by default.", valueName: "selector"),
        completion: CompletionWords.selectors)
    var selectors: [String] = []

    @Flag(help: "List the presets instead, with what each pretends to be.")
    var presets = false

    @Flag(help: "List the families instead, with how many scenarios and runs each has, and their sum.")
    var families = false

    @Flag(help: "Print an array of {id, title, catalogue, source, tags, family}.")
    var json = false

    @OptionGroup var fixtures: FixtureOptions

    func validate() throws {
        if presets, json || families || !selectors.isEmpty {
            throw ValidationError("--presets goes with neither selectors nor --families nor --json")
        }
        if families, json {
            throw ValidationError("--families does not go with --json, which tells the family of each")
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
                return Screen.say(Console.columns(rows))
            }
            let library = try OwnFiles.library(selectors, fixtures: tree)
            let chosen = try library.selected(by: selectors)
            if json {
                Console.say(library.listJSON(chosen), pretty: true)
            } else if families {
                Screen.say(Console.columns(library.familyRows(chosen)))
            } else {
                Screen.say(library.listLines(chosen))
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
