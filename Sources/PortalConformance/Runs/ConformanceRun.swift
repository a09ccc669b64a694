package import FixtureFiles
package import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
package import ScenarioFormat

/// Judges the built-in client and a portal that is not ours by each other, row by row.
package struct ConformanceRun: Sendable {
    let plan: ConformancePlan
    /// The client that is judged, as results name it.
    package static let client = "built-in"
    let catalogue: Catalogue
    private let startFake: ComparisonPortal.Start

    /// Takes a plan, the fixtures that hold the catalogue, and what starts the fake whose answers the portal's are compared with.
    package init(
        _ plan: ConformancePlan, fixtures: FixtureTree, startingFake: @escaping ComparisonPortal.Start
    ) throws(DocumentError) {
        self.plan = plan
        startFake = startingFake
        catalogue = try Catalogue(fixtures: fixtures)
    }

    /// The rows that are asked.
    private var rows: [any ConformanceRow] {
        ConformanceRows.all.filter { plan.profile.rows.isEmpty || plan.profile.rows.contains($0.id) }
    }

    /// How a signal ended the run early, when so many rows were judged.
    package func ending(by signal: String, judged: Int) -> RunOrigin.Ending {
        // The first look is a row of its own.
        RunOrigin.Ending(signal: signal, judged: judged, planned: rows.count + 1)
    }

    /// Looks at the portal, then asks one row after the other; throws where there is no portal to judge.
    ///
    /// The report names no origin: the caller knows which process it is.
    package func run(_ onResult: @escaping @Sendable (RunResult) -> Void = { _ in }) async throws(ConformanceError)
        -> ConformanceReport
    {
        let began = ContinuousClock.now
        let survey = try await PortalSurvey.perform(plan)
        let context = RowContext(plan, survey)
        var transcript = TranscriptEvidence(plan.profile)
        var seen = survey.exchanges
        var outcomes: [(outcome: RowOutcome, row: (any ConformanceRow)?, duration: Double)] = []
        func finish(_ outcome: RowOutcome, _ row: (any ConformanceRow)?, since start: ContinuousClock.Instant) {
            transcript.learn(outcome.exchanges)
            let duration = Self.milliseconds(since: start)
            outcomes.append((outcome, row, duration))
            onResult(result(outcome, row, transcript, duration))
        }
        finish(survey.outcome, nil, since: began)
        for row in rows {
            let start = ContinuousClock.now
            let outcome = await row.outcome(in: context)
            seen += outcome.exchanges
            finish(outcome, row, since: start)
        }
        let round = await LookRound.perform(
            plan, askMember: !context.memberIsRefused.withLock { $0 } && survey.obstacle == nil)
        transcript.learn(round.exchanges)
        var facts = survey.facts
        facts.lifetimes = Self.lifetimes(seen + round.exchanges)
        let differences = try await FakeCounterpart.differences(from: round, facts: facts, startingFake: startFake)
        // Only now are all secrets known: a portal may show a token before it gives it out.
        let results = outcomes.map { result($0.outcome, $0.row, transcript, $0.duration) }
        return ConformanceReport(
            report: RunReport(results: results, durationMS: Self.milliseconds(since: began)),
            facts: transcript.redacted(facts), preset: FakeCounterpart.preset(for: facts),
            differences: transcript.redacted(differences),
            exchanges: seen + round.exchanges)
    }

    private func result(
        _ outcome: RowOutcome, _ row: (any ConformanceRow)?, _ transcript: TranscriptEvidence, _ duration: Double
    ) -> RunResult {
        let evidence = transcript.evidence(outcome)
        let id = row?.id ?? "survey"
        let entry = row.flatMap { catalogue[$0.id] }
        return RunResult(
            scenario: "conformance/\(id)", name: "conformance/\(id)",
            title: entry?.title ?? row?.title ?? "what the portal says of itself",
            catalogue: entry == nil ? [] : [id], citation: "",
            requirement: entry?.requirement ?? row?.requirement
                ?? "Every answer to a first look is HTTP 200 with the documented members, or an error object.",
            verdict: Judge.verdict(on: evidence, expecting: Expectation()), durationMS: duration, client: Self.client,
            evidence: evidence, rerun: plan.rerun(row?.id))
    }

    /// What each request for a token asked for, and what it got.
    private static func lifetimes(_ exchanges: [WireExchange]) -> [PortalFacts.Lifetime] {
        var found: [PortalFacts.Lifetime] = []
        for exchange in exchanges where exchange.isSuccess {
            let minutes: Double
            if let expires = exchange.document?["expires"]?.integer, exchange.endpoint == .generateToken {
                minutes = (Double(expires) - Double(exchange.moment)) / 60_000
            } else if let seconds = exchange.document?["expires_in"]?.integer, exchange.endpoint == .oauthToken {
                minutes = Double(seconds) / 60
            } else {
                continue
            }
            let lifetime = PortalFacts.Lifetime(
                endpoint: exchange.endpoint.name, asked: exchange.formValue("expiration").flatMap { Int($0) },
                grantedMinutes: minutes.rounded())
            if !found.contains(lifetime) { found.append(lifetime) }
        }
        return found
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        let parts = (ContinuousClock.now - start).components
        return Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
    }
}

extension PortalSurvey {
    /// The first look as a row of its own: what every answer owes; not judged without an answer of the portal's own.
    ///
    /// A portal that TLS keeps away is judged by the rows on certificates; behind a sign-in that is refused nothing is.
    var outcome: RowOutcome {
        var outcome = RowOutcome()
        outcome.exchanges = exchanges
        let rules = AnswerRules(hasWebTier: facts.hasWebTier, now: SystemTimeSource().now().milliseconds)
        outcome.findings = exchanges.flatMap { rules.findings($0) }
        guard !exchanges.contains(where: rules.judges) else { return outcome }
        let reason = obstacle ?? "the web tier in front of the portal refuses what the profile has"
        if facts.gates.isEmpty { outcome.notApplicable = reason } else { outcome.notJudged = reason }
        return outcome
    }
}
