internal import HTTPSemantics
internal import Platform

/// What a client may sign its requests with, by server context and by prefix (client rule R26).
///
/// Matching is by parsed origin and whole path segments; the longest match wins. What is kept is forgotten with the run, unless
/// ``makePersistent(_:in:)`` was called.
public final class ArcGISCredentialStore: Sendable {
    struct Entry: Sendable {
        let credential: any ArcGISCredential
        /// nil: everything of the credential's context.
        let prefix: HTTPURL?
        /// What the credential is called in a persistent store.
        let key: String

        /// What it is kept for.
        let place: HTTPURL
        /// The same as a key: entries with the same one take each other's place.
        let placeKey: String
        /// Whether it is found by the hosts behind a proxy.
        let isOfProxy: Bool

        init(_ credential: any ArcGISCredential, below prefix: HTTPURL?, key: String) {
            self.credential = credential
            self.prefix = prefix
            self.key = key
            let proxy = credential as? IAPCredential
            isOfProxy = proxy != nil
            place = prefix ?? credential.serverContext.url
            // One token endpoint serves many applications, each with hosts of its own.
            let application = prefix == nil ? proxy.map { " \($0.configuration.clientID)" } : nil
            placeKey = StoredCredential.placeKey(of: place, isPrefix: prefix != nil) + (application ?? "")
        }

        /// Whether it signs a resource's requests in to its portal or server; what gets them past a proxy does not.
        func matches(_ url: HTTPURL) -> Bool {
            guard !isOfProxy, place.origin == url.origin else { return false }
            return prefix.map { $0.isPrefix(of: url) } ?? credential.serverContext.contains(url)
        }
    }
    struct State: Sendable {
        var entries = CredentialEntries()
        /// How often everything was forgotten.
        var clearings = 0
        /// nil: nothing outlives the run.
        var keeper: StoreKeeper?

        func key(of credential: any ArcGISCredential) -> String {
            entries.key(of: credential) ?? StoredCredential.newKey()
        }
    }
    let state = Locked(State())
    let hub = EventHub<StoreEvent<HTTPURL>>()

    /// Starts empty.
    public init() {}

    // The keeper holds the state.
    deinit { state.withLock { $0.keeper = nil } }

    /// Keeps a credential for its server context, in place of one that was kept for it.
    public func add(_ credential: any ArcGISCredential) { keep(credential, below: nil) }

    /// Keeps a credential for the resources below a URL; throws `credentialCannotBeShared` where it lies on another origin than the credential's context.
    public func add(_ credential: any ArcGISCredential, for url: HTTPURL) throws(PortalError) {
        guard credential.serverContext.url.origin == url.origin else {
            throw PortalError(
                .credentialCannotBeShared, url: url,
                detail: "the credential belongs to \(credential.serverContext), which is another origin")
        }
        keep(credential, below: url.with(query: nil))
    }

    /// The credential for a resource: the one whose prefix or context is the longest match; a prefix goes before a context of its length.
    public func credential(for url: HTTPURL) -> (any ArcGISCredential)? {
        state.withLock { state in
            var best: Entry?
            for entry in state.entries where entry.matches(url) {
                guard let known = best else {
                    best = entry
                    continue
                }
                let (count, most) = (entry.place.segments.count, known.place.segments.count)
                if count > most || count == most && known.prefix == nil { best = entry }
            }
            return best?.credential
        }
    }

    /// The credential for the identity-aware proxy before a resource's host; the one that was kept last goes first.
    public func proxyCredential(for url: HTTPURL) -> IAPCredential? {
        state.withLock { state in
            for entry in state.entries.lastFirst where entry.isOfProxy {
                if let found = entry.credential as? IAPCredential, found.configuration.canBeUsed(for: url) {
                    return found
                }
            }
            return nil
        }
    }

    /// Forgets a credential wherever it is kept.
    public func remove(_ credential: any ArcGISCredential) {
        change { state in
            state.entries.remove(credential).map { Change(.removed($0.place), of: [$0]) }
        }
    }

    /// Forgets everything, on the disk too.
    public func removeAll() { removeAll { _ in false } }

    /// Forgets everything but the credentials that are needed a little longer; gives what was there, so that nothing that is stored
    /// at the same time is forgotten unseen.
    @discardableResult
    func removeAll(but isNeeded: (any ArcGISCredential) -> Bool) -> [any ArcGISCredential] {
        let (keeper, all) = state.withLock { state in
            let all = state.entries.credentials
            state.entries = CredentialEntries(state.entries.filter { isNeeded($0.credential) })
            state.clearings += 1
            hub.emit(.removedAll)
            return (state.keeper, all)
        }
        keeper?.noteEmptied()
        return all
    }

    /// Every credential once.
    public var credentials: [any ArcGISCredential] { state.withLock { $0.entries.credentials } }

    /// The changes from now on, in their order; each call gives a stream of its own.
    public var events: AsyncStream<StoreEvent<HTTPURL>> { hub.stream() }

    /// Deletes what is kept on the disk where nothing is left to keep.
    func eraseIfEmpty() {
        let keeper = state.withLock { $0.entries.isEmpty ? $0.keeper : nil }
        keeper?.noteEmptied()
    }

    /// Takes note that a credential holds something new, and returns once that is kept, where it is kept at all.
    ///
    /// Throws what the persistence throws; the credential is in the store all the same.
    func noteUpdate(of credential: any ArcGISCredential) async throws(PortalError) {
        change { state in
            state.entries.entries(of: credential).map { Change(.updated($0.place), of: [$0]) }
        }
        try await save()
    }

    /// Keeps a credential for its context or for what lies below a URL; gives the one whose place it takes.
    @discardableResult
    func keep(_ credential: any ArcGISCredential, below prefix: HTTPURL?) -> (any ArcGISCredential)? {
        var displaced: (any ArcGISCredential)?
        change { state in
            let entry = Entry(credential, below: prefix, key: state.key(of: credential))
            guard let old = state.entries.keep(entry) else { return [Change(.added(entry.place), of: [entry])] }
            displaced = old.credential
            return [Change(.updated(entry.place), of: [old, entry])]
        }
        return displaced
    }

    /// What has changed: the event, and the entries that are to be looked at.
    struct Change {
        let event: StoreEvent<HTTPURL>
        let entries: [Entry]

        init(_ event: StoreEvent<HTTPURL>, of entries: [Entry]) {
            self.event = event
            self.entries = entries
        }
    }

    /// Changes the entries and tells it in the same breath, so that events come in the order of the changes.
    func change(_ body: (inout State) -> [Change]) {
        let (keeper, keys) = state.withLock { state -> (StoreKeeper?, [String]) in
            let changes = body(&state)
            for change in changes { hub.emit(change.event) }
            guard !changes.isEmpty, let keeper = state.keeper else { return (nil, []) }
            return (keeper, changes.flatMap { $0.entries.flatMap { [$0.key, $0.placeKey] } })
        }
        keeper?.noteChange(of: keys)
    }
}
