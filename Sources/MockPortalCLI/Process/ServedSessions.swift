import Platform
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// What a `serve --judge` says in the end: of each portal that the control API has replaced or ended, and of the last one.
struct ServedSessions {
    /// In the order in which they ended, each with a name of its own.
    let reports: [SessionReport]
    /// Parts of a JSON report that were made ahead, by these names.
    let parts: [String: JSONReport.Part]
    /// What is said of portals without a verdict; nothing where each has one.
    let losses: [String]

    /// Judges the last session, and all that have ended before it as long as there is time.
    init(_ ended: EndedSessions<JudgedSession>, last: LiveSession.Observation) {
        let outcome = ended.finish(onThreads: Self.processors) { JudgedSession(report: last.report()) }
        var reports: [SessionReport] = []
        var parts: [String: JSONReport.Part] = [:]
        var counts: [String: Int] = [:]
        for session in outcome.judged {
            var result = session.report.result
            let count = counts[result.name, default: 0] + 1
            counts[result.name] = count
            if count > 1 { result.name += " (\(count))" }
            reports.append(SessionReport(result: result, requirements: session.report.requirements))
            parts[result.name] = session.json?.named(result.name)
        }
        self.reports = reports
        self.parts = parts
        var losses: [String] = []
        if outcome.refused > 0 {
            losses.append(
                Self.loss(
                    outcome.refused,
                    "up to \(ended.limit) are judged, with journals of \(ended.bytes >> 20) MiB; ask for the verdict of each before "
                        + "it ends, or judge fewer in one session"))
        }
        if outcome.unjudged > 0 {
            losses.append(
                Self.loss(
                    outcome.unjudged,
                    "serve ends within two seconds after the signal; ask for the verdict of each before it ends, or keep less with "
                        + "--journal-size"))
        }
        self.losses = losses
    }

    /// All of them as a report of runs.
    var asRun: RunReport {
        let results = reports.map(\.result)
        return RunReport(
            results: results, durationMS: results.map(\.durationMS).reduce(0, +),
            origins: [RunOrigin(client: results.last?.client ?? "live", ids: results.map(\.scenario))])
    }

    /// The exit code of `run` for all of them: what has no verdict was not judged.
    func exitCode(of run: RunReport) -> Int32 {
        run.exitCode == 0 && !losses.isEmpty ? ExitStatus.couldNotJudge.rawValue : run.exitCode
    }

    private static func loss(_ count: Int, _ reason: String) -> String {
        "\(count == 1 ? "1 portal" : "\(count) portals") that the control API has replaced or ended could not be judged: \(reason)"
    }

    /// How many threads the machine carries out at once.
    private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
