/// Judges a session that no command drives: a client, as an app on a phone, is pointed at a portal by hand.
///
/// Such a client reports no outcome, and what it was not made to do says nothing of it: what never came was not exercised.
package enum SessionJudge {
    /// The requirement that a scenario is about.
    package struct Subject: Sendable, Codable, Equatable {
        /// Rows of the catalogue, as `T12`; a scenario's id where it has none.
        package var id: String
        package var text: String
        /// Whether the client is to get in, and why not.
        package var outcome: ClientOutcome?

        package init(id: String, text: String, outcome: ClientOutcome?) {
            self.id = id
            self.text = text
            self.outcome = outcome
        }
    }

    /// What a session is judged by besides its evidence, as a report keeps it.
    package struct Session: Sendable, Codable, Equatable {
        /// Nil where only what is asked of every client is judged.
        package var subject: Subject?

        package init(_ subject: Subject?) { self.subject = subject }
    }

    /// Each requirement with what became of it, and the verdict on all of them.
    ///
    /// Without a subject only what is asked of every client is judged.
    package static func judge(
        _ evidence: Evidence, expecting expectation: Expectation, subject: Subject?
    ) -> (verdict: Verdict, requirements: [RequirementVerdict]) {
        var asked = expectation
        // The client is not asked how it went.
        asked.outcome = nil
        let run = Check.Run(evidence, asked)
        if evidence.obstacle != nil || evidence.gap != nil || run.excess != nil {
            return (Judge.verdict(on: evidence, expecting: asked), [])
        }
        var (failed, loose) = Judge.findings(run)
        let implied = ImpliedRequirement.all.map { $0.verdict(evidence, &failed, &loose) }
        guard let subject else { return (overall(implied, isBounded: !evidence.isComplete), implied) }
        let broken = implied.first { $0.id == "certificates" && $0.state == .broken }
        if let broken, subject.outcome?.reason?.isAboutCertificate == true { failed += broken.findings }
        let requirements = [own(subject, evidence, failed: failed, loose: loose)] + implied
        return (overall(requirements, hasSubject: true, isBounded: !evidence.isComplete), requirements)
    }

    /// What the wire shows of a scenario's own requirement.
    private static func own(
        _ subject: Subject, _ evidence: Evidence, failed: [Finding], loose: [Finding]
    ) -> RequirementVerdict {
        var result = RequirementVerdict(id: subject.id, text: subject.text, state: .broken)
        // What never came was not exercised, and a cause that is told only because of it proves nothing either.
        let isBroken = failed.contains { $0.code != "wire.missing" && !$0.isExplanation }
        result.findings = isBroken ? failed.filter { $0.code != "wire.missing" } : []
        if isBroken { return result }
        let missing = failed.filter { !$0.isExplanation } + unmet(subject.outcome, evidence)
        guard missing.isEmpty, !evidence.journal.connections.isEmpty else {
            result.state = .notExercised
            result.findings = missing
            return result
        }
        result.findings = loose
        if subject.outcome?.kind == .refused {
            result.findings.append(
                Finding(
                    "outcome.no-reason", "what the client told its user is not known: look at it",
                    expected: subject.outcome?.reason?.rawValue))
        }
        result.state = result.findings.isEmpty ? .met : .metLoosely
        return result
    }

    /// What the wire does not show yet of how it is to end.
    private static func unmet(_ outcome: ClientOutcome?, _ evidence: Evidence) -> [Finding] {
        switch outcome?.kind {
        case .accepted? where !evidence.hasGrantedRequest:
            [Finding("outcome.unproved", "no request was granted", expected: "a request that is answered")]
        case .refused?:
            if let reason = outcome?.reason, let proof = RefusalProof.finding(reason, evidence) {
                [
                    Finding(
                        proof.code, "the refusal that it is about was not met", expected: proof.expected,
                        nearest: proof.nearest)
                ]
            } else {
                []
            }
        default: []
        }
    }

    private static func overall(
        _ requirements: [RequirementVerdict], hasSubject: Bool = false, isBounded: Bool
    ) -> Verdict {
        func findings(_ state: RequirementVerdict.State) -> [Finding] {
            requirements.filter { $0.state == state }.flatMap(\.findings)
        }
        if requirements.contains(where: { $0.state == .broken }) {
            return Verdict(.failed, findings: findings(.broken), isBounded: isBounded)
        }
        let decisive = hasSubject ? requirements.prefix(1) : requirements[...]
        guard decisive.contains(where: { $0.state != .notExercised }) else {
            let missing = decisive.first?.findings.first.map { ": \($0.problem), \($0.expected ?? "")" } ?? ""
            return Verdict(.notJudged, reason: "what it is about was not exercised" + missing, isBounded: isBounded)
        }
        let loose = findings(.metLoosely)
        return Verdict(loose.isEmpty ? .passed : .passedNonStrictly, findings: loose, isBounded: isBounded)
    }
}

extension Finding {
    /// Whether it only tells the cause of what other findings say.
    fileprivate var isExplanation: Bool { code.hasPrefix("refused.") }
}

extension Evidence {
    /// Whether the portal let the client in: a request beyond discovery and signing in was granted, or OAuth ended with a token.
    var hasGrantedRequest: Bool {
        journal.requests.contains { !$0.isOfEntering && (200..<300).contains($0.answer?.code ?? 0) }
    }
}

extension Journal.Request {
    /// Whether it only looks around, signs in or signs out, which is answered to a client that never gets in, too.
    fileprivate var isOfEntering: Bool {
        // The page at the root, which says what this is, is shown to any browser.
        if ["info", "server/info", "home"].contains(operation) { return true }
        // A browser's question before the request itself (Fetch Standard, CORS-preflight fetch), and one whose answer brings nothing
        // (RFC 9110 §9.3.2).
        if ["OPTIONS", "HEAD"].contains(method) { return true }
        // Where a scenario is about a user's sign-in alone, the token is the end of it (RFC 6749 §4.1.4).
        if isTokenEndpoint { return answer?.issued == nil }
        return isTokenRequest || isRevocation || isPageOfSignIn
    }
}
