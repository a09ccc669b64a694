import ArgumentParser
import JSONValues
import PortalJudge
import PortalScenarios

/// `mockportal judge`: verdicts again, from stored evidence.
struct JudgeReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Reach the verdicts of a stored report again, from its evidence.",
        discussion: """
            The report is one that run --report json=<file> has written. The exit code is that of run.

            Example:
              mockportal judge report.json
            """)

    @Argument(help: ArgumentHelp("A JSON report.", valueName: "report"))
    var report: String

    @Flag(help: "Print for every scenario what was expected and what happened.")
    var explain = false

    func run() throws {
        let (stored, judged) = try CommandFailure.documents { () throws(DocumentError) in
            let stored = try JSONReport(parsing: try InputFile.bytes(report), source: report)
            return (stored, stored.rejudged())
        }
        for line in VerdictTable.lines(of: judged, explains: explain) { Console.say(line) }
        Console.say(TextReport.summary(of: judged))
        let differing = zip(stored.scenarios, judged.results).filter { $0.verdict != $1.verdict.kind }
        for (before, _) in differing { Console.say("\(before.name) was \(before.verdict.rawValue) in the report") }
        if judged.exitCode != 0 { throw ExitCode(judged.exitCode) }
    }
}
