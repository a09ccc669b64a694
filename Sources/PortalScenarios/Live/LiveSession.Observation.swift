internal import JSONValues
internal import PortalJudge
package import ScenarioFormat
internal import TLSIdentity

extension LiveSession {
    /// What a portal had seen at one time, with all that is needed to judge it: it keeps no hold of the portal.
    package struct Observation: Sendable {
        let served: Served
        /// What was expected, with the portal's addresses, or why that cannot be read.
        let expectation: Result<Expectation, DocumentError>
        /// Whether the portal had been stopped.
        let hasEnded: Bool
        let journal: Journal
        /// Every secret but the keys of the identities.
        let canaries: [Canary]
        let obstacle: String?
        /// The identities whose keys a client may have got.
        let identities: [IssuedIdentity]
        /// Names of all identities that the portal knows.
        let identityNames: [String]
        /// The portal's own origin; nil where its URL has none.
        let origin: String?
        /// Milliseconds of real time since the portal started.
        let elapsed: Double
    }
}

extension LiveSession.Observation {
    /// Judges what was seen; a client that was connected then is observed up to that time.
    package func report() -> SessionReport {
        var whole = wholeEvidence
        let expectation = storedExpectation(&whole)
        // By what is kept, so that no finding quotes a secret, and a stored report is judged alike.
        let evidence = whole.redacted(keeping: expectation.literals)
        let (run, subject) = (served.run, served.subject)
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: expectation, subject: subject)
        let result = RunResult(
            scenario: run?.scenario.id ?? served.name, name: run?.name ?? served.name,
            title: run?.scenario.title ?? served.name, catalogue: run?.scenario.catalogue ?? [],
            tags: run?.scenario.tags ?? [], citation: run?.scenario.citation ?? "", requirement: subject?.text ?? "",
            verdict: verdict, durationMS: duration, client: "live", expectation: expectation, evidence: evidence,
            session: SessionJudge.Session(subject),
            rerun: "mockportal serve --scenario \(ShellArgument.quoted(served.name)) --judge")
        return SessionReport(result: result, requirements: requirements)
    }

    /// What is expected, without secrets; where it cannot be read or stored, the evidence gets an obstacle, since an empty
    /// expectation would let every client pass.
    private func storedExpectation(_ evidence: inout Evidence) -> Expectation {
        let name = served.run?.name ?? served.name
        let advice = "correct the scenario's file, then serve it and try the client again"
        let obstacle: String
        switch expectation {
        case .success(let whole):
            do {
                // A preset expects nothing of its own.
                return try served.run == nil ? whole : whole.redacted(by: EvidenceRedaction(evidence))
            } catch {
                obstacle = "the expectation of \(name) cannot be stored without its secrets: \(error); \(advice)"
            }
        case .failure(let error): obstacle = "the expectation of \(name) cannot be read: \(error); \(advice)"
        }
        // A file's value may be a secret of the run.
        let shown = String(decoding: evidence.redacted(Array(obstacle.utf8)), as: UTF8.self)
        evidence.obstacle = evidence.obstacle ?? shown
        return Expectation()
    }

    /// How long a client was there: from its first connection to the end of its last, or of the observation while one is open.
    private var duration: Double {
        let connections = journal.connections
        guard let first = connections.map(\.openedAt).min() else { return 0 }
        let last = connections.map { $0.end?.at ?? elapsed }.max() ?? first
        return max(0, last - first)
    }

    /// All that was seen, with the secrets by which it is searched.
    private var wholeEvidence: Evidence {
        var evidence = Evidence(client: .foreign, journal: journal)
        // What the portal's own end has closed was still the client's.
        evidence.isComplete = !journal.connections.contains { connection in
            connection.end == nil || hasEnded && connection.end?.by == "shutdown"
        }
        evidence.isConcurrent = journal.hasRequestsSideBySide
        evidence.canaries = canaries + identities.flatMap { Canary.key(of: $0) }
        evidence.obstacle = obstacle
        // Which certificate its user chose is not known; that it was for the portal is.
        evidence.identityGrants = [origin].compactMap { $0 }.flatMap { origin in
            identityNames.map { IdentityGrant(origin: origin, identity: $0, after: 0) }
        }
        evidence.certificates = CertificateFacts.defects(
            of: journal.connections, trustsRun: served.run?.trustsPortalLive ?? true, alsoTrusts: [])
        if served.isTrustGranted {
            evidence.grants = Set(journal.connections.map(\.origin)).map { origin in
                Grant(origin: origin, fingerprint: nil, tolerating: Reason.allCases, after: 0)
            }
        }
        return evidence
    }
}
