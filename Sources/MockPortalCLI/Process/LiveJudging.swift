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

    /// Reads the scenarios; throws at the first mistake in them.
    init(fixtures: FixtureTree, serving name: String, isTrustGranted: Bool) throws(DocumentError) {
        library = try OwnFiles.library(OwnFiles.isScenario(name) ? [name] : [], fixtures: fixtures)
        self.isTrustGranted = isTrustGranted
    }

    /// A session of clients at a portal.
    func session(at portal: MockPortal, serving name: String) throws(DocumentError) -> LiveSession {
        try LiveSession(portal, serving: name, library: library, isTrustGranted: isTrustGranted)
    }

    /// The same as the control API answers it.
    func json(of portal: MockPortal, serving name: String) -> JSONValue {
        do { return try session(at: portal, serving: name).report().json } catch {
            return ["error": .string(error.description)]
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
