internal import HTTPSemantics
internal import Platform
internal import PortalTransport

extension IAPCredential: InvalidatableCredential {
    /// Ends the session at the proxy with the ID token as the hint whose it is, in the body of a POST (OpenID Connect RP-Initiated
    /// Logout 1.0 §2), and uses none of its tokens afterwards.
    ///
    /// A session that a browser keeps with a cookie of its own is not this one. It asks no handler. Throws `http` where the proxy says
    /// no, and what any request throws; the tokens are kept then, so that it may be tried again.
    public func invalidate() async throws(PortalError) {
        guard let token = try await hint() else { return }
        var wire = WireRequest(method: "POST", url: configuration.logoutURL)
        wire.setForm([("client_id", configuration.clientID), ("id_token_hint", token.accessToken.reveal { $0 })])
        wire.nature = .grant
        // Wherever it leads afterwards is for browsers.
        let answer = try await RetrySender(context: context, challenges: .suppress, epoch: context.epoch).exchange(wire)
        guard (200..<400).contains(answer.status) else {
            var error = PortalError(
                .http, url: configuration.logoutURL,
                detail: "the proxy answers \(answer.status) instead of ending the session")
            error.httpStatus = answer.status
            throw error
        }
        state.withLock { state in
            state.refresh = nil
            holder.set(nil)
        }
    }

    /// The ID token that says whose session is to end, an expired one too; without one that the refresh token yields: a provider that
    /// is given none has to ask the person first (RP-Initiated Logout 1.0 §2). nil where there is no session any more.
    private func hint() async throws(PortalError) -> TokenInfo? {
        if let token = holder.held { return token }
        guard canRenew else { return nil }
        do throws(PortalError) {
            return try await tokenInfo()
        } catch {
            guard error.code == .tokenInvalid else { throw error }
            state.withLock { $0.refresh = nil }
            return nil
        }
    }
}
