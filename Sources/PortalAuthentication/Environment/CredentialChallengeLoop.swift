internal import HTTPSemantics
internal import Platform

/// One challenge and every attempt to answer it, until a credential works, the handler gives up or the attempts are used up.
struct CredentialChallengeLoop: Sendable {
    let core: ClientCore
    let handler: any ArcGISChallengeHandler
    let environment: PortalEnvironment
    let url: HTTPURL
    let kind: ArcGISChallenge.Kind
    let cause: PortalError
    let failures: Int
    let refused: TokenInfo?
    /// What has just failed to yield a token.
    let failed: (any ArcGISCredential)?
    let epoch: Int

    /// The gate is held only while the handler is asked: what is done with an answer joins what other requests do.
    func run() async throws(PortalError) -> AuthenticationManager.Answer {
        var failures = failures
        var last = cause
        var uncounted = 0
        while failures < core.policy.maxAttempts, uncounted < core.policy.maxAttempts {
            try requireCurrent()
            let said: Result<ArcGISDisposition, PortalError>
            let pending: PendingAnswers.Ticket?
            switch try await askInTurn(last, failures) {
            case .known(let stored): return (stored, failures)
            case .waits(let waiter):
                await PendingAnswers.wait(for: waiter)
                continue
            case .said(let answer, let ticket): (said, pending) = (answer, ticket)
            }
            defer { if let pending { pendingAnswers.remove(pending) } }
            if case .success(.credential(let late)) = said { await callInIfLate(late) }
            try requireCurrent()
            switch said {
            case .success(.credential(let credential)):
                do {
                    try await check(credential)
                    return (credential, failures)
                } catch {
                    await callInIfLate(credential)
                    try Self.rethrowUnlessRefusal(error)
                    last = error
                    if error.code == .emptyCredentials { uncounted += 1 } else { failures += 1 }
                }
            case .success(.withoutCredential), .success(.consent): throw cause
            case .success(.cancel):
                throw PortalError(
                    .cancelled, url: url,
                    detail: "the sign-in was cancelled: no credential was given when one was asked for")
            case .failure(let error):
                try Self.rethrowUnlessRefusal(error)
                last = error
                if error.code == .emptyCredentials { uncounted += 1 } else { failures += 1 }
            }
        }
        throw last
    }

    private enum Reply: Sendable {
        /// What another task has stored while this challenge waited for its turn.
        case known(any ArcGISCredential)
        /// Another challenge has an answer that may do here too, and it is not stored yet.
        case waits(OnceContinuation<Bool>)
        case said(Result<ArcGISDisposition, PortalError>, PendingAnswers.Ticket?)
    }

    private var pendingAnswers: PendingAnswers { environment.authentication.pendingAnswers }

    private func askInTurn(_ last: PortalError, _ failures: Int) async throws(PortalError) -> Reply {
        if ChallengeScope.isInside { return try await reply(last, failures) }
        return try await core.gate.pass { () throws(PortalError) -> Reply in
            if let waiter = pendingAnswers.waiter(where: mayServe) { return .waits(waiter) }
            return try await reply(last, failures)
        }
    }

    private func reply(_ last: PortalError, _ failures: Int) async throws(PortalError) -> Reply {
        if let stored = await storedMeanwhile() { return .known(stored) }
        if Task.isCancelled { throw .cancelledByTask }
        // A password signs in to the portal that owns the server, as far as that is known.
        let place = kind == .iap ? nil : Federation(environment: environment).knownOwner(of: url)?.root
        let challenge = ArcGISChallenge(
            id: core.nextChallengeNumber(), kind: kind, requestURL: url.with(query: nil),
            authenticatingHost: (place ?? url).origin.authority, cause: last, previousFailureCount: failures,
            environment: environment)
        let said = await Self.ask(handler, challenge, core: core)
        // Noted before the next one has its turn.
        guard case .success(.credential(let credential)) = said else { return .said(said, nil) }
        return .said(said, pendingAnswers.add(credential))
    }

    /// Whether an answer to another challenge may spare this one: it is for the same place, or for a portal that may own the server.
    private func mayServe(_ answer: any ArcGISCredential) -> Bool {
        if kind == .iap || answer is IAPCredential {
            return kind == .iap && (answer as? IAPCredential)?.configuration.canBeUsed(for: url) == true
        }
        return answer.serverContext.contains(url)
            || answer.serverContext.kind == .portal && ServerContext(of: url).kind == .server
    }

