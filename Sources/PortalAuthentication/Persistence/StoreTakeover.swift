internal import HTTPAuthentication

/// A store that is about to become persistent: first read, then written, then changed, so that a failure changes nothing.
struct StoreTakeover: Sendable {
    let name: String
    let persistence: any StorePersistence
    /// What was kept before.
    let previous: Secret<[UInt8]>?
    /// What was restored of it.
    let base: StoreDocument.Entries
    /// What the store will hold.
    let snapshot: @Sendable () -> StoreDocument.Entries
    private let completion: @Sendable (StoreDocument.Entries) async -> Void

    init(
        name: String, persistence: any StorePersistence, previous: Secret<[UInt8]>?, base: StoreDocument.Entries,
        snapshot: @escaping @Sendable () -> StoreDocument.Entries,
        complete: @escaping @Sendable (StoreDocument.Entries) async -> Void
    ) {
        self.name = name
        self.persistence = persistence
        self.previous = previous
        self.base = base
        self.snapshot = snapshot
        completion = complete
    }

    /// Writes what the store will hold and gives it, even where that is what is kept: a place that cannot be written to is
    /// found out now.
    func write() async throws(PortalError) -> StoreDocument.Entries {
        let (name, base, current) = (name, base, snapshot())
        try await persistence.update(name) { old throws(PortalError) in
            var document = try StoreDocument(old, of: name)
            document.change(from: base, to: current)
            return document.bytes
        }
        return current
    }

    /// Puts what was kept before back.
    func undo() async throws(PortalError) {
        guard let previous else { return try await persistence.erase(name) }
        try await persistence.update(name) { _ throws(PortalError) in previous }
    }

    /// Lets the store hold it; a change that came since it was written is written too.
    func complete(_ written: StoreDocument.Entries) async { await completion(written) }
}
