internal import HTTPAuthentication

/// One question to a handler of the network layer, told as events.
enum NetworkQuestion {
    /// Asks inside the challenge's scope, so that what the handler sends waits for nobody.
    static func ask(
        _ handler: any NetworkChallengeHandler, _ challenge: NetworkChallenge, core: ClientCore
    ) async -> NetworkDisposition {
        core.events.emit(
            .challenge(
                id: challenge.id, kind: name(of: challenge.space.method), host: challenge.space.origin.authority,
                failures: challenge.previousFailureCount))
        let disposition = await ChallengeScope.$isInside.withValue(true) { await handler.handle(challenge) }
        core.events.emit(.disposition(id: challenge.id, answer: name(of: disposition)))
        return disposition
    }

    /// Asks once nobody else is being asked; throws `cancelled` where the task was cancelled while waiting.
    static func askInTurn(
        _ handler: any NetworkChallengeHandler, _ challenge: NetworkChallenge, core: ClientCore
    ) async throws(PortalError) -> NetworkDisposition {
        if ChallengeScope.isInside { return await ask(handler, challenge, core: core) }
        return try await core.gate.pass { () throws(PortalError) -> NetworkDisposition in
            await ask(handler, challenge, core: core)
        }
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
