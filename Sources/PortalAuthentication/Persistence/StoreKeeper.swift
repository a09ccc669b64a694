internal import JSONValues
internal import Platform

/// Writes down what a store holds, one writing at a time: changes that come meanwhile are in the next one, and no caller is told
/// that something is kept before it is.
///
/// A writing looks at the entries that were noted as changed, and at no other.
final class StoreKeeper: Sendable {
    private struct State {
        /// What was written last of what the store holds.
        var base: StoreDocument.Entries
        /// The keys of the entries that may have changed since.
        var noted: Set<String> = []
        /// Whether any entry may have changed.
        var isWhole = false
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
    /// What one writing is about.
    private struct Work {
        let change: Int
        let noted: Set<String>
        let isWhole: Bool
        let emptied: Int?
    }
    let name: String
    let persistence: any StorePersistence
    private let state: Locked<State>
    /// What the store holds now: the entries with these keys; nil means all.
    private let held: @Sendable (Set<String>?) -> StoreDocument.Entries
    /// Is told of each writing that failed.
    private let onFailure: @Sendable (PortalError) -> Void

    init(
        name: String, persistence: any StorePersistence, base: StoreDocument.Entries,
        held: @escaping @Sendable (Set<String>?) -> StoreDocument.Entries,
        onFailure: @escaping @Sendable (PortalError) -> Void
    ) {
        self.name = name
        self.persistence = persistence
        self.held = held
        self.onFailure = onFailure
        state = Locked(State(base: base))
    }

    /// Notes that entries may have changed, and has them written soon.
    func noteChange(of keys: some Sequence<String>) { note { $0.noted.formUnion(keys) } }

    /// Notes that any entry may have changed.
    func noteChange() { note { $0.isWhole = true } }

    /// Notes that everything was forgotten: what other processes and other versions have kept goes too.
    func noteEmptied() {
        note { state in
            state.isWhole = true
            state.emptied = state.changes
        }
    }

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

    private func note(_ what: (inout State) -> Void) {
        let mustStart = state.withLock { state in
            guard !state.isOver else { return false }
            state.changes += 1
            what(&state)
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
        let work = state.withLock { state in
            defer { (state.noted, state.isWhole) = ([], false) }
            state.tried = state.changes
            return Work(change: state.changes, noted: state.noted, isWhole: state.isWhole, emptied: state.emptied)
        }
        var failure: PortalError?
        do throws(PortalError) { try await write(work) } catch { failure = error }
        let (waiters, goesOn) = state.withLock { state in
            if failure == nil {
                state.kept = work.change
            } else {
                state.noted.formUnion(work.noted)
                state.isWhole = state.isWhole || work.isWhole
            }
            let due = state.waiting.filter { $0.change <= work.change }
            state.waiting.removeAll { $0.change <= work.change }
            // What failed is not tried again before something changes or a caller asks.
            state.isWriting = state.tried < state.changes
            return (due, state.isWriting)
        }
        if let failure { onFailure(failure) }
        for waiter in waiters { waiter.continuation.resume(returning: failure) }
        return goesOn
    }

    private func write(_ work: Work) async throws(PortalError) {
        if work.emptied != nil {
            try await persistence.erase(name)
            state.withLock { state in
                state.base = [:]
                if state.emptied == work.emptied { state.emptied = nil }
            }
        }
        let steps = steps(work)
        guard !steps.isEmpty else { return }
        try await persistence.writeDocument(name) { [state] document throws(PortalError) in
            document.change(steps) { key in state.withLock { $0.base[key] } }
        }
        state.withLock { state in
            for (key, step) in steps { state.base[key] = step.new }
        }
    }

    /// What has changed since it was written last.
    private func steps(_ work: Work) -> [String: StoreDocument.Step] {
        let current = held(work.isWhole ? nil : work.noted)
        return state.withLock { state in
            if work.isWhole { return StoreDocument.steps(from: state.base, to: current) }
            var steps: [String: StoreDocument.Step] = [:]
            for key in work.noted {
                let step = StoreDocument.Step(old: state.base[key], new: current[key])
                if step.old != step.new { steps[key] = step }
            }
            return steps
        }
    }
}
