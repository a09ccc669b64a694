internal import PortalAuthentication
internal import PortalClient
internal import TLSIdentity

/// S11 and S14: an expired certificate, or one for another host, is refused for that reason; the portal departs by
/// showing it.
struct InvalidCertificateRow: ConformanceRow {
    /// What is wrong with the portal's certificate.
    enum Flaw { case expired, hostMismatch }

    private let flaw: Flaw

    init(_ flaw: Flaw) { self.flaw = flaw }

    var id: String {
        switch flaw {
        case .expired: "S11"
        case .hostMismatch: "S14"
        }
    }

    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        if let missing = context.missingTLS { return missing }
        let defects = context.survey.defects
        switch flaw {
        case .expired: return defects.contains(.expired) ? nil : "the portal's certificate has not expired"
        case .hostMismatch:
            return defects.contains(.hostMismatch) ? nil : "the portal shows a certificate for its own host"
        }
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            outcome.noteEnd(error)
            let shown = context.facts.chain.first
            switch flaw {
            case .expired:
                outcome.portal(
                    "RFC 5280 §4.1.2.5", "certificate-expired",
                    "its certificate is not valid after \(shown.map { "\($0.notAfter) s since 1970" } ?? "a moment that has passed")",
                    at: client.own.first)
            case .hostMismatch:
                outcome.portal(
                    "RFC 9525 §6", "certificate-host",
                    "its certificate is for \(shown?.names.joined(separator: ", ") ?? "other names")",
                    expected: context.plan.portal.root.origin.host, at: client.own.first)
            }
            outcome.expectRefusal(error, in: client)
            let code = flaw == .expired ? PortalError.Code.serverCertificateExpired : .serverCertificateHostMismatch
            if error != nil, error?.code != code {
                outcome.client(
                    "R17", "reason", "it gives another reason: \(error.map { "\($0.code)" } ?? "loaded")",
                    expected: "\(code)", at: client.own.first)
            }
            return outcome
        }
    }
}
