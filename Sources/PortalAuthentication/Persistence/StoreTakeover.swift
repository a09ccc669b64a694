internal import HTTPSemantics
internal import Platform

/// A store that is about to become persistent: first read, then written, then changed, so that a failure changes nothing.
struct StoreTakeover: Sendable {
    /// What a writing has changed.
    struct Written: Sendable {
        /// What was kept at that moment; nil where nothing was, or where nothing has been written yet.
        let before: StoreDocument.Entries?
        let after: StoreDocument.Entries
        /// What the store holds.
        let current: StoreDocument.Entries
    }
    let name: String
    let persistence: any StorePersistence
    /// What was restored of it.
    let base: StoreDocument.Entries
    /// What the store will hold.
    let snapshot: @Sendable () -> StoreDocument.Entries
    private let completion: @Sendable (StoreDocument.Entries) async -> Void

    init(
        name: String, persistence: any StorePersistence, base: StoreDocument.Entries,
        snapshot: @escaping @Sendable () -> StoreDocument.Entries,
        complete: @escaping @Sendable (StoreDocument.Entries) async -> Void
    ) {
        self.name = name
        self.persistence = persistence
        self.base = base
        self.snapshot = snapshot
        completion = complete
    }

    /// Writes what the store will hold and gives it, even where that is what is kept: a place that cannot be written to is
    /// found out now.
    func write() async throws(PortalError) -> Written {
        let (base, current) = (base, snapshot())
        let change = Locked<(before: StoreDocument.Entries?, after: StoreDocument.Entries)>((nil, [:]))
        try await persistence.writeDocument(name, .whole) { document throws(PortalError) in
            let before = document.isNew ? nil : document.entries
            document.change(from: base, to: current)
            let after = document.entries
            change.withLock { $0 = (before, after) }
        }
        return change.withLock { Written(before: $0.before, after: $0.after, current: current) }
    }

    /// Takes back what was written; what another process has written meanwhile stays.
    func undo(_ written: Written) async throws(PortalError) {
        let isEmpty = Locked(false)
        try await persistence.writeDocument(name, .whole) { document throws(PortalError) in
            document.change(from: written.after, to: written.before ?? [:])
            let isNowEmpty = document.entries.isEmpty
            isEmpty.withLock { $0 = isNowEmpty }
        }
        if written.before == nil, isEmpty.withLock({ $0 }) { try await persistence.erase(name) }
    }

    /// Lets the store hold it; a change that came since it was written is written too.
    func complete(_ written: Written) async { await completion(written.current) }
}
