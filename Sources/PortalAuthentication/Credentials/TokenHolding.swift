/// A credential that holds a token, which can be looked at without acquiring one, and gets new ones from a server.
protocol TokenHolding: ArcGISCredential {
    var holder: TokenHolder { get }
    var context: any CredentialContext { get }
    /// Whose acquisition of a token is the same one.
    var acquisitionKey: AcquisitionKey { get }
    /// Gets one new token and holds it; throws why there is none, and `signedOut` where the user has signed out since `epoch`.
    func acquireToken(replacing old: TokenInfo?, epoch: Int) async throws(PortalError) -> TokenInfo
}

extension TokenHolding {
    var acquisitionKey: AcquisitionKey { .credential(ObjectIdentifier(self)) }

    /// The token that it holds, or a new one where that is due.
    public func tokenInfo() async throws(PortalError) -> TokenInfo {
        if !canRenew, let token = holder.held { return token }
        return try await holder.token(at: context.core.time.now()) { [self] (old) throws(PortalError) -> TokenInfo in
            try await joinAcquisition(replacing: old)
        }
    }

    /// A new token, or what has taken the place of the refused one already.
    public func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        try await joinAcquisition(replacing: refused)
    }

    /// One new token for everybody who waits, unless the old one has been replaced already (client rule R25, flow MM5).
    private func joinAcquisition(replacing old: TokenInfo?) async throws(PortalError) -> TokenInfo {
        if let token = holder.replacement(for: old) { return token }
        let (key, began) = (acquisitionKey, context.epoch)
        let token = try await context.acquire(key) { [self] () throws(PortalError) -> TokenInfo in
            if let token = holder.replacement(for: old) { return token }
            return try await acquireToken(replacing: old, epoch: began)
        }
        guard case .order = key else { return token }
        // It may have been acquired for another credential; a late one puts no older token in the place of a newer one.
        let settled = holder.settle(token, replacing: old)
        if settled.isNew { await context.credentialUpdated(self) }
        return settled.token
    }

    /// Holds a token that was acquired; every store has it before a request is signed with it.
    func hold(_ token: TokenInfo) async {
        holder.prepare(token)
        await context.credentialUpdated(self)
        holder.complete(token)
    }
}
