internal import HTTPSemantics
internal import PortalClient
internal import PortalTransport
internal import TLSIdentity

/// S02: once the user trusts this certificate, the same request goes through over a new connection.
struct TrustedCertificateRow: ConformanceRow {
    let id = "S02"
    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        context.missingTLS
    }

    func check(_ context: RowContext) async -> RowOutcome {
        var answers = context.plan.webTierAnswers
        answers.trusts = true
        return await context.withClient(trusting: [], answers: answers) { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            guard let refusal = client.own.compactMap({ $0.error?.serverTrust }).first else { return .validCertificate }
            guard refusal.defects.isSubset(of: .grantable) else {
                return .notApplicable("the certificate has other defects than an unknown issuer")
            }
            outcome.noteEnd(error)
            guard let answer = client.own.first(where: { $0.response != nil }) else {
                outcome.client(
                    "R17", "not-resubmitted", "it sends nothing after the certificate was trusted", at: client.own.last)
                return outcome
            }
            if answer.response?.peerCertificates.first?.sha256 != refusal.chain.first?.sha256 {
                outcome.client(
                    "R17", "other-certificate", "it talks to another certificate than the one that was trusted",
                    at: answer)
            }
            if client.challengeHandler.asked.count(where: { $0 == .serverTrust }) != 1 {
                outcome.client("R17", "challenges", "trust was asked for more than once", expected: "once")
            }
            return outcome
        }
    }
}
