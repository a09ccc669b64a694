import ArgumentParser
import JSONValues
import PortalJudge
import ScenarioFormat
import ScenarioReports

/// `mockportal judge`: verdicts again, from stored evidence.
struct JudgeReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Reach the verdicts of a stored report again, from its evidence.",
        discussion: """
            The report is one that --report json=<file> has written, here or on another machine. Whatever was changed \
            in it since is told, and nothing is judged then; its layout alone may change.

            Exit codes: that of the run where every verdict is the stored one, 2 where one differs, where the report was \
            changed, and for a report of another version, 64 for a file that is no report.

            Example:
              mockportal judge report.json
            """)

    @Argument(help: ArgumentHelp("A JSON report.", valueName: "report"), completion: .file())
    var report: String

    @OptionGroup(title: "What is demanded of all runs together") var demanding: DemandOptions

    @Flag(help: "Print for every scenario what was expected and what happened.")
    var explain = false

    func run() throws {
        let stored = try CommandFailure.documents { () throws(DocumentError) in
            try JSONReport.report(parsing: try InputFile.bytes(report), source: report)
        }
        let demands = try CommandFailure.documents { () throws(DocumentError) in try demanding.demands() }
        var judged = stored.judgedAgain()
        judged.isStrict = demanding.strict
        VerdictScreen.show(judged, explains: explain)
        let differing = zip(stored.results, judged.results).filter { !$0.verdict.isSame(as: $1.verdict) }
        for (before, after) in differing {
            Console.complain(
                "mockportal: \(report): \(before.name) is \(before.verdict.summary) in the report, and "
                    + "\(after.verdict.summary) by its evidence")
        }
        if !differing.isEmpty { throw ExitCode(ExitStatus.couldNotJudge.rawValue) }
        try DemandOptions.end(judged, demands)
    }
}
