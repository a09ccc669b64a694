import ArgumentParser
import JSONValues
import PortalScenarios

/// A client that is not built in.
struct ForeignClientOptions: ParsableArguments {
    @Option(
        name: .customLong("client"),
        help: ArgumentHelp(
            "Run this program with its arguments once per scenario, instead of the built-in client.",
            valueName: "command"))
    var command: String?

    @Option(help: ArgumentHelp("Read how the client's own texts and exit codes map to reasons.", valueName: "file"))
    var reasons: String?

    func validate() throws {
        if let command, command.allSatisfy(\.isWhitespace) { throw ValidationError("--client: the command is empty") }
        if reasons != nil, command == nil { throw ValidationError("--reasons needs --client <command>") }
    }
}

extension ForeignClientOptions {
    /// The command with what its own words mean; nil for the built-in client.
    func foreignCommand() throws(DocumentError) -> ForeignCommand? {
        guard let command else { return nil }
        guard let reasons else { return ForeignCommand(commandLine: command) }
        let map = try ReasonMap(decoding: try InputFile.document(reasons), source: reasons)
        return ForeignCommand(commandLine: command, reasons: map)
    }
}
