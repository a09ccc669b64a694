internal import PortalAuthentication
internal import PortalClient
internal import PortalTransport

/// P11: without an identity it is told what is missing, and nothing is tried again.
struct NoClientCertificateRow: ConformanceRow {
    let id = "P11"
    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        context.facts.clientCertificates == "none" ? "the portal asks for no client certificate" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        var answers = context.plan.webTierAnswers
        answers.identity = nil
        return await context.withClient(answers: answers) { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            outcome.noteEnd(error)
            // A survey that got in with the profile's identity has not seen whether one is required.
            let isPortalsAnswer = client.own.last?.document != nil
            if context.facts.clientCertificates == "asked", error == nil || isPortalsAnswer {
                return .notApplicable("the portal requires no client certificate")
            }
            guard let error else {
                outcome.portal(
                    "RFC 8446 §4.4.2.4", "certificate-not-required",
                    "it lets in who shows no certificate, though it refused before", at: client.own.last)
                return outcome
            }
            if error.code != .clientCertificateRequired {
                outcome.client(
                    "R18", "reason", "it gives another reason than a missing certificate: \(error.code)",
                    at: client.own.last)
            }
            // The first attempt ends where the server asks; the second goes on without one.
            let tries = client.own.filter { $0.error?.code != .clientCertificateRequested }
            if tries.count > 1 {
                outcome.client(
                    "R21", "repeated", "a refusal for want of a certificate is tried \(tries.count) times",
                    expected: "once", at: tries.last)
            }
            return outcome
        }
    }
}
