internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge

extension BuiltInDriver {
    /// Makes the client's stores lasting, and tells how that went; the client goes on in either case.
    func openStores(_ opening: StorePlan.Opening) async {
        do throws(PortalError) {
            let encrypted = try stores.open(opening)
            let store = options.storeWrapper?(encrypted, stores.path) ?? encrypted
            do throws(PortalError) {
                try await environment.authentication.setupPersistentCredentialStorage(store)
                log.note("storeOpened")
            } catch {
                if options.appFaults.contains(.halfStore) {
                    try? await environment.credentials.makePersistent(store, in: environment)
                }
                throw error
            }
        } catch {
            fail(error)
        }
    }

    /// Does something to the files of the stores that no client does.
    func damage(_ file: StorePlan.File, _ damage: StorePlan.Damage) {
        do {
            try stores.damage(file, damage)
        } catch {
            log.complain("the store cannot be damaged: \(error)")
        }
    }

    /// Writes down every change of the store of credentials, in order, for as long as the task lives.
    func hearStore() -> Task<Void, Never>? {
        guard run.environment.hears.contains(.store) else { return nil }
        let events = environment.credentials.events
        let isDeaf = options.appFaults.contains(.swallowStoreEvents)
        return Task { [weak self] in
            for await event in events {
                guard let self, !isDeaf else { continue }
                switch event {
                case .added(let place): self.log.note("added(\(self.name(of: place)))")
                case .updated(let place): self.log.note("updated(\(self.name(of: place)))")
                case .removed(let place): self.log.note("removed(\(self.name(of: place)))")
                case .removedAll: self.log.note("removedAll")
                }
            }
        }
    }

    private func name(of place: HTTPURL) -> String { name(of: ServerContext(of: place)) }

    /// Has tokens revoked and remembers whether all were.
    func revokeTokens() async {
        remember(revoked: await environment.authentication.revokeOAuthTokens())
    }

    /// Clears the stores without revoking anything.
    func clearStores() async {
        if options.appFaults.contains(.ignoreSignOut) { return log.note("signedOut") }
        grants.unchose(nil)
        await environment.authentication.clearCredentialStores()
    }

    /// Signs out and remembers whether everything was revoked.
    func signOut() async {
        if options.appFaults.contains(.ignoreSignOut) { return log.note("signedOut") }
        grants.unchose(nil)
        remember(revoked: await environment.authentication.signOut())
    }

    private func remember(revoked: Bool) {
        log.remember("revoked", .bool(revoked != options.appFaults.contains(.misreportRevocation)))
    }
}
