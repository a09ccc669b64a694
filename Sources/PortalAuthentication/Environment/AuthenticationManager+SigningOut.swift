internal import PortalTransport

extension AuthenticationManager {
    /// Signs out: has every OAuth token revoked, then every session of an identity-aware proxy ended, then clears both stores.
    ///
    /// The stores are cleared even where the rest fails, on the disk too; connections are closed, and whatever is still being
    /// acquired or asked is discarded: who waits for it fails with `signedOut` (rule R24). Client identities stay in their store.
    ///
    /// Gives whether everything was revoked, ended and deleted. Tokens that were not revoked are told as
    /// ``ClientEvent/clearedWithoutRevoking(count:)``: they stay good until they expire.
    @discardableResult
    public func signOut() async -> Bool {
        let (epoch, held) = discardWhatIsBegun(keepingSessions: true)
        let (revocable, sessions) = (Self.revocable(held), Self.invalidatable(held))
        let isRevoked = await Self.all(revocable) { credential async throws(PortalError) in
            try await credential.revoke()
        }
        // Only now: a proxy lets no request through to revoke anything once its session has ended.
        let isInvalidated = await Self.all(sessions) { session async throws(PortalError) in
            try await session.invalidate()
        }
        if let credentials = environment?.credentials, !sessions.isEmpty {
            for case let session as any ArcGISCredential in sessions { credentials.remove(session) }
            credentials.eraseIfEmpty()
        }
        // What was begun meanwhile with what the network store holds counts as begun before.
        let isCleared = await clear(epoch, revocable: revocable)
        return isRevoked && isInvalidated && isCleared
    }

    /// Has the authorization servers call in the tokens of every OAuth credential of the store, all at once; the credentials stay.
    ///
    /// Gives whether all of them were called in, and true where there are none.
    public func revokeOAuthTokens() async -> Bool {
        await Self.all(Self.revocable(stored)) { credential async throws(PortalError) in try await credential.revoke() }
    }

    /// Ends every session of an identity-aware proxy, all at once.
    ///
    /// Gives whether all of them have ended, and true where there are none.
    public func invalidateIAPCredentials() async -> Bool {
        await Self.all(Self.invalidatable(stored)) { session async throws(PortalError) in try await session.invalidate()
        }
    }

    /// Clears both stores, on the disk too, without telling any server; connections are closed and what is in flight is discarded.
    ///
    /// OAuth tokens that were not revoked before stay good until they expire, which
    /// ``ClientEvent/clearedWithoutRevoking(count:)`` tells; ``signOut()`` revokes them first.
    public func clearCredentialStores() async {
        let (epoch, held) = discardWhatIsBegun(keepingSessions: false)
        await clear(epoch, revocable: Self.revocable(held))
    }

    /// Empties what ``discardWhatIsBegun()`` has left; gives whether nothing is left on the disk either.
    @discardableResult
    private func clear(_ epoch: Int, revocable: [any RevocableCredential]) async -> Bool {
        await webTier.forget(epoch)
        await core.trust.removeAllGrants()
        await core.transport.retireConnections(to: nil)
        let isErased = await saveEverything()
        let live = revocable.count { $0.holdsLiveTokens }
        if live > 0 { core.events.emit(.clearedWithoutRevoking(count: live)) }
        core.events.emit(.signedOut)
        return isErased
    }

    private var stored: [any ArcGISCredential] { environment?.credentials.credentials ?? [] }

    private static func revocable(_ credentials: [any ArcGISCredential]) -> [any RevocableCredential] {
        credentials.compactMap { $0 as? any RevocableCredential }
    }

    private static func invalidatable(_ credentials: [any ArcGISCredential]) -> [any InvalidatableCredential] {
        credentials.compactMap { $0 as? any InvalidatableCredential }
    }

    /// Does something with all of them at once; gives whether none has failed.
    private static func all<Value: Sendable>(
        _ values: [Value], _ body: @escaping @Sendable (Value) async throws(PortalError) -> Void
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            for value in values {
                group.addTask {
                    do throws(PortalError) {
                        try await body(value)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
    }
}
