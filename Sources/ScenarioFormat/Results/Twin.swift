internal import JSONValues
package import PortalJudge

/// The run beside a pass that shows that the client gets in where nothing is wrong, or refuses where something is.
///
/// Without it a client that refuses everything, or takes everything, would be called perfect.
package struct Twin: Sendable, Codable, Equatable {
    /// Id of the scenario that it is; nil for the same scenario without its fault.
    package let scenario: String?
    /// What is expected of that scenario; nothing but getting in where it is the same one.
    package let expectation: Expectation
    /// Without secrets.
    package let evidence: Evidence

    package init(of scenario: String? = nil, expectation: Expectation = Expectation(), evidence: Evidence) {
        self.scenario = scenario
        self.expectation = expectation
        self.evidence = evidence
    }

    /// The verdict that takes the place of a pass; nil where the client gets in.
    ///
    /// A twin that could not be run says nothing of the client.
    package var objection: Verdict? {
        guard let scenario else {
            if let obstacle = evidence.obstacle {
                return Verdict(.notJudged, reason: "its twin could not be run: \(obstacle)")
            }
            if evidence.inapplicable != nil || evidence.outcome?.kind == .unsupported {
                let why = evidence.inapplicable ?? "the client says that it cannot do this"
                return Verdict(.notApplicable, reason: "its twin says nothing: \(why)")
            }
            return gotIn ? nil : Verdict(.failed, findings: [refusal])
        }
        let verdict = Judge.verdict(on: evidence, expecting: expectation)
        switch verdict.kind {
        case .passed, .passedNonStrictly: return nil
        case .notApplicable:
            let reason = verdict.reason ?? "for no known reason"
            return Verdict(.notApplicable, reason: "its twin \(scenario) says nothing: \(reason)")
        case .notJudged:
            let reason = verdict.reason ?? "for no known reason"
            return Verdict(.notJudged, reason: "its twin \(scenario) could not be judged: \(reason)")
        case .failed:
            let habit = isNegative ? "take anything for right" : "refuse everything"
            return Verdict(
                .failed, findings: [Finding("twin", "its twin \(scenario) did not pass: the client may \(habit)")])
        }
    }

    /// Whether the scenario that it is asks for a refusal.
    private var isNegative: Bool {
        expectation.outcome?.kind == .refused || expectation.final["status"] == "failed"
    }

    private var gotIn: Bool {
        if let outcome = evidence.outcome { return outcome.kind == .accepted }
        // What was loaded before says nothing where the last thing failed.
        let last = evidence.events?.last ?? ""
        if last.hasPrefix("failed(") { return false }
        return evidence.final["status"] == "loaded" || ["loaded", "image", "imported"].contains(last)
    }

    private var refusal: Finding {
        Finding(
            "twin", "the client does not get in even where only the fault is removed",
            expected: "loaded", nearest: evidence.events?.joined(separator: ", ") ?? evidence.outcome?.kind.rawValue)
    }
}
