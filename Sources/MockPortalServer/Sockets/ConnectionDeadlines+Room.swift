internal import Platform

extension ConnectionDeadlines {
    /// Microseconds after which a connection without a byte, and one without a whole request, is no longer a client on its way.
    private static let silence: Int64 = 500_000
    private static let slowness: Int64 = 2_000_000

    /// Ends the connection that is most in the way of one that waits; false where there is room, or none can go.
    ///
    /// That is the oldest one without any byte, then the oldest without a whole request, then the one that has been idle for longest;
    /// clients that have only just arrived come last.
    @discardableResult
    func makeRoom(
        at now: Int64, received: (Int32) -> Int? = { SocketFacts(socket: $0).received }
    ) -> Bool {
        state.withLock { state in
            guard isFull(state) else { return false }
            let open = state.entries.values.map(\.progress).filter { $0.ending == nil }
            let unheard = open.filter { progress in
                switch progress.state.phase {
                case .handshake: true
                case .head: progress.requests == 0
                case .body, .busy, .idle: false
                }
            }.sorted { $0.acceptedAt < $1.acceptedAt }
            let idle = open.filter { $0.state.phase == .idle }.min { $0.state.since < $1.state.since }
            func isSilent(_ progress: ConnectionProgress) -> Bool { received(progress.socket) == 0 }
            let found =
                unheard.first { now - $0.acceptedAt >= Self.silence && isSilent($0) }
                ?? unheard.first { now - $0.acceptedAt >= Self.slowness } ?? idle
                ?? unheard.dropLast().first(where: isSilent)
            guard let found else { return false }
            end(found, .room, &state)
            return true
        }
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
