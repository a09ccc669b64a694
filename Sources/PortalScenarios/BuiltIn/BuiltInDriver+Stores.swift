internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge

extension BuiltInDriver {
    /// Makes the client's stores lasting, and tells how that went; the client goes on in either case.
    func openStores(_ opening: StorePlan.Opening) async {
        do throws(PortalError) {
            let encrypted = try stores.open(opening)
            let store = options.storeWrapper?(encrypted, stores.path) ?? encrypted
            try await options.behavior.keeping.persist(environment, store)
            log.note("storeOpened")
        } catch {
            fail(error)
        }
    }

    /// Writes down every change of the store of credentials, in order, for as long as the task lives.
    func hearStore() -> Task<Void, Never>? {
        guard run.environment.hears.contains(.store) else { return nil }
        let events = environment.credentials.events
        let hears = options.behavior.keeping.hears
        return Task { [weak self] in
            for await event in events {
                guard let self, hears(event) else { continue }
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
}
