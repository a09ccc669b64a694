package import FixtureFiles
internal import HTTPSemantics
package import JSONValues
package import MockPortalServer
package import PortalJudge
package import ScenarioFormat
internal import TLSIdentity

/// Judges any client that a served portal meets, such as an app on a phone or a plug-in that no command starts.
package struct LiveSession: Sendable {
    private let portal: MockPortal
    private let library: ScenarioLibrary
    /// What is served: a preset, a scenario's id or a row.
    private let name: String
    private let run: RunSetup?
    /// Whether the user of the client trusted flawed certificates on purpose.
    private let isTrustGranted: Bool
    private let readExpectation: ExpectationReader

    /// Reads what a run expects of a client that is not driven, with the addresses of a portal; throws where a value of it cannot
    /// be read.
    package typealias ExpectationReader = @Sendable (RunSetup, MockPortal) throws(DocumentError) -> Expectation

    /// Takes a portal that serves a name; a preset has no scenario, and only what is asked of every client is judged.
    ///
    /// A session whose expectation cannot be read is not judged.
    package init(
        _ portal: MockPortal, serving name: String, library: ScenarioLibrary, isTrustGranted: Bool = false,
        readingExpectation: @escaping ExpectationReader = { run, portal throws(DocumentError) in
            try run.liveExpectation(at: portal)
        }
    ) throws(DocumentError) {
        self.portal = portal
        self.library = library
        self.name = name
        self.isTrustGranted = isTrustGranted
        readExpectation = readingExpectation
        run = try library.liveRun(named: name)
    }

    /// What the portal had seen at one time; it is judged alike whatever becomes of the portal.
    package struct Observation: Sendable {
        fileprivate let journal: Journal
        fileprivate let canaries: [Canary]
        fileprivate let obstacle: String?
        /// Milliseconds of real time since the portal started.
        fileprivate let elapsed: Double
    }

    /// Takes down what was seen so far, which takes no time to speak of.
    package func observe() -> Observation {
        Observation(
            journal: portal.journal(), canaries: portal.canaries(), obstacle: portal.secretsObstacle,
            elapsed: portal.elapsed)
    }

    /// Judges what was seen so far; a client that is still connected is observed up to now.
    package func report() -> SessionReport { report(on: observe()) }

    /// Judges what was seen at one time; a client that was connected then is observed up to that time.
    package func report(on observation: Observation) -> SessionReport {
        var whole = evidence(of: observation)
        let expectation = expectation(&whole)
        // By what is kept, so that no finding quotes a secret, and a stored report is judged alike.
        let evidence = whole.redacted(keeping: expectation.literals)
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: expectation, subject: subject)
        let result = RunResult(
            scenario: run?.scenario.id ?? name, name: run?.name ?? name, title: run?.scenario.title ?? name,
            catalogue: run?.scenario.catalogue ?? [], tags: run?.scenario.tags ?? [],
            citation: run?.scenario.citation ?? "", requirement: subject?.text ?? "", verdict: verdict,
            durationMS: duration(of: observation), client: "live",
            expectation: expectation, evidence: evidence, session: SessionJudge.Session(subject),
            rerun: "mockportal serve --scenario \(ShellArgument.quoted(name)) --judge")
        return SessionReport(result: result, requirements: requirements)
    }

    private var subject: SessionJudge.Subject? {
        guard let run else { return nil }
        let rows = run.scenario.catalogue
        let text = rows.compactMap { library.catalogue[$0]?.requirement }.joined(separator: " ")
        return SessionJudge.Subject(
            id: rows.isEmpty ? run.scenario.id : rows.joined(separator: ","),
            text: text.isEmpty ? run.scenario.title : text, outcome: run.liveOutcome)
    }

    /// What is expected, without secrets; where it cannot be read or stored, the evidence gets an obstacle, since an empty
    /// expectation would let every client pass.
    private func expectation(_ evidence: inout Evidence) -> Expectation {
        guard let run else { return Expectation() }
        let advice = "correct the scenario's file, then serve it and try the client again"
        let obstacle: String
        do throws(DocumentError) {
            let whole = try readExpectation(run, portal)
            do {
                return try whole.redacted(by: EvidenceRedaction(evidence))
            } catch {
                obstacle = "the expectation of \(run.name) cannot be stored without its secrets: \(error); \(advice)"
            }
        } catch {
            obstacle = "the expectation of \(run.name) cannot be read: \(error); \(advice)"
        }
        // A file's value may be a secret of the run.
        let shown = String(decoding: evidence.redacted(Array(obstacle.utf8)), as: UTF8.self)
        evidence.obstacle = evidence.obstacle ?? shown
        return Expectation()
    }

    /// How long a client was there: from its first connection to the end of its last, or of the observation while one is open.
    private func duration(of observation: Observation) -> Double {
        let connections = observation.journal.connections
        guard let first = connections.map(\.openedAt).min() else { return 0 }
        let last = connections.map { $0.end?.at ?? observation.elapsed }.max() ?? first
        return max(0, last - first)
    }

    private func evidence(of observation: Observation) -> Evidence {
        var evidence = Evidence(client: .foreign, journal: observation.journal)
        evidence.isComplete = !evidence.journal.connections.contains { $0.end == nil }
        evidence.isConcurrent = evidence.journal.hasRequestsSideBySide
        evidence.canaries = observation.canaries
        evidence.obstacle = observation.obstacle
        let origins = Set(evidence.journal.connections.map(\.origin))
        for identity in portal.identities {
            evidence.canaries += Canary.key(of: identity)
        }
        let own = [Origin(ofURL: portal.url)?.description].compactMap { $0 }
        // Which certificate its user chose is not known; that it was for the portal is.
        evidence.identityGrants = own.flatMap { origin in
            portal.identityNames.map { IdentityGrant(origin: origin, identity: $0, after: 0) }
        }
        evidence.certificates = CertificateFacts.defects(
            of: evidence.journal.connections, trustsRun: run?.trustsPortalLive ?? true, alsoTrusts: [])
        if isTrustGranted {
            evidence.grants = origins.map { origin in
                Grant(origin: origin, fingerprint: nil, tolerating: Reason.allCases, after: 0)
            }
        }
        return evidence
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
