import ArgumentParser
import FixtureFiles
import ScenarioFormat

/// `mockportal init`: a small portal of one's own that runs.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lay down a small portal of your own that runs.",
        discussion: """
            The folder gets a preset, two users, a group, a map, a layer made from GeoJSON, and a scenario, each with remarks that say what \
            else may stand there. They lie over what is built in, so what you delete is the built-in one again. The first \
            line of each file names its JSON Schema, with which an editor completes and explains.

            Example:
              mockportal init my-portal
            """)

    @Argument(help: ArgumentHelp("The folder; it is made if need be, and has to be empty.", valueName: "folder"))
    var folder: String

    /// Where the templates are, and the schemas that they name.
    private static let templates = "Fixtures/init"
    private static let schemas = ["preset", "scenario", "world"]

    func run() throws {
        let names = try OutputFile.names(in: folder)
        guard names.isEmpty else {
            let some = names.sorted().prefix(3).joined(separator: ", ")
            throw CommandFailure(
                "\(folder) is not empty: it holds \(some)\(names.count > 3 ? " and more" : ""). Name a new folder, or an empty one.",
                .wrongUsage)
        }
        try CommandFailure.mapping(to: .couldNotJudge) {
            let tree = FixtureTree.embedded
            for path in tree.paths(under: Self.templates) {
                try write(try tree.bytes(at: path), to: String(path.dropFirst(Self.templates.count + 1)))
            }
            for name in Self.schemas {
                let bytes = try tree.bytes(at: "Fixtures/schemas/\(name).schema.json")
                try write(bytes, to: ".schemas/\(name).schema.json")
            }
        }
        let place = ShellArgument.quoted(folder)
        Console.say(lines: [
            "A portal of your own is in \(folder). Next:",
            "  mockportal check \(place)",
            "  mockportal serve --world \(place) --scenario my-portal",
            "  mockportal run --world \(place) trees",
        ])
    }

    private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let file = "\(folder)/\(path)"
        if let slash = file.lastIndex(of: "/") { try OutputFile.makeFolder(String(file[..<slash])) }
        try OutputFile.write(bytes, to: file)
    }
}
