internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalTransport

/// What the rows of one run share: the plan, what the first look has shown, and what the portal has refused so far.
final class RowContext: Sendable {
    let plan: ConformancePlan
    let survey: PortalSurvey
    /// Whether the portal has refused the profile's member: the password is not sent again, portals lock accounts.
    let memberIsRefused = Locked(false)
    /// How many wrong passwords were sent, of those that the profile allows.
    let wrongPasswordsSent = Locked(0)

    var facts: PortalFacts { survey.facts }
    var profile: ConformanceProfile { plan.profile }

    init(_ plan: ConformancePlan, _ survey: PortalSurvey) {
        self.plan = plan
        self.survey = survey
    }

    /// Runs a body with a client of its own, then looks at every answer and at everything the client sent.
    ///
    /// A refusal of a TLS or web-tier gate that the row is about is no departure: the row itself says what it expects.
    func withClient(
        trusting authorities: [String]? = nil, answers: ConformanceChallengeHandler.Answers? = nil,
        time: any PortalTimeSource = SystemTimeSource(), portal: PortalURL? = nil,
        _ body: (RowClient) async -> RowOutcome
    ) async -> RowOutcome {
        let client: RowClient
        do {
            client = try RowClient(
                portal ?? plan.portal, plan, trusting: authorities ?? plan.authorities,
                answers: answers ?? plan.webTierAnswers, time: time)
        } catch {
            return .notJudged("the wire cannot be used: \(error.detail)")
        }
        defer { client.end() }
        var outcome = await body(client)
        outcome.exchanges = client.recorder.exchanges
        let answers = AnswerRules(
            hasWebTier: facts.hasWebTier, now: SystemTimeSource().now().milliseconds,
            maps: Set([profile.publicMap, profile.privateMap].compactMap { $0 }))
        let rules = ExchangeRules(
            secrets: profile.secrets.map { $0.secret.reveal { $0 } }, portal: client.portal.root.origin,
            allowsPlainTickets: plan.options.negotiate.allowsPlainHTTP)
        outcome.findings =
            outcome.exchanges.filter { !outcome.isElsewhere($0) }.flatMap { answers.findings($0) } + outcome.findings
            + rules.findings(outcome.exchanges, heldBack: client.recorder.heldBack)
        if outcome.findings.isEmpty, outcome.notJudged == nil, let lost = outcome.exchanges.last?.error,
            Self.isLoss(lost)
        {
            outcome.notJudged = "the portal did not answer: \(lost.detail) (\(lost.code))"
        }
        return outcome
    }

    /// Whether no answer came for a reason that says nothing about who departed from what.
    private static func isLoss(_ error: TransportError) -> Bool {
        error.serverTrust == nil && error.clientCertificate == nil && error.code != .malformedRequest
    }
}
