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
        if let gap = evidence.journal.gap {
            // What is missing proves nothing, but what was kept may be wrong all the same.
            let found = findingsInPart(evidence, expectation)
            if !found.isEmpty { return Verdict(.failed, findings: found, isBounded: !evidence.isComplete) }
            return Verdict(.notJudged, reason: gap)
        }
        let (failed, loose) = findings(evidence, expectation)
        let bounded = !evidence.isComplete
        if !failed.isEmpty { return Verdict(.failed, findings: failed, isBounded: bounded) }
        if !loose.isEmpty { return Verdict(.passedNonStrictly, findings: loose, isBounded: bounded) }
        return Verdict(.passed, isBounded: bounded)
    }

    /// Everything that is wrong, and what was done in a documented looser way.
    static func findings(_ evidence: Evidence, _ expectation: Expectation) -> (failed: [Finding], loose: [Finding]) {
        var failed: [Finding] = []
        var loose: [Finding] = []
        let secrets = SecretsCheck(evidence, allowing: expectation.allow).findings()
        failed += secrets.failed
        loose += secrets.loose
        failed += VerificationCheck.findings(evidence)
        failed += IdentityCheck.findings(evidence)
        failed += PlainTextCheck.findings(evidence, allowing: expectation.allow)
        // A crash or a hang explains what is missing, so it stands before that.
        failed += evidence.complaints.map { Finding("client", $0) }
        let wire = wireFindings(evidence, expectation)
        failed += wire.failed
        loose += wire.loose
        if let expected = expectation.outcome {
            let outcome = OutcomeCheck.findings(expected, evidence)
            failed += outcome.failed
            loose += outcome.loose
        }
        failed += FinalCheck.findings(expectation.final, evidence.final)
        if let patterns = expectation.events, let events = evidence.events {
            failed += EventCheck.findings(patterns, events)
            loose += EventCheck.loose(events)
        }
        failed += RepetitionCheck.findings(evidence, allowing: expectation.allow)
        failed += RenewalLoopCheck.findings(evidence)
        failed += NonceCountCheck.findings(evidence)
        let retries = RetryCheck.findings(evidence, allowing: expectation.allow)
        failed += retries.failed
        loose += retries.loose
        failed += StaleLoopCheck.findings(evidence)
        let authorizations = AuthorizationCheck.findings(evidence)
        failed += authorizations.failed
        loose += authorizations.loose
        failed += CodeCheck.findings(evidence)
        let renewals = RefreshCheck.findings(evidence)
        failed += renewals.failed
        loose += renewals.loose
        failed += ConnectionsCheck.findings(evidence)
        loose += RefusedHandshakeCheck.findings(evidence)
        return (failed, loose)
    }

    /// What is wrong whatever came before: the journal drops the oldest entries.
    private static func findingsInPart(_ evidence: Evidence, _ expectation: Expectation) -> [Finding] {
        SecretsCheck(evidence, allowing: expectation.allow).findings().failed + VerificationCheck.findings(evidence)
            + IdentityCheck.findings(evidence) + PlainTextCheck.findings(evidence, allowing: expectation.allow)
            + evidence.complaints.map { Finding("client", $0) }
            + WireCheck(evidence).never(expectation.never)
            + RepetitionCheck.findings(evidence, allowing: expectation.allow)
            + RenewalLoopCheck.findings(evidence) + NonceCountCheck.findings(evidence)
            + StaleLoopCheck.findings(evidence) + AuthorizationCheck.findings(evidence).failed
            + CodeCheck.findings(evidence) + RefreshCheck.findings(evidence).failed
            + RetryCheck.findings(evidence, allowing: expectation.allow).failed
    }

    private static func wireFindings(_ evidence: Evidence, _ expectation: Expectation) -> (
        failed: [Finding], loose: [Finding]
    ) {
        let check = WireCheck(evidence)
        var failed: [Finding] = []
        var loose: [Finding] = []
        if let wire = expectation.wire {
            let exact = check.exact(wire)
            // Another client may go a documented looser way; ours goes the written one.
            if evidence.client == .foreign, !exact.isEmpty, let departures = ForeignWireCheck(check).departures(wire) {
                loose += departures
            } else {
                failed += exact
            }
            failed += HandshakeCheck(evidence: evidence).findings(expectation.refusedHandshakes)
        }
        failed += check.among(expectation.among)
        failed += check.never(expectation.never)
        return (failed, loose)
    }
}
