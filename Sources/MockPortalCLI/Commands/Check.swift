import ArgumentParser
import FixtureFiles
import JSONValues
import PortalScenarios

/// `mockportal check`: every mistake in a folder of one's own.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find every mistake in a folder of your own, before anything runs.",
        discussion: """
            It reads presets, world, scenarios and certificate recipes over what is built in, and looks up every user, \
            service, item and operation that they name. Each mistake is one line: file, line and column, key, what is wrong, what \
            is allowed, and what was probably meant.

            Exit codes: 0 no mistake, 1 mistakes, 2 there is no such folder, 64 wrong usage.

            Examples:
              mockportal check my-portal
              mockportal check my-portal --json
            """)

    @Argument(help: ArgumentHelp("The folder, as mockportal init makes one.", valueName: "folder"))
    var folder = "."

    @Flag(
        help: """
            Print an array of {file, line, column, keyPath, code, problem, allowed, suggestion}.
            """)
    var json = false

    func run() throws {
        let tree: FixtureTree
        do { tree = try FixtureTree.embedded.covered(byUnchecked: folder) } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
        let check = OwnFolderCheck(tree)
        let mistakes = check.mistakes()
        if json {
            Console.say(.array(mistakes.map(Self.document)), pretty: true)
        } else {
            Console.say(lines: mistakes.map(\.description) + [Self.summary(of: mistakes, check.summary)])
        }
        if !mistakes.isEmpty { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private static func summary(of mistakes: [DocumentError], _ read: String) -> String {
        guard !mistakes.isEmpty else {
            return read.isEmpty ? "no mistakes, and nothing to read: there is no file of yours" : "no mistakes: \(read)"
        }
        let files = Set(mistakes.map(\.source)).count
        return
            "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes") in \(files) \(files == 1 ? "file" : "files")"
    }

    private static func document(_ mistake: DocumentError) -> JSONValue {
        [
            "file": .string(mistake.source), "line": mistake.place.map { .integer(Int64($0.line)) } ?? .null,
            "column": mistake.place.map { .integer(Int64($0.column)) } ?? .null, "keyPath": .string(mistake.keyPath),
            "code": .string(mistake.code.rawValue),
            "problem": .string(mistake.problem), "allowed": .array(mistake.allowed.map { .string($0) }),
            "suggestion": mistake.suggestion.map { .string($0) } ?? .null,
        ]
    }
}
