internal import Locking
internal import PortalJudge

/// Records what the listeners of one portal see; bounded, and cheap enough to stand in every request's way.
final class JournalRecorder: Sendable {
    let limits: JournalLimits
    private let start = PortalClock.monotonicMicroseconds
    let state: Locked<State>

    /// Everything that is recorded, behind one lock that is held for a few stores.
    struct State {
        var requests: Ring<RequestRecord>
        var connections: Ring<ConnectionRecord>
        var open: [ConnectionRecord] = []
        var lastRequest = 0
        var understood = 0
        var lastConnection = 0
        var dropped = 0
        var requestWaiters: [RequestWaiter] = []
        var quietWaiters: [QuietWaiter] = []
    }

    init(limits: JournalLimits = JournalLimits()) {
        self.limits = limits
        state = Locked(
            State(requests: Ring(capacity: limits.requests), connections: Ring(capacity: limits.connections)))
    }

    /// Milliseconds of real time since the recorder started.
    var elapsed: Double { Double(PortalClock.monotonicMicroseconds - start) / 1000 }
}

extension JournalRecorder {
    /// Records an accepted connection.
    func opened(_ connection: ConnectionRecord) {
        let old: ConnectionRecord? = state.withLock { state in
            state.lastConnection += 1
            connection.number = state.lastConnection
            connection.openIndex = state.open.count
            state.open.append(connection)
            let old = state.connections.append(connection)
            if let old, old.end != nil { state.dropped += 1 }
            return old
        }
        // What had to go is released here, outside the lock.
        _ = old
    }

    /// Changes what is recorded of a connection's handshake.
    func update(_ connection: ConnectionRecord, _ change: (inout Journal.Handshake) -> Void) {
        state.withLock { _ in
            guard var handshake = connection.handshake else { return }
            change(&handshake)
            connection.handshake = handshake
        }
    }

    /// Takes back that a fault is played on a connection.
    func unfault(_ connection: ConnectionRecord) { state.withLock { _ in connection.fault = nil } }

    /// Records that a connection has ended.
    func closed(_ connection: ConnectionRecord, by: String, requestBytes: Int) {
        let end = Journal.End(at: elapsed, by: by, requestBytes: requestBytes)
        let waiters: [QuietWaiter] = state.withLock { state in
            connection.end = end
            if let last = state.open.popLast(), last !== connection {
                state.open[connection.openIndex] = last
                last.openIndex = connection.openIndex
            }
            guard state.open.isEmpty, !state.quietWaiters.isEmpty else { return [] }
            return state.quietWaiters
        }
        for waiter in waiters { waiter.mayBeQuiet() }
    }

    /// Records a request whose head is complete; it gets its number.
    func began(_ request: RequestRecord) {
        let old: RequestRecord? = state.withLock { state in
            state.lastRequest += 1
            request.number = state.lastRequest
            let old = state.requests.append(request)
            if old != nil { state.dropped += 1 }
            return old
        }
        _ = old
    }

    /// Records a request together with its answer.
    func recorded(_ request: RequestRecord) {
        began(request)
        counted(request)
    }

    /// Tells those who wait for requests that one more was understood.
    func counted(_ request: RequestRecord) {
        let done: [RequestWaiter] = state.withLock { state in
            request.isUnderstood = true
            state.understood += 1
            guard !state.requestWaiters.isEmpty else { return [] }
            var done: [RequestWaiter] = []
            state.requestWaiters.removeAll { waiter in
                guard waiter.counts(request.operation) else { return false }
                done.append(waiter)
                return true
            }
            return done
        }
        for waiter in done { waiter.finish(true) }
    }

    /// Changes what is recorded of a request.
    func update(_ request: RequestRecord, _ change: (RequestRecord) -> Void) {
        state.withLock { _ in change(request) }
    }
}

extension JournalRecorder {
    /// The journal as it stands, in the judge's words.
    func snapshot() -> Journal {
        state.withLock { state in
            let requests = state.requests.elements
            var seen: Set<ObjectIdentifier> = []
            // A kept request's connection is kept with it, however long ago it ended; open ones are never dropped.
            let connections = (state.connections.elements + state.open + requests.map(\.connection))
                .filter { seen.insert(ObjectIdentifier($0)).inserted }
                .sorted { $0.number < $1.number }
            return Journal(
                connections: connections.map(\.decoded), requests: requests.map(\.decoded), dropped: state.dropped)
        }
    }

    /// How many requests are kept, and how many of requests and connections were dropped.
    var counts: (kept: Int, dropped: Int, open: Int) {
        state.withLock { ($0.requests.count, $0.dropped, $0.open.count) }
    }

    /// Forgets everything but the connections that are open; requests count from 1 again.
    func clear() {
        let old = state.withLock { state in
            let old = (state.requests, state.connections)
            state.requests.removeAll()
            state.connections.removeAll()
            state.dropped = 0
            state.lastRequest = 0
            state.understood = 0
            if state.open.isEmpty { state.lastConnection = 0 }
            return old
        }
        _ = old
    }
}
