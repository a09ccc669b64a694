internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient
internal import PortalTransport

/// P10: the identity that was chosen is shown, and the portal loads.
struct ClientCertificateRow: ConformanceRow {
    let id = "P10"
    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        if context.facts.clientCertificates == "none" { return "the portal asks for no client certificate" }
        if context.plan.identity == nil { return "the profile names no identity" }
        return context.survey.defects.isEmpty ? nil : context.survey.obstacle
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            if let refusal = error, refusal.code == .clientCertificateRejected {
                outcome.notJudged =
                    "the portal refuses the profile's identity: \(refusal.clientCertificate?.cause.description ?? "for no stated reason")"
                return outcome
            }
            outcome.expectLoaded(error, rule: "P10", last: client.own.last)
            let answer = client.own.last { $0.response != nil }
            if error == nil, answer?.response?.certificateRequest?.wasAnswered == false {
                outcome.client("R18", "not-shown", "it does not show the identity that was chosen", at: answer)
            }
            if client.challengeHandler.asked.count(where: { $0 == .clientCertificate }) > 1 {
                outcome.client("R18", "challenges", "a certificate was asked for more than once", expected: "once")
            }
            return outcome
        }
    }
}
