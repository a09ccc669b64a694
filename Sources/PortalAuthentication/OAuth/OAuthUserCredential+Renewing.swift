internal import HTTPSemantics
internal import Platform

extension OAuthUserCredential {
    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo {
        // A handler's own request waits for no other, and what replaces the refresh token is done once.
        guard !ChallengeScope.isInside else { return try await refreshed(.refresh, epoch: epoch) }
        let now = context.core.time.now()
        let exchange = state.withLock { state -> Task<Result<TokenInfo, PortalError>, Never>? in
            if let running = state.exchange { return running }
            // One may have ended since the old token was looked at.
            guard holder.replacement(for: old) == nil,
                state.session?.isExchangeDue(at: now, interval: configuration.exchangeInterval) == true,
                state.refusal == nil
            else { return nil }
            state.exchange = Task { [self] in
                let outcome = await outcomeOfExchange(epoch: epoch)
                self.state.withLock { $0.exchange = nil }
                return outcome
            }
            return state.exchange
        }
        if let exchange { return try await exchange.value.get() }
        if let token = holder.replacement(for: old) { return token }
        return try await refreshed(.refresh, epoch: epoch)
    }

    private func outcomeOfExchange(epoch: Int) async -> Result<TokenInfo, PortalError> {
        do throws(PortalError) {
            return .success(try await refreshed(.exchange, epoch: epoch))
        } catch {
            return .failure(error)
        }
    }

    /// Sends the refresh token once; one that took its place meanwhile stays.
    private func refreshed(_ kind: TokenGrant.Kind, epoch: Int) async throws(PortalError) -> TokenInfo {
        let (session, refusal) = state.withLock { ($0.session, $0.refusal) }
        guard let session, let refresh = session.refresh else { throw gone }
        if let refusal { throw refusal }
        let endpoint = TokenEndpoint(
            url: OAuthEndpoints(portal: configuration.portal, context.core.secureOrigins).token, context: context)
        let grant: TokenGrant =
            kind == .exchange
            ? .exchange(refresh.token, redirectURI: session.redirectURI, clientID: configuration.clientID)
            : .refresh(refresh.token, clientID: configuration.clientID)
        let tokens: GrantedTokens
        do throws(PortalError) {
            tokens = try await endpoint.redeem(grant, epoch: epoch)
        } catch let refusal {
            let error = refusal.code == .tokenInvalid ? ended(refusal, refresh) : refusal
            // Portals before 10.6 exchange nothing; the refresh token itself may still do.
            if kind == .exchange, error.code == .oauth { return try await refreshed(.refresh, epoch: epoch) }
            if error.code == .tokenInvalid, let token = await adoptFromStore(inPlaceOf: refresh, epoch: epoch) {
                return token
            }
            let isReplaced = state.withLock { state in
                guard state.session?.refresh?.token == refresh.token else { return state.session != nil }
                if error.code == .tokenInvalid { state.refusal = error }
                return false
            }
            if isReplaced, let token = holder.replacement(for: session.access) { return token }
            context.core.events.emit(.tokenRenewalFailed(serverContext, error.code))
            throw error
        }
        return try await adopt(tokens, replacing: refresh.token, epoch: epoch)
    }

    /// Says whose sign-in a dead refresh token ends, and since when it was of no use where the portal had said so.
    private func ended(_ error: PortalError, _ refresh: OAuthSession.Refresh) -> PortalError {
        let now = context.core.time.now()
        func days(_ from: Timestamp, _ to: Timestamp) -> String {
            let days = (to.milliseconds - from.milliseconds) / 86_400_000
            return days < 1 ? "today" : days == 1 ? "a day ago" : "\(days) days ago"
        }
        let end = refresh.expires.flatMap { $0 <= now ? ", it ran out \(days($0, now))" : nil } ?? ""
        var ended = error
        ended.detail =
            "the sign-in of \(username ?? "the user") has ended: the portal takes the refresh token that it gave "
            + "\(days(refresh.issued, now)) no more\(OAuthErrorCode.named(error.oauthError))\(end); sign in again"
        return ended
    }

    /// Takes over what another process that signs in the same way has put in the place of a refresh token, and so into the store.
    private func adoptFromStore(inPlaceOf dead: OAuthSession.Refresh, epoch: Int) async -> TokenInfo? {
        guard let document = await context.stored(self), context.epoch == epoch,
            let members = try? StoredMembers(document).optionalMembers("session"),
            let session = try? OAuthSession(members), let refresh = session.refresh,
            refresh.token != dead.token, refresh.issued >= dead.issued
        else { return nil }
        let isAdopted = state.withLock { state in
            guard state.session?.refresh?.token == dead.token else { return false }
            state.session = session
            state.refusal = nil
            return true
        }
        guard isAdopted else { return nil }
        note(session.access)
        context.core.events.emit(.tokenRenewed(serverContext, expires: session.access.expires))
        await context.credentialUpdated(self)
        let now = state.withLock { $0.session?.access }
        holder.set(now)
        return now
    }

    /// Takes what came in the place of what there was; every store has it before a request is signed with it.
    private func adopt(
        _ tokens: GrantedTokens, replacing used: Secret<String>, epoch: Int
    ) async throws(PortalError) -> TokenInfo {
        guard context.epoch == epoch else {
            await revoke(late: tokens)
            throw PortalError(.signedOut, url: configuration.portal.root, detail: "the user signed out meanwhile")
        }
        let isAdopted = state.withLock { state in
            guard let session = state.session, session.refresh?.token == used else { return false }
            state.session = session.renewed(by: tokens)
            // Another process may have sent the old one in between.
            state.refusal = nil
            return true
        }
        guard isAdopted else {
            // It was revoked or replaced while this was on its way.
            guard let token = state.withLock({ $0.session?.access }) else {
                await revoke(late: tokens)
                throw gone
            }
            return token
        }
        note(tokens.access)
        context.core.events.emit(.tokenRenewed(serverContext, expires: tokens.access.expires))
        await context.credentialUpdated(self)
        let now = state.withLock { $0.session?.access }
        guard let now else { throw gone }
        holder.set(now)
        return now
    }
}
