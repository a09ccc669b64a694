extension CredentialContext {
    /// Makes a credential of a code that a user has signed in for; what is traded for it is revoked where it is not wanted any
    /// more (rule R24).
    ///
    /// A code is traded once: a caller that cancels, as a sign-out does, leaves at once, and the trade goes on without it.
    func redeem<Credential: ArcGISCredential>(
        _ began: Int, url: HTTPURL,
        _ trade: @escaping @Sendable () async throws(PortalError) -> (Credential, TokenInfo)
    ) async throws(PortalError) -> Credential {
        let (credential, token) = try await CancellationShield.run(trade) { [self] credential, _ in
            await revoke(late: credential)
        }
        do throws(PortalError) {
            try requireCurrent(began, url: url)
        } catch {
            await revoke(late: credential)
            throw error
        }
        core.events.emit(.tokenAcquired(credential.serverContext, expires: token.expires))
        await credentialUpdated(credential)
        return credential
    }

    /// Has the tokens called in, or the session ended, of a credential that came after a sign-out, or that no caller waited for: no user
    /// will hold it, and it would live on for weeks (rule R24).
    func revoke(late credential: any ArcGISCredential) async {
        // A sign-out cancels the tasks that bring it.
        await Task {
            do throws(PortalError) {
                try await (credential as? any RevocableCredential)?.revoke()
                try await (credential as? any InvalidatableCredential)?.invalidate()
            } catch {
                if credential is any RevocableCredential { core.events.emit(.clearedWithoutRevoking(count: 1)) }
            }
        }.value
    }
}
