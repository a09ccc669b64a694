import ArgumentParser
import HTTPSemantics

/// The command `mockportal`: parses, runs a subcommand, prints why it failed and chooses the exit code.
@main
struct Mockportal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockportal",
        abstract: "Pretend to be an ArcGIS portal, and judge how clients deal with it.",
        discussion: """
            Examples:
              mockportal serve --scenario token      be a portal
              mockportal run                         judge the built-in client
              mockportal run tokens --client ./mine  judge a client of yours
            """,
        version: VersionScreen.text,
        subcommands: [ClientTask.self],
        groupedSubcommands: [
            CommandGroup(name: "Portal", subcommands: [Serve.self, Kerberos.self, Health.self, Certs.self, Env.self]),
            CommandGroup(name: "A portal of your own", subcommands: [Init.self, Check.self, Schema.self]),
            CommandGroup(
                name: "Judging",
                subcommands: [
                    Run.self, List.self, Explain.self, Coverage.self, JudgeReport.self, Report.self,
                ]),
            CommandGroup(name: "Real portals", subcommands: [Conformance.self, Record.self]),
            CommandGroup(
                name: "The client by hand",
                subcommands: [
                    Connect.self, User.self, Search.self, Groups.self, Item.self, ShowWebMap.self, SignOut.self,
                    Identity.self,
                ]),
        ])

    // On the main thread, which `serve` blocks: elsewhere it would wait with no signal held back (``EarlyEnd``).
    @MainActor static func main() async {
        StandardDescriptors.complete()
        Signals.surviveRefusedWrites()
        Screen.dropNarrowColumns()
        let code = await carriedOut()
        if let loss = Console.loss {
            Console.complain("mockportal: standard output is not whole: \(loss)")
            ProcessEnd.end(code == 0 ? ExitStatus.couldNotJudge.rawValue : code)
        }
        ProcessEnd.end(code)
    }

    /// Carries the command line out, prints why that failed where it did, and gives the exit code.
    @MainActor private static func carriedOut() async -> Int32 {
        do {
            var command = try parsed(Array(CommandLine.arguments.dropFirst()))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.asExpected.rawValue
        } catch let failure as CommandFailure {
            Console.complain("mockportal: \(failure.message)")
            return failure.status.rawValue
        } catch let error where error is ExitCode || error is CleanExit || error is ValidationError || isUsage(error) {
            return report(error)
        } catch {
            Console.complain("mockportal: \(error)")
            return ExitStatus.couldNotJudge.rawValue
        }
    }

    /// Prints help, the version, or what is wrong with the command line, and gives its exit code.
    private static func report(_ error: any Error) -> Int32 {
        let code = exitCode(for: error)
        var text = fullMessage(for: error)
        // A command that has said everything ends with a code alone.
        if text.isEmpty { return code.rawValue }
        if code == .success {
            // Help, the version and scripts that complete a line are all ours.
            Console.write(Console.Verbatim(text + "\n"))
            return code.rawValue
        }
        // A word of the line is quoted as it was given: a line break in it is none of ours.
        for word in CommandLine.arguments.flatMap({ [$0, String($0.drop { $0 != "=" }.dropFirst())] }) {
            let shown = VisibleText.line(word)
            if shown != word { text = text.replacing(word, with: shown) }
        }
        Console.complain(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        return code.rawValue
    }

    /// Reads a line. What many tools start, and a right line at that, does without the tree of all commands, which takes longer to
    /// build than a portal to start; whatever is wrong, and every question for help, is told by the whole tree.
    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        let rest = Array(words.dropFirst())
        let quick: (any ParsableCommand)? =
            switch words.first {
            case "serve": try? Serve.parse(rest)
            case "run": try? Run.parse(rest)
            default: nil
            }
        if let quick { return quick }
        if let mistake = CommandName.mistake(in: words, below: Self.self) {
            throw CommandFailure(mistake, .wrongUsage)
        }
        return try parseAsRoot(words)
    }

    /// Whether ArgumentParser itself threw: a request for help, or a line that it cannot parse.
    private static func isUsage(_ error: any Error) -> Bool {
        let code = exitCode(for: error)
        return code == .success || code == .validationFailure
    }
}
