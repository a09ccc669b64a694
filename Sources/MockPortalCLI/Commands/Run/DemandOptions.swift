import ArgumentParser
import JSONValues
import ScenarioFormat
import ScenarioReports

/// What is demanded of all runs together.
struct DemandOptions: ParsableArguments {
    @Flag(help: "Fail where a client passes only in a documented looser way, too.")
    var strict = false

    @Option(help: ArgumentHelp("Fail where fewer runs than this could be judged.", valueName: "n"))
    var require: Int?

    @Option(
        help: ArgumentHelp(
            "Fail where a run that was judged in this JSON report is not judged now, or passed there and fails now.",
            valueName: "report"), completion: .file())
    var compare: String?

    func validate() throws {
        if let require, require < 1 { throw ValidationError("--require \(require): at least 1 is needed") }
    }
}

extension DemandOptions {
    /// The demands, with the earlier report read; throws before anything runs.
    func demands() throws(DocumentError) -> RunDemands {
        guard let compare else { return RunDemands(least: require) }
        let earlier = try JSONReport.report(parsing: try InputFile.bytes(compare), source: compare)
        return RunDemands(least: require, earlier: (earlier, compare))
    }

    /// Tells what a report lacks, and ends with the exit code of all: 1 where something failed, 2 where too little could be judged, or a
    /// report is not written.
    static func end(
        _ report: RunReport, _ demands: RunDemands, isWritten: Bool = true,
        where isAsked: (String) -> Bool = { _ in true }
    ) throws {
        let shortfalls = try CommandFailure.documents { () throws(DocumentError) in
            try demands.shortfalls(of: report, where: isAsked)
        }
        Console.complain(lines: shortfalls.map { "mockportal: \($0.text)" })
        if report.exitCode == ExitStatus.refused.rawValue || shortfalls.contains(where: \.isFailure) {
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        if !shortfalls.isEmpty || !isWritten { throw ExitCode(ExitStatus.couldNotJudge.rawValue) }
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }
}
