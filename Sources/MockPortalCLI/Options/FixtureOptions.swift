import ArgumentParser
import FixtureFiles

/// Where fixtures come from; shared by every subcommand that reads them.
struct FixtureOptions: ParsableArguments {
    @Option(
        name: .customLong("fixtures"),
        help: ArgumentHelp("Read Fixtures and certs from this folder, not from the program.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "Lay this folder of yours, with presets, world, scenarios and certs, over what is built in.",
            valueName: "folder"))
    var world: String?

    /// The fixtures, from the folder that was named or from inside the product, and over them one's own.
    func tree() throws(CommandFailure) -> FixtureTree {
        do {
            let tree = try folder.map { folder throws(FixtureError) in try FixtureTree.directory(folder) } ?? .embedded
            return try world.map { world throws(FixtureError) in try tree.covered(by: world) } ?? tree
        } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
    }
}
