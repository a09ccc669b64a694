import ArgumentParser
import FixtureFiles

/// `mockportal schema`: what the JSON of other subcommands holds.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of what you write, or of what other subcommands print.",
        discussion: """
            JSON Schema draft 2020-12. With that of preset, scenario, world or profile an editor completes and explains what you \
            write: name it in the first line, as mockportal init does. A report carries the version of its schema; it grows when a \
            member changes its meaning.

            Examples:
              mockportal schema scenario > scenario.schema.json
              mockportal schema report > report.schema.json
            """)

    enum Document: String, ExpressibleByArgument, CaseIterable {
        case preset, scenario, world, profile
        case report, list
    }

    @Argument(help: "Whose schema.")
    var document: Document

    @OptionGroup var fixtures: FixtureOptions

    func run() throws {
        let tree = try fixtures.tree()
        let bytes = try CommandFailure.mapping(to: .couldNotJudge) {
            try tree.bytes(at: "Fixtures/schemas/\(document.rawValue).schema.json")
        }
        Console.write(Console.Verbatim(String(decoding: bytes, as: UTF8.self)))
    }
}