    /// Asks a handler inside the challenge's scope; whatever it throws comes back as a ``PortalError``.
    static func ask(
        _ handler: any ArcGISChallengeHandler, _ challenge: ArcGISChallenge, core: ClientCore
    ) async -> Result<ArcGISDisposition, PortalError> {
        core.events.emit(
            .challenge(
                id: challenge.id, kind: challenge.kind.description, host: challenge.authenticatingHost ?? "",
                failures: challenge.previousFailureCount))
        let outcome: Result<ArcGISDisposition, PortalError> = await ChallengeScope.run {
            do {
                return .success(try await handler.handle(challenge))
            } catch let error as PortalError {
                return .failure(error)
            } catch is CancellationError {
                return .failure(.cancelledByTask)
            } catch {
                return .failure(
                    PortalError(
                        .handlerFailed, url: challenge.requestURL, detail: "the challenge handler failed",
                        underlying: error))
            }
        }
        core.events.emit(.disposition(id: challenge.id, answer: name(of: outcome)))
        return outcome
    }

    /// Makes sure that a credential yields a token and keeps it.
    private func check(_ credential: any ArcGISCredential) async throws(PortalError) {
        try requireFit(credential)
        let token = try await credential.tokenInfo()
        if let refused, token.isSame(as: refused) {
            throw PortalError(.tokenInvalid, url: url, detail: "the same token was refused before")
        }
        let isForPortal = try await Federation(environment: environment).credential(credential, for: url) != nil
        let useless = isForPortal ? await refusedCredential() : nil
        try requireCurrent()
        // What was refused at the server would go before what its portal issues for it.
        if let useless, useless !== credential { environment.credentials.remove(useless) }
        // A user who signs in to the portal of a federated server has signed in there.
        try environment.authentication.keep(
            credential, in: environment, for: isForPortal ? credential.serverContext.url : url, epoch: epoch)
        // A failure has been told as an event, and does not make the answer a wrong one.
        try? await environment.credentials.save()
    }

    /// What the store holds for the resource where that is what was refused, or what gave no token; nil where it may still do.
    private func refusedCredential() async -> (any ArcGISCredential)? {
        guard let stored = environment.credentials.credential(for: url) else { return nil }
        if stored === failed { return stored }
        return await isRefused(stored) ? stored : nil
    }

    /// Whether the token that a credential signs with is the one that was refused.
    private func isRefused(_ stored: any ArcGISCredential) async -> Bool {
        guard let refused else { return false }
        let token: TokenInfo?
        if let known = stored as? any TokenHolding {
            token = known.holder.held
        } else {
            token = await ChallengeScope.run { try? await stored.tokenInfo() }
        }
        return token?.isSame(as: refused) == true
    }

    /// What gets a request past a proxy signs no user in to a portal, and the other way round.
    private func requireFit(_ credential: any ArcGISCredential) throws(PortalError) {
        let proxy = credential as? IAPCredential
        guard (kind == .iap) == (proxy != nil), proxy?.configuration.canBeUsed(for: url) ?? true else {
            throw PortalError(.invalidArgument, url: url, detail: "the \(credential) does not fit what is asked for")
        }
    }

    private func stored() async -> (any ArcGISCredential)? {
        if kind == .iap { return environment.credentials.proxyCredential(for: url) }
        if let stored = environment.credentials.credential(for: url) { return stored }
        return await ChallengeScope.run { try? await Federation(environment: environment).credential(for: url) }
    }

    private func storedMeanwhile() async -> (any ArcGISCredential)? {
        guard let stored = await stored(), stored !== failed else { return nil }
        // Anonymous by choice: what the store holds may do. Refused: only another token may.
        return await isRefused(stored) ? nil : stored
    }

    /// Throws where the answer is not wanted any more: an answer that comes too late is not kept, and the handler is not asked again.
    private func requireCurrent() throws(PortalError) {
        if Task.isCancelled { throw .cancelledByTask }
        guard environment.authentication.epoch == epoch else {
            throw PortalError(.signedOut, url: url, detail: "the user signed out meanwhile")
        }
    }

    /// What comes after a sign-out is not kept (rule R24).
    private func callInIfLate(_ credential: any ArcGISCredential) async {
        guard environment.authentication.epoch != epoch else { return }
        await environment.authentication.revoke(late: credential)
    }

    /// Lets through what another user name or password could mend; anything else ends the chain.
    private static func rethrowUnlessRefusal(_ error: PortalError) throws(PortalError) {
        let refusals: Set<PortalError.Code> = [
            .invalidCredentials, .tokenNotGenerated, .tokenInvalid, .tokenRequired, .authenticationRequired,
            .emptyCredentials, .handlerFailed, .httpAuthentication, .invalidArgument,
        ]
        guard refusals.contains(error.code) else { throw error }
    }

    private static func name(of outcome: Result<ArcGISDisposition, PortalError>) -> String {
        switch outcome {
        case .success(.credential): "credential"
        case .success(.withoutCredential): "withoutCredential"
        case .success(.cancel): "cancel"
        case .success(.consent): "consent"
        case .failure: "threw"
        }
    }
}
