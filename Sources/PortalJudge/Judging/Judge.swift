/// Says from the evidence whether a client did what was expected; pure, so that stored evidence is judged like fresh.
package enum Judge {
    /// Judges one run.
    package static func verdict(on evidence: Evidence, expecting expectation: Expectation) -> Verdict {
        if let obstacle = evidence.obstacle { return Verdict(.notJudged, reason: obstacle) }
        if let reason = evidence.inapplicable { return Verdict(.notApplicable, reason: reason) }
        // There is no journal of the portal's own to judge by.
        if let departures = evidence.departures {
            return departures.isEmpty ? Verdict(.passed) : Verdict(.failed, findings: departures)
        }
        if evidence.outcome?.kind == .unsupported {
            return Verdict(.notApplicable, reason: "the client says that it cannot do this")
        }
        if let gap = evidence.gap {
            // What is missing proves nothing, but what was kept may be wrong all the same.
            let found = findings(evidence, expectation, by: Check.all.filter(\.holdsInPart)).failed
            if !found.isEmpty { return Verdict(.failed, findings: found, isBounded: !evidence.isComplete) }
            return Verdict(.notJudged, reason: gap)
        }
        let (failed, loose) = findings(evidence, expectation)
        let bounded = !evidence.isComplete
        if !failed.isEmpty { return Verdict(.failed, findings: failed, isBounded: bounded) }
        if !loose.isEmpty { return Verdict(.passedNonStrictly, findings: loose, isBounded: bounded) }
        return Verdict(.passed, isBounded: bounded)
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
        let run = Check.Run(evidence, expectation)
        let found: [Check.Findings] = checks.map { $0.explains ? ([], []) : $0.findings(run) }
        let fails = found.contains { !$0.failed.isEmpty }
        let failed = zip(checks, found).flatMap { check, found in
            check.explains && fails ? check.findings(run).failed : found.failed
        }
        return (told(failed), found.flatMap(\.loose))
    }
}
