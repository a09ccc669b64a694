import ArgumentParser
import FixtureFiles

/// Where fixtures come from; shared by every subcommand that reads them.
struct FixtureOptions: ParsableArguments {
    @Option(
        name: .customLong("fixtures"),
        help: ArgumentHelp("Read Fixtures and certs from this folder, not from the program.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    /// The fixtures, from the folder that was named or from inside the product.
    func tree() throws(CommandFailure) -> FixtureTree {
        guard let folder else { return .embedded }
        do {
            return try FixtureTree.directory(folder)
        } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
    }
}
