internal import Platform
internal import PortalJudge

/// A waiter for a number of matching requests; finished exactly once.
final class RequestWaiter: Sendable {
    private let filter: JournalFilter
    private let missing: Locked<Int>
    private let completion: Locked<(@Sendable (Bool) -> Void)?>

    init(missing: Int, filter: JournalFilter, completion: @escaping @Sendable (Bool) -> Void) {
        self.filter = filter
        self.missing = Locked(missing)
        self.completion = Locked(completion)
    }

    // A recorder that ends takes those who wait along.
    deinit { finish(false) }

    /// Counts a request if it matches; true once none is missing.
    func counts(_ request: RequestRecord) -> Bool {
        guard filter.isEmpty || filter.matches(request) else { return false }
        return missing.withLock { missing in
            missing -= 1
            return missing <= 0
        }
    }

    /// Tells the one who waits; later calls do nothing.
    func finish(_ found: Bool) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(found)
    }
}

/// A waiter for the end of every connection.
final class QuietWaiter: Sendable {
    /// Called on the thread of the connection that was the last to end.
    let mayBeQuiet: @Sendable () -> Void

    init(_ mayBeQuiet: @escaping @Sendable () -> Void) { self.mayBeQuiet = mayBeQuiet }
}

extension JournalRecorder {
    /// Calls back once a number of matching requests stands in the journal, at once if it does.
    ///
    /// `finish(false)` on the result gives up; so does dropping the recorder's listeners.
    func whenSeen(
        _ count: Int, filter: JournalFilter, completion: @escaping @Sendable (Bool) -> Void
    ) -> RequestWaiter {
        let (waiter, isDone) = state.withLock { state in
            let seen =
                filter.isEmpty
                ? state.understood
                : state.entries.requests.elements.count { $0.isUnderstood && filter.matches($0) }
            let waiter = RequestWaiter(missing: max(count, seen) - seen, filter: filter, completion: completion)
            if seen < count { state.requestWaiters.append(waiter) }
            return (waiter, seen >= count)
        }
        if isDone { waiter.finish(true) }
        return waiter
    }

    /// Stops waiting.
    func forget(_ waiter: RequestWaiter) {
        state.withLock { state in state.requestWaiters.removeAll { $0 === waiter } }
        waiter.finish(false)
    }

    /// Whether no accepted connection is open.
    var isIdle: Bool { state.withLock { $0.entries.open == 0 } }

    /// Calls back whenever the last open connection has ended.
    func watchForQuiet(_ waiter: QuietWaiter) { state.withLock { $0.quietWaiters.append(waiter) } }

    /// Ends ``watchForQuiet(_:)``.
    func forget(_ waiter: QuietWaiter) {
        state.withLock { state in state.quietWaiters.removeAll { $0 === waiter } }
    }
}
