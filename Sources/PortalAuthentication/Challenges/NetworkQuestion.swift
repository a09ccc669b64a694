internal import HTTPSemantics

/// One question to a handler of the network layer, told as events.
enum NetworkQuestion {
    /// Asks inside the challenge's scope, so that what the handler sends waits for no other question.
    static func ask(
        _ handler: any NetworkChallengeHandler, _ challenge: NetworkChallenge, core: ClientCore
    ) async -> NetworkDisposition {
        core.events.emit(
            .challenge(
                id: challenge.id, kind: name(of: challenge.space.method), host: challenge.space.origin.authority,
                failures: challenge.previousFailureCount))
        let disposition = await ChallengeScope.run { await handler.handle(challenge) }
        core.events.emit(.disposition(id: challenge.id, answer: name(of: disposition)))
        return disposition
    }

    /// Asks once no other question is open, unless the answer is known by then; throws `cancelled` where the task was
    /// cancelled meanwhile: an answer that comes too late counts no more.
    static func askInTurn<Known: Sendable>(
        _ handler: any NetworkChallengeHandler, core: ClientCore, unless known: () -> Known?,
        _ challenge: () -> NetworkChallenge
    ) async throws(PortalError) -> Answer<Known> {
        if ChallengeScope.isInside { return try await answer(handler, core: core, unless: known, challenge) }
        return try await core.gate.pass { () throws(PortalError) -> Answer<Known> in
            try await answer(handler, core: core, unless: known, challenge)
        }
    }

    private static func answer<Known: Sendable>(
        _ handler: any NetworkChallengeHandler, core: ClientCore, unless known: () -> Known?,
        _ challenge: () -> NetworkChallenge
    ) async throws(PortalError) -> Answer<Known> {
        if let known = known() { return .known(known) }
        if Task.isCancelled { throw .cancelledByTask }
        let disposition = await ask(handler, challenge(), core: core)
        if Task.isCancelled { throw .cancelledByTask }
        return .said(disposition)
    }

    /// What a question came to.
    enum Answer<Known: Sendable>: Sendable {
        /// Another task had the answer while this question waited for its turn.
        case known(Known)
        case said(NetworkDisposition)
    }

    /// The methods whose names have capitals are no schemes of HTTP.
    private static func name(of method: AuthenticationMethod) -> String {
        switch method {
        case .serverTrust: "serverTrust"
        case .clientCertificate: "clientCertificate"
        default: method.description
        }
    }

    private static func name(of disposition: NetworkDisposition) -> String {
        switch disposition {
        case .credential: "credential"
        case .withoutCredential: "withoutCredential"
        case .rejectProtectionSpace: "rejectProtectionSpace"
        case .cancel: "cancel"
        }
    }
}
