internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// One question whether a server may be trusted, and the grant that follows it (rule R17).
struct ServerTrustChallengeLoop: Sendable {
    let core: ClientCore
    let handler: any NetworkChallengeHandler
    let failure: ServerTrustFailure
    let cause: PortalError
    let failures: Int
    /// Whether no sign-out has come since the request began.
    let isCurrent: @Sendable () -> Bool

    /// Asks and grants; throws where trust is refused or does not cover every defect. Gives the failures counted so far.
    func run() async throws(PortalError) -> Int {
        // Another task may have granted it while this one waited.
        if core.trust.remainingDefects(of: failure).isEmpty, failures == 0 { return 1 }
        let leaf = failure.chain.first?.sha256
        let challenge = NetworkChallenge(
            id: core.nextChallengeNumber(), space: ProtectionSpace(origin: failure.origin, method: .serverTrust),
            defects: failure.defects, chain: failure.chain, previousFailureCount: failures,
            previousFingerprint: core.trust.previousFingerprint(at: failure.origin, now: leaf), cause: cause)
        if Task.isCancelled { throw .cancelledByTask }
        let disposition = await NetworkQuestion.ask(handler, challenge, core: core)
        if Task.isCancelled { throw .cancelledByTask }
        try requireCurrent()
        switch disposition {
        case .withoutCredential, .rejectProtectionSpace, .credential(.password), .credential(.certificate),
            .credential(.kerberos):
            throw cause
        case .cancel:
            let certificate = leaf.map { " (SHA-256 \(CertificateSummary.fingerprint(ofHex: $0)))" } ?? ""
            var error = PortalError(
                .cancelled,
                detail:
                    "the certificate of \(failure.origin.authority)\(certificate) was not trusted when that was asked; "
                    + "the request was not sent",
                underlying: cause.underlying
            ).asked(by: challenge.space)
            error.url = cause.url
            throw error
        case .credential(.serverTrust(let trust)):
            let scope: TrustGrant.Scope
            switch (trust.scope, leaf) {
            case (.host, _): scope = .host
            case (.certificate, let leaf?): scope = .certificate(sha256: leaf)
            case (.certificate, nil): throw cause
            }
            let remaining = failure.defects.subtracting(trust.tolerating)
            guard remaining.isEmpty else {
                throw PortalError(failure, remaining: remaining, underlying: cause.underlying)
            }
            let grant = TrustGrant(
                host: failure.origin.host, port: failure.origin.port, scope: scope, tolerating: trust.tolerating)
            await core.trust.grant(grant)
            guard isCurrent() else {
                // It may have come after the sign-out had taken every grant back.
                await core.trust.takeBack(grant)
                try requireCurrent()
                return failures
            }
            return failures + 1
        }
    }

    private func requireCurrent() throws(PortalError) {
        guard !isCurrent() else { return }
        throw PortalError(.signedOut, detail: "the user signed out meanwhile")
            .asked(by: ProtectionSpace(origin: failure.origin, method: .serverTrust))
    }
}
