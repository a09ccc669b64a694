internal import ClientEvidence
internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

/// Drives the client through one row after the other, and says of each who departed from what.
final class RowContext: Sendable {
    let plan: ConformancePlan
    let survey: PortalSurvey
    /// Whether the portal has refused the profile's member: the password is not sent again, portals lock accounts.
    let memberIsRefused = Locked(false)
    let wrongPasswordsSent = Locked(0)

    var facts: PortalFacts { survey.facts }
    var profile: ConformanceProfile { plan.profile }

    init(_ plan: ConformancePlan, _ survey: PortalSurvey) {
        self.plan = plan
        self.survey = survey
    }

    /// One row from its preconditions to its outcome.
    func run(_ row: ConformanceRow) async -> RowOutcome {
        if let reason = needs(row) { return .notApplicable(reason) }
        switch row {
        case .anonymous: return await anonymous()
        case .generalMember, .organizationMember: return await member(row)
        case .signOut: return await signOut()
        case .publicItem: return await publicItem()
        case .privateItem: return await privateItem()
        case .discovery: return await discovery()
        case .expiry: return await expiry()
        case .expiredToken: return await expiredToken()
        case .wrongReferer: return await wrongReferer()
        case .wrongPassword: return await wrongPassword()
        case .basic: return await credentials(.basic)
        case .digest: return await credentials(.digest)
        case .staleNonce: return await staleNonce()
        case .untrusted: return await untrusted()
        case .trusted: return await trusted()
        case .expiredCertificate: return await badCertificate(.expired, .serverCertificateExpired)
        case .wrongHost: return await badCertificate(.hostMismatch, .serverCertificateHostMismatch)
        case .clientCertificate: return await clientCertificate()
        case .noClientCertificate: return await noClientCertificate()
        case .application: return await application()
        case .refresh: return await refresh()
        case .revocation: return await revocation()
        case .upgrade: return await upgrade()
        case .federation: return await federation()
        case .publicMap: return await publicMap()
        case .privateMap: return await privateMap()
        case .openMap: return await openMap()
        case .codeGrant: return .notApplicable("only a person can do it")
        }
    }

    /// Runs a body with a stage, then looks at every answer and at everything the client sent.
    ///
    /// A refusal of a TLS or web-tier gate that the row is about is no departure: the row itself says what it expects.
    func stage(
        trusting authorities: [String]? = nil, answers: ConformanceChallengeHandler.Answers? = nil,
        time: any PortalTimeSource = SystemTimeSource(), portal: PortalURL? = nil,
        _ body: (ConformanceStage) async -> RowOutcome
    ) async -> RowOutcome {
        let stage: ConformanceStage
        do {
            stage = try ConformanceStage(
                portal ?? plan.portal, plan, trusting: authorities ?? plan.authorities,
                answers: answers ?? plan.webTierAnswers, time: time)
        } catch {
            return .notJudged("the wire cannot be used: \(error.detail)")
        }
        defer { stage.end() }
        var outcome = await body(stage)
        outcome.exchanges = stage.recorder.exchanges
        let answers = AnswerRules(
            hasWebTier: facts.hasWebTier, now: SystemTimeSource().now().milliseconds,
            maps: Set([profile.publicMap, profile.privateMap].compactMap { $0 }))
        let conduct = ConductRules(
            secrets: profile.secrets.map { $0.secret.reveal { $0 } }, portal: stage.portal.root.origin)
        outcome.findings =
            outcome.exchanges.filter { !outcome.isElsewhere($0) }.flatMap { answers.findings($0) } + outcome.findings
            + conduct.findings(outcome.exchanges, heldBack: stage.recorder.heldBack)
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
