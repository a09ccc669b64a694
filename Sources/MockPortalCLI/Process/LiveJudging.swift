import FixtureFiles
import JSONValues
import MockPortalServer
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// How the sessions of a `serve --judge` are judged.
struct LiveJudging: Sendable {
    private let library: ScenarioLibrary
    /// Whether the client's user trusts flawed certificates on purpose.
    private let isTrustGranted: Bool
    /// Whether a JSON report is made in the end.
    private let reportsJSON: Bool
    /// The sessions of portals that the control API has replaced or ended.
    let ended = EndedSessions<JudgedSession>()

    /// Reads the scenarios; throws at the first mistake in them.
    init(
        fixtures: FixtureTree, serving name: String, isTrustGranted: Bool, reportsJSON: Bool
    ) throws(DocumentError) {
        library = try OwnFiles.library(OwnFiles.isScenario(name) ? [name] : [], fixtures: fixtures)
        self.isTrustGranted = isTrustGranted
        self.reportsJSON = reportsJSON
    }

    /// A session of clients at a portal.
    func session(at portal: MockPortal, serving name: String) -> LiveSession {
        LiveSession(portal, serving: name, library: library, isTrustGranted: isTrustGranted)
    }

    /// The same as the control API answers it.
    func json(of portal: MockPortal, serving name: String) -> JSONValue {
        session(at: portal, serving: name).report().json
    }

    /// Takes down what a portal saw that has been stopped, and has it judged beside what is served then. A session that no request
    /// reached, and that says nothing either, is left out in the end.
    func take(_ portal: MockPortal, serving name: String) {
        ended.take(bytes: portal.journalBytes) {
            let observation = session(at: portal, serving: name).observe()
            return { [reportsJSON] in
                let report = observation.report()
                guard report.isTelling else { return nil }
                // What can be made before the signal need not be made within two seconds after it.
                return JudgedSession(report: report, json: reportsJSON ? JSONReport.part(of: report.result) : nil)
            }
        }
    }

    /// What a person is to do with a client so that a scenario is exercised; nothing for a preset.
    func instructions(for name: String) -> [String] {
        guard let run = try? library.liveRun(named: name) else { return [] }
        return ["It is judged by \(run.scenario.id): \(run.scenario.title).", "What a client does in it:"]
            + run.scenario.stepLines.map { "  \($0)" }
            + ["A portal step is done through the control API: its POST actions takes the same words."]
    }
}

extension SessionReport {
    /// Whether it says anything of its client.
    fileprivate var isTelling: Bool {
        let evidence = result.evidence
        return result.verdict.kind != .notJudged || evidence.obstacle != nil || evidence.journal.dropped > 0
            || !evidence.journal.requests.isEmpty
    }
}
