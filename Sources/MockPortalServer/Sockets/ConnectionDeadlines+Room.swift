internal import Platform

extension ConnectionDeadlines {
    /// Microseconds after which a connection without a byte, and one without a whole request, is no longer a client on its way.
    private static let silence: Int64 = 500_000
    private static let slowness: Int64 = 2_000_000
    /// Bytes that a request is given for its beginning, so that one which has just begun is not the slowest.
    private static let headStart = 64 * 1024

    /// Ends the connection that is most in the way of one that waits; false where there is room, or none can go.
    ///
    /// That is the oldest one without any byte, then the oldest without a whole request, then the one that has been idle for longest,
    /// then the request that comes most slowly of those below the rate that is asked of a body. Clients that have only just arrived
    /// come next, then the slowest of all requests that are not whole, and last the answer whose reader has taken nothing of it for
    /// longest. An answer that is worked out or read stays.
    @discardableResult
    func makeRoom(
        at now: Int64, received: (Int32) -> Int? = { SocketFacts(socket: $0).received }
    ) -> Bool {
        state.withLock { state in
            guard isFull(state) else { return false }
            let entries = state.entries.values.filter { $0.progress.ending == nil }
            let open = entries.map(\.progress)
            let unheard = open.filter { progress in
                switch progress.state.phase {
                case .handshake: true
                case .head: progress.requests == 0
                case .body, .busy, .idle: false
                }
            }.sorted { $0.acceptedAt < $1.acceptedAt }
            let idle = open.filter { $0.state.phase == .idle }.min { $0.state.since < $1.state.since }
            let unfinished = open.compactMap { Unfinished($0, at: now) }
            let slow = unfinished.filter {
                $0.age >= Self.slowness && Int64($0.bytes) * 1_000_000 < Int64(limits.bodyRate) * $0.age
            }
            let unread = entries.filter { entry in
                entry.progress.state.phase == .busy && entry.taken.map { now - $0.since >= Self.slowness } == true
            }.min { ($0.taken?.since ?? now) < ($1.taken?.since ?? now) }
            func isSilent(_ progress: ConnectionProgress) -> Bool { received(progress.socket) == 0 }
            let found =
                unheard.first { now - $0.acceptedAt >= Self.silence && isSilent($0) }
                ?? unheard.first { now - $0.acceptedAt >= Self.slowness } ?? idle
                ?? slow.min { $0.pace < $1.pace }?.progress ?? unheard.dropLast().first(where: isSilent)
                ?? unfinished.min { $0.pace < $1.pace }?.progress ?? unread?.progress
            guard let found else { return false }
            end(found, .room, &state)
            return true
        }
    }

    /// A request of which more must come, and that had its turn as a newcomer: its head is whole, or it is not its connection's first.
    private struct Unfinished {
        let progress: ConnectionProgress
        /// Bytes of its body that came.
        let bytes: Int
        /// Microseconds since it began.
        let age: Int64

        init?(_ progress: ConnectionProgress, at now: Int64) {
            let (phase, since) = progress.state
            switch phase {
            case .body: bytes = progress.bodyBytes
            case .head where progress.requests > 0: bytes = 0
            case .handshake, .head, .busy, .idle: return nil
            }
            self.progress = progress
            age = max(1, now - since)
        }

        /// How fast it comes, for comparison.
        var pace: Double { Double(bytes + ConnectionDeadlines.headStart) / Double(age) }
    }

    /// Keeps the deadlines until it is stopped: once a second, and whenever a connection waits for a place.
    func run(_ alarm: WakePipe) {
        var lastSweep = PortalClock.monotonicMicroseconds
        var quietTurns = 0
        var isStuck = false
        while let plan = plan(quietTurns) {
            var waits = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
            if plan.isFull, !isStuck { waits.append(pollfd(fd: accepting, events: Int16(POLLIN), revents: 0)) }
            poll(&waits, nfds_t(waits.count), plan.isAsleep ? -1 : plan.isFull && isStuck ? 50 : 1000)
            if waits[0].revents != 0 { alarm.clear() }
            let now = PortalClock.monotonicMicroseconds
            // Where none can go, or the port is closed, it is looked at again a little later.
            isStuck = waits.count == 2 && waits[1].revents != 0 && !makeRoom(at: now)
            quietTurns = plan.isEmpty ? quietTurns + 1 : 0
            guard now - lastSweep >= 1_000_000 else { continue }
            lastSweep = now
            sweep(at: now)
        }
    }

    /// What the thread does next; nil where it ends.
    private func plan(_ quietTurns: Int) -> (isFull: Bool, isEmpty: Bool, isAsleep: Bool)? {
        state.withLock { state in
            guard !state.thread.isStopped else { return nil }
            // A connection now and then does not wake it each time.
            state.isAsleep = state.entries.isEmpty && quietTurns > 5
            return (isFull(state), state.entries.isEmpty, state.isAsleep)
        }
    }
}
