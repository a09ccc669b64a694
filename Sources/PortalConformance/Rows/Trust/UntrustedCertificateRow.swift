internal import PortalAuthentication
internal import PortalClient
internal import PortalTransport

/// S01: without the profile's authorities the client sends nothing, and says why.
struct UntrustedCertificateRow: ConformanceRow {
    let id = "S01"
    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        context.missingTLS
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient(trusting: []) { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            outcome.noteEnd(error)
            guard let refusal = client.own.compactMap({ $0.error?.serverTrust }).first else {
                // A client that verifies nothing would come through here as well: the survey's own look decides.
                if context.survey.defects.isDisjoint(with: .grantable) { return .validCertificate }
                outcome.client(
                    "R17", "accepted", "it accepts a certificate that no known authority issued", at: client.own.first)
                return outcome
            }
            outcome.expectRefusal(error, in: client)
            if refusal.chain.isEmpty {
                outcome.client("R17", "no-chain", "its refusal does not show the certificate", at: client.own.first)
            }
            if refusal.defects.isSubset(of: .grantable), error?.code != .serverCertificateUntrusted {
                outcome.client(
                    "R17", "reason",
                    "it gives another reason than an unknown issuer: \(error.map { "\($0.code)" } ?? "loaded")",
                    at: client.own.first)
            }
            return outcome
        }
    }
}
