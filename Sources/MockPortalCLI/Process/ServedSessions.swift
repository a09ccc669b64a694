import JSONValues
import MockPortalServer
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// What a `serve --judge` says in the end: of each portal that the control API has replaced or ended, and of the last one.
struct ServedSessions {
    /// In the order in which they ended.
    let reports: [SessionReport]
    /// What is said of portals that could not be kept; nil where all were.
    let loss: String?

    /// Judges what a server that has been stopped served before and beside its last portal, and that one, unless it was judged.
    ///
    /// An earlier one that no request reached, and that says nothing either, is left out.
    init(of server: ServingPortal, last: SessionReport?, by judge: LiveJudging) throws(DocumentError) {
        var reports: [SessionReport] = []
        for entry in server.ended?.entries ?? [] {
            let report = Self.report(of: try judge.session(at: entry.portal, serving: entry.scenario))
            if Self.isTelling(report) { reports.append(report) }
        }
        if let last {
            reports.append(last)
        } else {
            reports.append(Self.report(of: try judge.session(at: server.portal, serving: server.scenario)))
        }
        self.reports = Self.named(reports)
        loss = server.ended.flatMap { ended in
            ended.lost == 0
                ? nil
                : "\(ended.lost) portals that the control API has replaced or ended were not judged: up to \(ended.limit) are kept, "
                    + "with journals of \(ended.bytes >> 20) MiB; ask for the verdict of each before it ends, or judge fewer in one session"
        }
    }

    /// All of them as a report of runs.
    var asRun: RunReport {
        let results = reports.map(\.result)
        return RunReport(
            results: results, durationMS: results.map(\.durationMS).reduce(0, +),
            origins: [RunOrigin(client: results.last?.client ?? "live", ids: results.map(\.scenario))])
    }

    /// The exit code of `run` for all of them: what was not kept was not judged.
    func exitCode(of run: RunReport) -> Int32 {
        run.exitCode == 0 && loss != nil ? ExitStatus.couldNotJudge.rawValue : run.exitCode
    }

    /// The report of a portal that has ended. Connections that its own end closed were still the client's.
    private static func report(of session: LiveSession) -> SessionReport {
        let report = session.report()
        var result = report.result
        guard result.evidence.journal.connections.contains(where: { $0.end?.by == "shutdown" }) else { return report }
        result.evidence.isComplete = false
        let (verdict, requirements) = SessionJudge.judge(
            result.evidence, expecting: result.expectation, subject: result.session?.subject)
        result.verdict = verdict
        return SessionReport(result: result, requirements: requirements)
    }

    private static func isTelling(_ report: SessionReport) -> Bool {
        let evidence = report.result.evidence
        return report.result.verdict.kind != .notJudged || evidence.obstacle != nil || evidence.journal.dropped > 0
            || !evidence.journal.requests.isEmpty
    }

    /// The same with names that tell sessions of one scenario apart, as `token` and `token (2)`.
    private static func named(_ reports: [SessionReport]) -> [SessionReport] {
        var counts: [String: Int] = [:]
        return reports.map { report in
            var result = report.result
            let count = counts[result.name, default: 0] + 1
            counts[result.name] = count
            if count > 1 { result.name += " (\(count))" }
            return SessionReport(result: result, requirements: report.requirements)
        }
    }
}
