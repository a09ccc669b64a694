internal import Platform
internal import PortalJudge

/// Records what the listeners of one portal see; bounded, and cheap enough to stand in every request's way.
final class JournalRecorder: Sendable {
    let limits: JournalLimits
    /// A number that no other recorder of this process has.
    let serial = JournalRecorder.nextSerial()
    /// Rung whenever something was learned; nil where nothing follows the journal.
    let bell: JournalBell?
    /// How far portal time is ahead of real time, in milliseconds.
    let advance: @Sendable () -> Int64
    private let start = PortalClock.monotonicMicroseconds
    let state: Locked<State>

    /// Everything that is recorded, behind one lock that is held for a few stores.
    struct State {
        var entries: JournalEntries
        var changes = EntryChanges()
        var understood = 0
        var requestWaiters: [RequestWaiter] = []
        var quietWaiters: [QuietWaiter] = []
        /// What is to be told to a reader that follows; nil without one.
        var news: NewsQueue?

        /// Takes a request; it gets its number.
        mutating func add(_ request: RequestRecord, cost: Int) -> DroppedEntries {
            let old = entries.add(request, cost: cost)
            request.change = changes.note(.request(request.number))
            return old
        }

        /// Counts a request that a handler has seen, and gives those whose wait is over.
        mutating func understood(_ request: RequestRecord) -> [RequestWaiter] {
            request.isUnderstood = true
            understood += 1
            guard !requestWaiters.isEmpty else { return [] }
            var done: [RequestWaiter] = []
            requestWaiters.removeAll { waiter in
                guard waiter.counts(request) else { return false }
                done.append(waiter)
                return true
            }
            return done
        }
    }

    /// With a bell, what happens is kept for ``takeNews(_:)``.
    init(
        limits: JournalLimits = JournalLimits(), bell: JournalBell? = nil,
        advance: @escaping @Sendable () -> Int64 = { 0 }
    ) {
        self.limits = limits
        self.bell = bell
        self.advance = advance
        state = Locked(State(entries: JournalEntries(limits), news: bell == nil ? nil : NewsQueue()))
    }

    /// Milliseconds of real time since the recorder started.
    var elapsed: Double { Double(PortalClock.monotonicMicroseconds - start) / 1000 }
}

extension JournalRecorder {
    // What has to go is released where `old` ends, outside the lock.

    /// Records an accepted connection.
    func opened(_ connection: ConnectionRecord) {
        let old = state.withLock { state in
            defer { state.tell(connection) }
            let old = state.entries.add(connection)
            connection.change = state.changes.note(.connection(connection.number))
            return old
        }
        _ = old
        bell?.ring()
    }

    /// Changes what is recorded of a connection's handshake.
    func update(_ connection: ConnectionRecord, _ change: (inout Journal.Handshake) -> Void) {
        let old: DroppedEntries = state.withLock { state in
            guard var handshake = connection.handshake else { return DroppedEntries() }
            change(&handshake)
            connection.handshake = handshake
            connection.change = state.changes.note(.connection(connection.number))
            state.tell(connection)
            return state.entries.changed(connection)
        }
        _ = old
        bell?.ring()
    }

    /// Takes back that a fault is played on a connection.
    func unfault(_ connection: ConnectionRecord) {
        state.withLock { state in
            connection.fault = nil
            connection.change = state.changes.note(.connection(connection.number))
        }
    }

    /// Records that a connection has ended.
    func closed(_ connection: ConnectionRecord, by: String, requestBytes: Int) {
        let end = Journal.End(at: elapsed, by: by, requestBytes: requestBytes)
        let (waiters, old) = state.withLock { state -> ([QuietWaiter], DroppedEntries) in
            connection.end = end
            connection.change = state.changes.note(.connection(connection.number))
            let old = state.entries.ended(connection)
            state.tell(connection)
            return (state.entries.open == 0 ? state.quietWaiters : [], old)
        }
        _ = old
        bell?.ring()
        for waiter in waiters { waiter.mayBeQuiet() }
    }

    /// Records a request whose head is complete; it gets its number.
    func began(_ request: RequestRecord) {
        // Nothing else knows the request yet, so what it takes is worked out before the lock.
        let cost = request.currentCost
        let old = state.withLock { state in
            defer { state.tell(request) }
            return state.add(request, cost: cost)
        }
        _ = old
    }

    /// Records a request together with its answer.
    func recorded(_ request: RequestRecord) {
        if request.answer != nil { request.answeredAt = PortalClock.realTime }
        let cost = request.currentCost
        let (old, done) = state.withLock { state in
            defer { state.tell(request) }
            return (state.add(request, cost: cost), state.understood(request))
        }
        _ = old
        bell?.ring()
        for waiter in done { waiter.finish(true) }
    }

    /// Tells those who wait for requests that one more was understood.
    func counted(_ request: RequestRecord) {
        for waiter in state.withLock({ $0.understood(request) }) { waiter.finish(true) }
    }

    /// Changes what is recorded of a request.
    func update(_ request: RequestRecord, _ change: (RequestRecord) -> Void) {
        let old = state.withLock { state in
            change(request)
            request.change = state.changes.note(.request(request.number))
            if request.answer != nil, request.answeredAt == 0 { request.answeredAt = PortalClock.realTime }
            state.tell(request)
            return state.entries.changed(request)
        }
        _ = old
        bell?.ring()
    }
}

extension JournalRecorder {
    /// The journal as it stands, in the judge's words.
    func snapshot() -> Journal {
        state.withLock { state in
            let entries = state.entries
            // A kept request's connection is kept with it, however long ago it ended; open ones are never dropped.
            let connections = entries.connections.values.sorted { $0.number < $1.number }
            return Journal(
                connections: connections.map(\.decoded), requests: entries.requests.elements.map(\.decoded),
                dropped: entries.dropped, droppedBytes: entries.droppedBytes)
        }
    }

    /// Bytes of memory that the journal takes, as far as it is counted.
    var bytes: Int { state.withLock { $0.entries.bytes } }

    /// Forgets everything but the connections that are open; requests count from 1 again.
    func clear() {
        let old = state.withLock { state in
            state.understood = 0
            state.news?.add(.cleared)
            let old = state.entries.clear()
            state.changes.tell()
            return old
        }
        _ = old
        bell?.ring()
    }
}
