import ArgumentParser
import JSONValues
import ScenarioFormat
import ScenarioReports

/// `mockportal report`: what is made of stored reports.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join the JSON reports of several machines or clients, or write one anew.",
        discussion: """
            Example:
              mockportal report merge shard-*.json --report html=all.html
            """,
        subcommands: [Merge.self])

    /// `mockportal report merge`: one report out of several.
    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join JSON reports, of shards or of several clients, into one.",
            discussion: """
                The files may come from other machines; one that was changed since is refused. Two different runs of one \
                scenario by one client are refused as well, and parts of a run that are not there are named.

                Exit codes: that of a run over everything; 2 where the reports make no whole, or one was changed or is of \
                another version; 64 for a file that is no report.

                Examples:
                  mockportal report merge shard-*.json --complete --report json=all.json --report junit=all.xml
                  mockportal report merge curl.json requests.json --report html=clients.html
                """)

        @Argument(help: ArgumentHelp("JSON reports.", valueName: "report"), completion: .file())
        var paths: [String]

        @Flag(
            help: "Fail where a part of a run that was split by --shard is not there, or where a run was ended early.")
        var complete = false

        @OptionGroup(title: "What is demanded of all runs together") var demanding: DemandOptions

        @OptionGroup var reporting: ReportingOptions

        func run() throws {
            let demands = try CommandFailure.documents { () throws(DocumentError) in try demanding.demands() }
            var merged = try CommandFailure.documents { () throws(DocumentError) in
                var reports: [(report: RunReport, source: String)] = []
                for path in paths {
                    reports.append(
                        (try JSONReport.report(parsing: try InputFile.bytes(path), source: path), path))
                }
                return try RunReport.merged(reports)
            }
            merged.isStrict = demanding.strict
            let isWritten = reporting.files.write(merged) {
                VerdictScreen.show(merged, explains: reporting.explain)
                GitHubActions.annotate(merged)
            }
            for line in merged.missingParts { Console.complain("mockportal: \(line)") }
            if complete, !merged.missingParts.isEmpty || !merged.endings.isEmpty {
                throw ExitCode(ExitStatus.couldNotJudge.rawValue)
            }
            try DemandOptions.end(merged, demands, isWritten: isWritten)
        }
    }
}
