package import PortalJudge

/// What became of one run of a scenario, with everything that the verdict rests on.
package struct RunResult: Sendable, Equatable {
    /// The scenario's id.
    package var scenario: String
    /// The id with the combination of variants.
    package var name: String
    package var title: String
    package var catalogue: [String]
    package var tags: [String]
    package var citation: String
    /// What the catalogue's rows ask for.
    package var requirement: String
    package var verdict: Verdict
    package var durationMS: Double
    /// `built-in`, or the command.
    package var client: String
    package var expectation: Expectation
    /// Without secrets.
    package var evidence: Evidence
    /// The run beside a pass that is about a fault; nil where there was none.
    package var twin: Twin?
    /// The order of answers that the verdict speaks of, as `0/1.2/4`; nil where none was asked for or every one passed.
    package var schedule: String?
    /// The order that was asked for where another one was met.
    package var missedOrder: MissedOrder?
    /// What a session that no command drove was judged by; nil for a run.
    package var session: SessionJudge.Session?
    /// Whether the client is known to fail this scenario.
    package var isKnownToFail: Bool
    /// The command that runs it again.
    package var rerun: String

    package init(
        scenario: String, name: String, title: String, catalogue: [String], tags: [String] = [], citation: String,
        requirement: String, verdict: Verdict, durationMS: Double, client: String,
        expectation: Expectation = Expectation(), evidence: Evidence, twin: Twin? = nil, schedule: String? = nil,
        missedOrder: MissedOrder? = nil, session: SessionJudge.Session? = nil, isKnownToFail: Bool = false,
        rerun: String
    ) {
        self.scenario = scenario
        self.name = name
        self.title = title
        self.catalogue = catalogue
        self.tags = tags
        self.citation = citation
        self.requirement = requirement
        self.verdict = verdict
        self.durationMS = durationMS
        self.client = client
        self.expectation = expectation
        self.evidence = evidence
        self.twin = twin
        self.schedule = schedule
        self.missedOrder = missedOrder
        self.session = session
        self.isKnownToFail = isKnownToFail
        self.rerun = rerun
    }

    /// The first part of the id.
    package var family: String { String(scenario.prefix { $0 != "/" }) }

    /// Whether it failed and is not known to fail.
    package var isUnexpectedFailure: Bool { verdict.kind == .failed && !isKnownToFail }

    /// Whether it failed, or passed in a looser way where that counts as a failure, and is not known to fail.
    package func isUnexpected(isStrict: Bool) -> Bool {
        isUnexpectedFailure || (isStrict && verdict.kind == .passedNonStrictly && !isKnownToFail)
    }

    /// The verdict, reached once more from the evidence alone.
    package var judgedAgain: Verdict {
        if let session {
            return SessionJudge.judge(evidence, expecting: expectation, subject: session.subject).verdict
        }
        let verdict = Judge.verdict(on: evidence, expecting: expectation).after(missedOrder)
        return verdict.isPass ? twin?.objection ?? verdict : verdict
    }
}
