import ArgumentParser
import JSONValues
import PortalScenarios
import StructuredText

extension ForeignCommand.Mode: ExpressibleByArgument {}

/// A client that is not built in.
struct ForeignClientOptions: ParsableArguments {
    @Option(
        name: .customLong("client"),
        help: ArgumentHelp(
            "Run this program with its arguments once per scenario, instead of the built-in client.",
            valueName: "command"), completion: .file())
    var command: String?

    @Option(
        name: .customLong("client-mode"),
        help: ArgumentHelp(
            "Tell it one task in its environment (command, the default) or each step on its standard input (steps).",
            valueName: "command|steps"))
    var mode: ForeignCommand.Mode?

    @Option(
        name: .customLong("client-env"),
        help: ArgumentHelp(
            "Let it find this variable of your environment too; may be repeated. HOME lets it use your own home.",
            valueName: "name"))
    var variables: [String] = []

    @Option(
        help: ArgumentHelp("Read how the client's own texts and exit codes map to reasons.", valueName: "file"),
        completion: .file())
    var reasons: String?

    @Option(help: ArgumentHelp("Give each run of the client so many seconds; by default 30.", valueName: "seconds"))
    var timeLimit: Double?

    func validate() throws {
        if let command, command.allSatisfy(\.isWhitespace) { throw ValidationError("--client: the command is empty") }
        if let command, let mark = ForeignCommand.openMark(in: command) {
            let shown = ClientVariables.shown(command, passing: variables)
            throw ValidationError("--client \(shown): the quotation mark \(mark) is opened and not closed")
        }
        if command == nil {
            if reasons != nil { throw ValidationError("--reasons needs --client <command>") }
            if mode != nil { throw ValidationError("--client-mode needs --client <command>") }
            if !variables.isEmpty { throw ValidationError("--client-env needs --client <command>") }
            if timeLimit != nil { throw ValidationError("--time-limit needs --client <command>") }
        }
        if let timeLimit, !(timeLimit > 0 && timeLimit <= 86_400) {
            throw ValidationError("--time-limit \(timeLimit): more than 0 and at most 86400 seconds are needed")
        }
    }
}

extension ForeignClientOptions {
    /// The command with what its own words mean; nil for the built-in client.
    func foreignCommand() throws(DocumentError) -> ForeignCommand? {
        guard let command else { return nil }
        let map = try reasons.map { file throws(DocumentError) in
            let text = try InputFile.document(file)
            return try text.placing { () throws(DocumentError) in
                try ReasonMap(decoding: try text.value(), source: file)
            }
        }
        return ForeignCommand(
            commandLine: command, reasons: map ?? ReasonMap(), mode: mode ?? .command,
            variables: try ClientVariables(passing: variables))
    }

    /// What of these decides a verdict and stands in no report.
    var furtherArguments: [String] {
        (reasons.map { ["--reasons", $0] } ?? []) + (timeLimit.map { ["--time-limit", "\($0)"] } ?? [])
    }

    /// How long each run of the client may take; nil for the default.
    var limit: Duration? { timeLimit.map { .seconds($0) } }
}
