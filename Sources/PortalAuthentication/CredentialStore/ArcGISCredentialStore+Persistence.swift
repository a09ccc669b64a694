internal import HTTPSemantics
internal import JSONValues
internal import Platform

extension ArcGISCredentialStore {
    /// What the store is called in a persistence.
    static let storedName = "arcgis-credentials"

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
        await keeper?.end()
        try await keeper?.persistence.erase(Self.storedName)
    }

    /// Whether what is kept outlives the run.
    public var isPersistent: Bool { state.withLock { $0.keeper != nil } }

    /// What is kept of a credential at this moment, which another process may have changed; nil where it is not kept or cannot be read.
    func stored(_ credential: any StorableCredential) async -> JSONValue? {
        let (keeper, key) = state.withLock { state in
            (state.keeper, state.entries.key(of: credential))
        }
        guard let keeper, let key, let bytes = try? await keeper.persistence.load(Self.storedName),
            let entry = try? StoreDocument(bytes, of: Self.storedName).entries[key],
            entry["kind"]?.string == type(of: credential).storedKind
        else { return nil }
        return entry["is"]
    }

    // MARK: taking over

    /// Reads what was kept; nothing is changed before the takeover is written and completed.
    func takeover(
        by persistence: any StorePersistence, in context: any CredentialContext, kinds: [any StorableCredential.Type]
    ) async throws(PortalError) -> StoreTakeover {
        let clearings = state.withLock { $0.clearings }
        let document = try StoreDocument(try await persistence.load(Self.storedName), of: Self.storedName)
        let (restored, unread) = Self.restore(document, kinds, in: context)
        let known = Set(restored.flatMap { [$0.key, $0.placeKey] })
        let events = context.core.events
        return StoreTakeover(
            name: Self.storedName, persistence: persistence,
            base: document.entries.filter { known.contains($0.key) },
            snapshot: { [self] in Self.document(of: Self.merge(restored, into: state.withLock { $0.entries })) },
            complete: { [self] written in
                let keeper = StoreKeeper(
                    name: Self.storedName, persistence: persistence, base: written,
                    // What is still to be written outlives the store, which lets go of the keeper.
                    held: { [state] keys in
                        guard let keys else { return Self.document(of: state.withLock { $0.entries }) }
                        return Self.document(
                            of: state.withLock { state in keys.map { ($0, state.entries.holding($0)) } })
                    },
                    onFailure: { events.emit(.storeNotSaved(name: Self.storedName, $0.code)) })
                let (before, isCleared) = state.withLock { state in
                    let isCleared = state.clearings != clearings
                    let all = isCleared ? state.entries : Self.merge(restored, into: state.entries)
                    for entry in all.dropFirst(state.entries.count) { hub.emit(.added(entry.place)) }
                    state.entries = all
                    defer { state.keeper = keeper }
                    return (state.keeper, isCleared)
                }
                for kind in unread { events.emit(.storedCredentialNotRead(kind: kind)) }
                // A store that was cleared meanwhile was cleared of this too.
                if isCleared { keeper.noteEmptied() } else { keeper.noteChange() }
                await before?.end()
            })
    }

    /// What is there, and what was restored for places where nothing is.
    private static func merge(_ restored: [Entry], into entries: CredentialEntries) -> CredentialEntries {
        var all = entries
        for entry in restored where entries[entry.placeKey] == nil { all.keep(entry) }
        return all
    }

    /// Some entries, by what is kept with their keys.
    private static func document(of found: [(key: String, CredentialEntries.Holding?)]) -> StoreDocument.Entries {
        var document: StoreDocument.Entries = [:]
        for (key, holding) in found {
            switch holding {
            case .credential(let credential): document[key] = StoredCredential.entry(of: credential)
            case .place(let entry) where entry.credential is any StorableCredential:
                document[key] = ["credential": .string(entry.key)]
            default: break
            }
        }
        return document
    }

    private static func document(of entries: CredentialEntries) -> StoreDocument.Entries {
        var document: StoreDocument.Entries = [:]
        for entry in entries {
            if document[entry.key] == nil { document[entry.key] = StoredCredential.entry(of: entry.credential) }
            guard document[entry.key] != nil else { continue }
            document[entry.placeKey] = ["credential": .string(entry.key)]
        }
        return document
    }

    /// Makes credentials of a document again; one that is kept for several places stays one.
    private static func restore(
        _ document: StoreDocument, _ kinds: [any StorableCredential.Type], in context: any CredentialContext
    ) -> (entries: [Entry], unread: [String]) {
        var credentials: [String: any ArcGISCredential] = [:]
        var unread: [String] = []
        for (key, entry) in document.entries.sorted(by: { $0.key < $1.key })
        where key.hasPrefix(StoreDocument.credentialPrefix) {
            let kind = entry["kind"]?.string ?? "unnamed"
            let type = kinds.first { $0.storedKind == kind }
            if let type, let stored = entry["is"], let restored = try? type.restored(from: stored, in: context) {
                credentials[key] = restored
            } else {
                unread.append(PortalError.printable(kind))
            }
        }
        let entries = document.entries.sorted { $0.key < $1.key }.compactMap { key, entry -> Entry? in
            guard let place = StoredCredential.Place(key, entry), let credential = credentials[place.credential] else {
                return nil
            }
            return Entry(credential, below: place.prefix, key: place.credential)
        }
        return (entries, unread)
    }
}
