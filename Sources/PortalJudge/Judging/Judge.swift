/// Says from the evidence whether a client did what was expected; pure, so that stored evidence is judged like fresh.
package enum Judge {
    /// Judges one run.
    package static func verdict(on evidence: Evidence, expecting expectation: Expectation) -> Verdict {
        if let obstacle = evidence.obstacle { return Verdict(.notJudged, reason: obstacle) }
        if let reason = evidence.inapplicable { return declined(evidence, expectation, reason) }
        // There is no journal of the portal's own to judge by.
        if let departures = evidence.departures {
            return departures.isEmpty ? Verdict(.passed) : Verdict(.failed, findings: departures)
        }
        if evidence.outcome?.kind == .unsupported {
            return declined(evidence, expectation, "the client says that it cannot do this")
        }
        let run = Check.Run(evidence, expectation)
        if let gap = evidence.gap ?? run.excess {
            // What is missing proves nothing, but what was kept may be wrong all the same.
            let found = findings(run, by: Check.all.filter(\.holdsInPart)).failed
            if !found.isEmpty { return Verdict(.failed, findings: found, isBounded: !evidence.isComplete) }
            return Verdict(.notJudged, reason: gap)
        }
        let (failed, loose) = findings(run)
        let bounded = !evidence.isComplete
        if !failed.isEmpty { return Verdict(.failed, findings: failed, isBounded: bounded) }
        if !loose.isEmpty { return Verdict(.passedNonStrictly, findings: loose, isBounded: bounded) }
        return Verdict(.passed, isBounded: bounded)
    }

    /// The verdict on a client that cannot do what the scenario is about: what it did before it said so is judged by what
    /// is asked of every client.
    ///
    /// How its process ended is not judged, nor what the scenario asks for, other than what that lifts.
    private static func declined(_ evidence: Evidence, _ expectation: Expectation, _ reason: String) -> Verdict {
        guard evidence.client == .foreign, !evidence.journal.requests.isEmpty else {
            return Verdict(.notApplicable, reason: reason)
        }
        let checks = Check.all.filter { $0.holdsInPart && !$0.isOfProcess }
        let found = findings(evidence, expectation.lifting, by: checks).failed
        guard !found.isEmpty else { return Verdict(.notApplicable, reason: reason) }
        return Verdict(.failed, findings: found, isBounded: !evidence.isComplete)
    }

    /// Each finding once: two checks may come upon the same line.
    private static func told(_ findings: [Finding]) -> [Finding] {
        var told: [Finding] = []
        for finding in findings where !told.contains(finding) { told.append(finding) }
        return told
    }

    /// Everything that is wrong, and what was done in a documented looser way, in the order of the checks.
    ///
    /// A check that explains is heard only where another one fails the run.
    static func findings(
        _ evidence: Evidence, _ expectation: Expectation, by checks: [Check] = Check.all
    ) -> Check.Findings {
        findings(Check.Run(evidence, expectation), by: checks)
    }

    /// The same of a run that is prepared.
    static func findings(_ run: Check.Run, by checks: [Check] = Check.all) -> Check.Findings {
        let found: [Check.Findings] = checks.map { $0.explains ? ([], []) : $0.findings(run) }
        let fails = found.contains { !$0.failed.isEmpty }
        let failed = zip(checks, found).flatMap { check, found in
            check.explains && fails ? check.findings(run).failed : found.failed
        }
        return (told(failed), found.flatMap(\.loose))
    }
}
