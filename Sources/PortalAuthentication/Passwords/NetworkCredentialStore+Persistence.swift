public import HTTPSemantics
internal import Platform
internal import PortalTransport

extension NetworkCredentialStore {
    /// What the store is called in a persistence.
    static let storedName = "network-credentials"

    /// Takes over what was kept by an earlier run, and keeps every change from now on: passwords by realm, and the exceptions for
    /// servers that were granted in ``PortalEnvironment/trust``. Client identities have a store of their own.
    ///
    /// What is there already stays and goes before what was kept for the same place. Throws what the persistence throws, such
    /// as `storeKeyWrong` or `storeCorrupted`; then nothing has changed and the store goes on in memory.
    public func makePersistent(_ persistence: any StorePersistence) async throws(PortalError) {
        let takeover = try await takeover(by: persistence)
        await takeover.complete(try await takeover.write())
    }

    /// Returns once every change up to now is on the disk; at once for a store that is not persistent.
    ///
    /// Changes are written soon by themselves: this is for the end of a program. Throws what the persistence throws.
    public func save() async throws(PortalError) { try await state.withLock { $0.keeper }?.save() }

    /// Deletes what was kept on the disk, and keeps nothing there any more; what is in memory stays. Throws what the persistence throws.
    public func erase() async throws(PortalError) {
        let keeper = state.withLock { state in
            defer { state.keeper = nil }
            return state.keeper
        }
        guard let keeper else { return }
        trust.onChange(nil)
        await keeper.end()
        try await keeper.persistence.erase(Self.storedName)
    }

    /// Whether what is kept outlives the run.
    public var isPersistent: Bool { state.withLock { $0.keeper != nil } }

    /// The changes from now on, in their order; each call gives a stream of its own.
    public var events: AsyncStream<StoreEvent<ProtectionSpace>> { hub.stream() }

    // MARK: taking over

    /// Reads what was kept; nothing is changed before the takeover is written and completed.
    func takeover(by persistence: any StorePersistence) async throws(PortalError) -> StoreTakeover {
        let clearings = state.withLock { $0.clearings }
        let document = try StoreDocument(try await persistence.load(Self.storedName), of: Self.storedName)
        var restored: [StoredNetworkCredential] = []
        var unread: [String] = []
        for (key, entry) in document.entries {
            if let known = StoredNetworkCredential(key, entry) {
                restored.append(known)
            } else {
                unread.append(PortalError.printable(String(key.prefix { $0 != " " })))
            }
        }
        let known = Set(restored.map(\.key))
        let grants = restored.compactMap { if case .trust(let grant) = $0 { grant } else { nil } }
        let (events, trust, kept, kinds) = (clientEvents, trust, restored, unread.sorted())
        return StoreTakeover(
            name: Self.storedName, persistence: persistence,
            base: document.entries.filter { known.contains($0.key) },
            snapshot: { [self] in Self.document(of: kept).merging(contents(), uniquingKeysWith: { $1 }) },
            complete: { [self] written in
                let keeper = StoreKeeper(
                    name: Self.storedName, persistence: persistence, base: written,
                    // What is still to be written outlives the store, which lets go of the keeper.
                    held: { [state] in Self.contents(of: state, trust, $0) },
                    onFailure: { events.emit(.storeNotSaved(name: Self.storedName, $0.code)) })
                let (before, isCleared) = state.withLock { state in
                    defer { state.keeper = keeper }
                    guard state.clearings == clearings else { return (state.keeper, true) }
                    for case .password(let realm, let password) in kept where state.passwords[realm] == nil {
                        state.passwords[realm] = password
                        hub.emit(.added(realm.space(for: password.method)))
                    }
                    return (state.keeper, false)
                }
                // A store that is cleared meanwhile is cleared of this too.
                if isCleared { keeper.noteEmptied() }
                if !isCleared {
                    await trust.restore(grants)
                    if state.withLock({ $0.clearings != clearings }) {
                        for grant in grants { await trust.takeBack(grant) }
                    }
                }
                trust.onChange { [weak keeper] in
                    keeper?.noteChange(of: $0.map { StoredNetworkCredential.trust($0).key })
                }
                for kind in kinds { events.emit(.storedCredentialNotRead(kind: kind)) }
                keeper.noteChange()
                await before?.end()
            })
    }

    private func contents() -> StoreDocument.Entries { Self.contents(of: state, trust, nil) }

    /// The entries with some keys; nil means all.
    private static func contents(
        of state: Locked<State>, _ trust: TrustStore, _ keys: Set<String>?
    ) -> StoreDocument.Entries {
        guard let keys else {
            let passwords = state.withLock { $0.passwords }
            return document(of: passwords.map { .password($0.key, $0.value) } + trust.granted.map { .trust($0) })
        }
        let realms = keys.compactMap { Realm(storedKey: $0) }
        let passwords = state.withLock { state in
            realms.compactMap { realm in state.passwords[realm].map { StoredNetworkCredential.password(realm, $0) } }
        }
        let grants = realms.count == keys.count ? [] : trust.granted.map { StoredNetworkCredential.trust($0) }
        return document(of: passwords + grants.filter { keys.contains($0.key) })
    }

    private static func document(of credentials: [StoredNetworkCredential]) -> StoreDocument.Entries {
        Dictionary(credentials.map { ($0.key, $0.entry) }, uniquingKeysWith: { $1 })
    }
}
