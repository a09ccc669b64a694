internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// One question which identity an origin is offered, for everybody who waits for the answer.
struct IdentityChallengeLoop: Sendable {
    /// Who may wait for the same answer.
    struct Key: Hashable, Sendable {
        let origin: Origin
        let offered: IdentityOffer
    }
    let context: any ExchangeContext
    let handler: any NetworkChallengeHandler
    let refusal: CertificateRefusal
    let offered: IdentityOffer
    let failures: Int
    let epoch: Int

    var key: Key { Key(origin: refusal.failure.origin, offered: offered) }

    /// What to offer from now on, noted for the origin; throws `cancelled`, or the cause where no handler helps.
    func run() async throws(PortalError) -> IdentityOffer {
        let core = context.core
        let credentials = context.webTier.credentials
        let origin = refusal.failure.origin
        let space = ProtectionSpace(
            origin: origin, method: .clientCertificate, acceptableIssuers: refusal.failure.acceptableIssuers)
        // Another task may choose while this one waits for its turn.
        let answer = try await NetworkQuestion.askInTurn(
            handler, core: core,
            unless: { credentials.decision(for: origin).flatMap { $0 == offered ? nil : $0 } }
        ) {
            NetworkChallenge(
                id: core.nextChallengeNumber(), space: space, previousFailureCount: failures,
                candidates: core.identities.identities(for: space), cause: refusal.cause)
        }
        let disposition: NetworkDisposition
        switch answer {
        case .known(let decision): return decision
        case .said(let said): disposition = said
        }
        guard context.epoch == epoch else {
            throw PortalError(.signedOut, detail: "the user signed out meanwhile").asked(by: space)
        }
        switch disposition {
        case .cancel:
            var error = PortalError(
                .cancelled,
                detail: "no client certificate was chosen for \(origin.authority), which asks for one"
            ).asked(by: space)
            error.url = refusal.cause.url
            throw error
        case .credential(.certificate(let identity)):
            await credentials.decide(.identity(identity), for: origin, epoch: epoch)
            return .identity(identity)
        case .credential(.password), .credential(.kerberos), .credential(.serverTrust):
            throw PortalError(.invalidArgument, detail: "a client certificate is asked for").asked(by: space)
        case .withoutCredential, .rejectProtectionSpace:
            // Where one is required, going on without it is what has failed.
            guard refusal.isQuestion else { throw refusal.cause }
            await credentials.decide(IdentityOffer.none, for: origin, epoch: epoch)
            return .none
        }
    }
}
