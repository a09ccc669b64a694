internal import Platform

/// Writes down what a store holds, one writing at a time: changes that come meanwhile are in the next one, and no caller is told
/// that something is kept before it is.
final class StoreKeeper: Sendable {
    private struct State {
        /// What was written last of what the store holds.
        var base: StoreDocument.Entries
        /// Grows with every change.
        var changes = 0
        /// How many of them are written.
        var kept = 0
        /// How many were tried; more than were kept where the last try failed.
        var tried = 0
        /// The number of the last change that forgot everything, where that is still to be written.
        var emptied: Int?
        var isWriting = false
        var isOver = false
        var waiting: [(change: Int, continuation: CheckedContinuation<PortalError?, Never>)] = []
    }
    let name: String
    let persistence: any StorePersistence
    private let state: Locked<State>
    /// What the store holds now.
    private let snapshot: @Sendable () -> StoreDocument.Entries
    /// Is told of each writing that failed.
    private let onFailure: @Sendable (PortalError) -> Void

    init(
        name: String, persistence: any StorePersistence, base: StoreDocument.Entries,
        snapshot: @escaping @Sendable () -> StoreDocument.Entries,
        onFailure: @escaping @Sendable (PortalError) -> Void
    ) {
        self.name = name
        self.persistence = persistence
        self.snapshot = snapshot
        self.onFailure = onFailure
        state = Locked(State(base: base))
    }

    /// Notes that something has changed and has it written soon.
    func noteChange() { note(isEmptied: false) }

    /// Notes that everything was forgotten: what other processes and other versions have kept goes too.
    func noteEmptied() { note(isEmptied: true) }

    /// Returns once every change up to now is written; throws why one could not be, and the next call tries again.
    func save() async throws(PortalError) {
        let error: PortalError? = await withCheckedContinuation { continuation in
            let (isDone, mustStart) = state.withLock { state -> (Bool, Bool) in
                guard !state.isOver, state.kept < state.changes else { return (true, false) }
                state.waiting.append((state.changes, continuation))
                defer { state.isWriting = true }
                return (false, !state.isWriting)
            }
            if isDone { continuation.resume(returning: nil) }
            if mustStart { start() }
        }
        if let error { throw error }
    }

    /// Writes nothing any more.
    func end() async {
        try? await save()
        state.withLock { $0.isOver = true }
    }

    private func note(isEmptied: Bool) {
        let mustStart = state.withLock { state in
            guard !state.isOver else { return false }
            state.changes += 1
            if isEmptied { state.emptied = state.changes }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { start() }
    }

    private func start() {
        Task.detached { [self] in while await writeOnce() {} }
    }

    /// One writing; gives whether there is more to write.
    private func writeOnce() async -> Bool {
        let (change, base, emptied) = state.withLock { state in
            state.tried = state.changes
            return (state.changes, state.base, state.emptied)
        }
        let current = snapshot()
        var written = base
        var isErased = false
        var failure: PortalError?
        do throws(PortalError) {
            if emptied != nil {
                try await persistence.erase(name)
                isErased = true
                written = [:]
            }
            if written != current {
                let (name, from) = (name, written)
                try await persistence.update(name) { old throws(PortalError) in
                    var document = try StoreDocument(old, of: name)
                    document.change(from: from, to: current)
                    return document.bytes
                }
                written = current
            }
        } catch {
            failure = error
        }
        let (waiters, goesOn) = state.withLock { state in
            state.base = written
            if isErased, state.emptied == emptied { state.emptied = nil }
            if failure == nil { state.kept = change }
            let due = state.waiting.filter { $0.change <= change }
            state.waiting.removeAll { $0.change <= change }
            // What failed is not tried again before something changes or a caller asks.
            state.isWriting = state.tried < state.changes
            return (due, state.isWriting)
        }
        if let failure { onFailure(failure) }
        for waiter in waiters { waiter.continuation.resume(returning: failure) }
        return goesOn
    }
}
