internal import HTTPAuthentication
internal import PortalTransport
internal import TLSIdentity

/// One question which identity an origin is offered, for everybody who waits for the answer.
struct IdentityChain: Sendable {
    /// Who may wait for the same answer.
    struct Key: Hashable, Sendable {
        let origin: Origin
        let offered: IdentityOffer
    }
    let manager: AuthenticationManager
    let handler: any NetworkChallengeHandler
    let refusal: CertificateRefusal
    let offered: IdentityOffer
    let failures: Int

    var key: Key { Key(origin: refusal.failure.origin, offered: offered) }

    /// What to offer from now on, noted for the origin; throws `cancelled`, or the cause where nobody helps.
    func run() async throws(PortalError) -> IdentityOffer {
        let core = manager.core
        let credentials = manager.webTier.credentials
        let origin = refusal.failure.origin
        let epoch = manager.epoch
        // Somebody else may have chosen while this one waited.
        if let decision = credentials.decision(for: origin), decision != offered { return decision }
        let space = ProtectionSpace(
            origin: origin, method: .clientCertificate, acceptableIssuers: refusal.failure.acceptableIssuers)
        let challenge = NetworkChallenge(
            id: core.nextChallengeNumber(), space: space, previousFailureCount: failures,
            candidates: core.identities.identities(for: space), cause: refusal.cause)
        let disposition = try await NetworkQuestion.askInTurn(handler, challenge, core: core)
        guard manager.epoch == epoch else {
            throw PortalError(.signedOut, detail: "somebody signed out meanwhile").asked(by: space)
        }
        switch disposition {
        case .cancel:
            var error = PortalError(.cancelled, detail: "the challenge was cancelled").asked(by: space)
            error.url = refusal.cause.url
            throw error
        case .credential(.certificate(let identity)):
            await credentials.decide(.identity(identity), for: origin)
            return .identity(identity)
        case .credential(.password), .credential(.serverTrust):
            throw PortalError(.invalidArgument, detail: "a client certificate is asked for").asked(by: space)
        case .withoutCredential, .rejectProtectionSpace:
            // Where one is required, going on without it is what has failed.
            guard refusal.isQuestion else { throw refusal.cause }
            await credentials.decide(IdentityOffer.none, for: origin)
            return .none
        }
    }
}
