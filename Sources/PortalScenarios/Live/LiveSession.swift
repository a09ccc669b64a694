package import FixtureFiles
internal import HTTPSemantics
package import JSONValues
package import MockPortalServer
package import PortalJudge
package import ScenarioFormat

/// Judges any client that a served portal meets, such as an app on a phone or a plug-in that no command starts.
package struct LiveSession: Sendable {
    private let portal: MockPortal
    private let served: Served
    private let readExpectation: ExpectationReader

    /// Reads what a run expects of a client that is not driven, with the addresses of a portal; throws where a value of it cannot
    /// be read.
    package typealias ExpectationReader = @Sendable (RunSetup, MockPortal) throws(DocumentError) -> Expectation

    /// What is served, and what is asked of its clients.
    struct Served: Sendable {
        /// A preset, a scenario's id or a row.
        let name: String
        /// Nil for a preset, and where the scenario cannot be read.
        let run: RunSetup?
        /// Why the scenario cannot be read; nil where it can be.
        let mistake: DocumentError?
        let subject: SessionJudge.Subject?
        /// Whether the user of the client trusted flawed certificates on purpose.
        let isTrustGranted: Bool
    }

    /// Takes a portal that serves a name; a preset has no scenario, and only what is asked of every client is judged.
    ///
    /// A session whose scenario or expectation cannot be read is not judged.
    package init(
        _ portal: MockPortal, serving name: String, library: ScenarioLibrary, isTrustGranted: Bool = false,
        readingExpectation: @escaping ExpectationReader = { run, portal throws(DocumentError) in
            try run.liveExpectation(at: portal)
        }
    ) {
        self.portal = portal
        readExpectation = readingExpectation
        served = Served(name, library: library, isTrustGranted: isTrustGranted)
    }

    /// Takes down what was seen so far, which takes no time to speak of; it is judged alike whatever becomes of the portal.
    ///
    /// Of a portal that has been stopped, connections that its own end closed count as open.
    package func observe() -> Observation {
        Observation(
            served: served, expectation: expectation(), hasEnded: !portal.isRunning,
            // The secrets come after the journal, so that none of its is missing among them.
            journal: portal.journal(), canaries: portal.canaries(), obstacle: portal.secretsObstacle,
            identities: portal.identities, identityNames: portal.identityNames,
            origin: Origin(ofURL: portal.url)?.description, elapsed: portal.elapsed)
    }

    /// Judges what was seen so far; a client that is still connected is observed up to now.
    package func report() -> SessionReport { observe().report() }

    private func expectation() -> Result<Expectation, DocumentError> {
        if let mistake = served.mistake { return .failure(mistake) }
        guard let run = served.run else { return .success(Expectation()) }
        do throws(DocumentError) { return .success(try readExpectation(run, portal)) } catch { return .failure(error) }
    }
}

extension LiveSession.Served {
    init(_ name: String, library: ScenarioLibrary, isTrustGranted: Bool) {
        var (run, mistake): (RunSetup?, DocumentError?) = (nil, nil)
        do throws(DocumentError) { run = try library.liveRun(named: name) } catch { mistake = error }
        self.init(
            name: name, run: run, mistake: mistake, subject: run.map { LiveSession.Served.subject(of: $0, library) },
            isTrustGranted: isTrustGranted)
    }

    private static func subject(of run: RunSetup, _ library: ScenarioLibrary) -> SessionJudge.Subject {
        let rows = run.scenario.catalogue
        let text = rows.compactMap { library.catalogue[$0]?.requirement }.joined(separator: " ")
        return SessionJudge.Subject(
            id: rows.isEmpty ? run.scenario.id : rows.joined(separator: ","),
            text: text.isEmpty ? run.scenario.title : text, outcome: run.liveOutcome)
    }
}

extension ScenarioLibrary {
    /// The run that serves a name; nil for a preset. Throws where the scenario's file is broken.
    package func liveRun(named name: String) throws(DocumentError) -> RunSetup? {
        guard !Blueprint.presetNames(fixtures: fixtures).contains(name) else { return nil }
        return try (try? selected(by: [name]))?.first?.runs().first?.setup
    }
}

extension RunSetup {
    /// What the portal is for a client that is not driven: what is to happen to it first is in it from the beginning.
    package func liveBlueprint(in fixtures: FixtureTree) throws(DocumentError) -> Blueprint {
        var blueprint = try blueprint(in: fixtures)
        for action in foreign?.before ?? [] {
            guard let overlay = action["set"] else { continue }
            blueprint = try blueprint.overlaid(with: overlay, source: scenario.source)
        }
        return blueprint
    }

    /// Whether the client is to get in, by what a plain command is asked, else by how the scenario ends.
    var liveOutcome: ClientOutcome? {
        if let foreign { return foreign.outcome }
        switch expectation["final"]?["status"]?.string {
        case "loaded": return ClientOutcome(kind: .accepted)
        case "failed":
            return ClientOutcome(kind: .refused, reason: expectation["final"]?["reason"]?.string.flatMap(Reason.init))
        default: return nil
        }
    }

    /// What is expected of a client that is not driven, with the addresses of a portal.
    package func liveExpectation(at portal: MockPortal) throws(DocumentError) -> Expectation {
        let placeholders = Placeholders(portal)
        let whole = try Expectation(
            decoding: placeholders.filled(expectation), source: scenario.source, path: "expect")
        if let foreign {
            var asked = try foreign.derivation(from: whole, source: scenario.source) { placeholders.filled($0) }
                .expectation
            asked.among = (asked.task?.patterns ?? []).compactMap(\.plainLine) + asked.among
            asked.task = nil
            asked.refusedHandshakes = []
            return asked
        }
        // Such a client sends other requests too: the expected ones must come in this order among them.
        var result = Expectation()
        result.among = (whole.wire ?? []).compactMap(\.plainLine)
        result.never = whole.never
        result.allow = whole.allow
        return result
    }

    /// Whether the client is told to trust the run's authority.
    var trustsPortalLive: Bool { (foreign?.trusts ?? environment.trusts) == "portal" }
}

extension WirePattern {
    /// The line that must come once at least; nil for what may be left out, or has several ways.
    fileprivate var plainLine: WireLine? {
        guard case .line(let line, let count) = self, count > 0 else { return nil }
        return line
    }
}
