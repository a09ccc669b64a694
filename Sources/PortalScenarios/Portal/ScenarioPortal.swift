internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat
internal import TLSIdentity

/// A portal that was started for one run, and what is read from it afterwards.
struct ScenarioPortal: Sendable {
    let portal: MockPortal
    let pki: TestPKI
    let placeholders: Placeholders
    /// What the run has of the realm; nil where its client has no Kerberos.
    let tickets: RunTickets?

    /// Starts the portal of a run; an overlay of the twin comes last.
    ///
    /// `isStanding` says that the portal's time passes only where the scenario has it pass: for a client whose time is the same.
    init(
        _ run: RunSetup, overlay: JSONValue?, library: ScenarioLibrary, pki: TestPKI, tickets: RunTickets?,
        isStanding: Bool = false
    ) throws {
        var blueprint =
            if let overlay {
                try run.twinBlueprint(overlay, in: library.fixtures)
            } else {
                try run.blueprint(in: library.fixtures)
            }
        if let tickets { blueprint.takeTickets(by: tickets.keytab) }
        self.tickets = tickets
        var options = ServeOptions.unhurried
        options.hasStandingClock = isStanding
        // One client's traffic needs no more, and a thread less per listener is what a short run notices.
        options.limits.threads = 1
        portal = try MockPortal.start(blueprint, options: options, pki: pki)
        self.pki = pki
        placeholders = Placeholders(portal)
    }

    /// The URL of a service by name, or of anything by URL.
    func url(ofService name: String) -> String {
        let filled = placeholders.filled(name)
        return filled.contains("://") ? filled : "\(portal.serverURL)/rest/services/\(filled)/FeatureServer"
    }

    /// The number of the last connection so far; 0 where no client has connected.
    var lastConnection: Int { portal.journal().connections.last?.number ?? 0 }

    /// Waits for the last connection, stops the portal and fills in what it saw.
    func finish(_ evidence: inout Evidence, trustsRun: Bool, alsoTrusts: Set<String>) async {
        if !portal.isRunning {
            evidence.obstacle = "the portal was stopped in the middle of the run; run the scenario again"
        }
        evidence.isComplete = await portal.waitUntilQuiet(timeout: .seconds(20))
        evidence.journal = portal.journal()
        evidence.canaries += portal.canaries()
        evidence.obstacle = evidence.obstacle ?? portal.secretsObstacle
        evidence.certificates = CertificateFacts.defects(
            of: evidence.journal.connections, trustsRun: trustsRun, alsoTrusts: alsoTrusts)
        portal.stop()
        // The client's tickets go with this.
        withExtendedLifetime(tickets) {}
    }

    /// The expectation, with this portal's URLs.
    func expectation(of run: RunSetup) throws(DocumentError) -> Expectation {
        try Expectation(decoding: placeholders.filled(run.expectation), source: run.scenario.source, path: "expect")
    }

    /// The same for a client that ended so: it may have gone the way of one that says that it cannot.
    func expectation(of run: RunSetup, declining outcome: ClientOutcome?) throws(DocumentError) -> Expectation {
        let expectation = try expectation(of: run)
        let written = placeholders.filled(run.expectation)
        guard outcome?.kind == .refused, let way = try DeclinedWay(of: written, source: run.scenario.source),
            outcome?.reason == way.reason
        else { return expectation }
        return expectation.declined(way)
    }
}
