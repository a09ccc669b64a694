internal import Platform

/// Ends the connections of one listener that take too long, and those that stand in the way of others.
///
/// What counts is the time since something began, never the time since the last byte, so that a drip of bytes gains nothing.
final class ConnectionDeadlines: Sendable {
    let limits: ListenerLimits
    /// The descriptor that connections are accepted from.
    let accepting: Int32
    let state = Locked(State())

    struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Connections that were ended here and are not closed yet.
        var ending = 0
        /// As many connections as there were when the system had no descriptor for another; nil where it had.
        var resourceLimit: Int?
        var thread = WakeableThread()
        /// Whether the thread waits without end.
        var isAsleep = false

        /// Connections that count.
        var open: Int { entries.count - ending }
    }

    struct Entry {
        let progress: ConnectionProgress
        /// How many requests were over when it was first seen idle, and the bytes that had arrived by then.
        var idleAfter = -1
        var receivedBefore: Int?
        /// When more bytes were first seen: a head that has begun.
        var headBegan: Int64?
        /// What its peer had taken of an answer that waits in the kernel, and when that was first seen; nil where none waits.
        var taken: (count: Int, since: Int64)?

        /// Notes how much of an answer the peer has taken, where one waits.
        mutating func noteTaken(_ count: Int?, at now: Int64) {
            guard count != taken?.count else { return }
            taken = count.map { ($0, now) }
        }
    }

    init(_ limits: ListenerLimits, acceptingFrom descriptor: Int32) {
        self.limits = limits
        accepting = descriptor
    }

    /// Watches a connection from now on.
    func add(_ progress: ConnectionProgress) {
        state.withLock { state in
            state.entries[ObjectIdentifier(progress)] = Entry(progress: progress)
            guard !state.thread.isStopped else { return }
            _ = state.thread.start { self.run($0) }
            if state.isAsleep || isFull(state) { state.thread.wake() }
        }
    }

    /// Forgets a connection; its descriptor may be closed afterwards.
    func remove(_ progress: ConnectionProgress) {
        state.withLock { state in
            state.entries[ObjectIdentifier(progress)] = nil
            if progress.ending != nil { state.ending -= 1 }
            if let limit = state.resourceLimit, state.entries.count < limit / 2 { state.resourceLimit = nil }
        }
    }

    /// Notes that the system had no descriptor for a further connection.
    func noteResourceLimit() {
        state.withLock { state in
            state.resourceLimit = max(1, state.entries.count)
            state.thread.wake()
        }
    }

    /// Ends nothing any more, and waits for the thread.
    func stop() { state.stop(\.thread) }

    /// Whether a further connection would have to wait.
    func isFull(_ state: borrowing State) -> Bool {
        state.open >= min(max(limits.connections, limits.threads), state.resourceLimit ?? .max)
    }
}

extension ConnectionDeadlines {
    /// Ends every connection whose time is over at a moment of the monotonic clock, in microseconds.
    ///
    /// `received` gives the bytes that have arrived at a socket; nil where the system does not count them. `taken` gives those that
    /// the peer has acknowledged of what is being sent; nil where nothing waits.
    func sweep(
        at now: Int64, received: (Int32) -> Int? = { SocketFacts(socket: $0).received },
        taken: (Int32) -> Int? = { SocketFacts(socket: $0).takenOfMore }
    ) {
        state.withLock { state in
            for (key, entry) in state.entries where entry.progress.ending == nil {
                var entry = entry
                let isBusy = entry.progress.state.phase == .busy
                entry.noteTaken(isBusy ? taken(entry.progress.socket) : nil, at: now)
                if isOver(&entry, at: now, received) { end(entry.progress, .deadline, &state) }
                state.entries[key] = entry
            }
        }
    }

    func end(_ progress: ConnectionProgress, _ ending: ConnectionProgress.Ending, _ state: inout State) {
        state.ending += 1
        progress.end(ending)
    }

    private func isOver(_ entry: inout Entry, at now: Int64, _ received: (Int32) -> Int?) -> Bool {
        let progress = entry.progress
        let (phase, since) = progress.state
        let requests = progress.requests
        func isLate(_ beginning: Int64, _ seconds: Int) -> Bool { now - beginning >= Int64(seconds) * 1_000_000 }
        switch phase {
        case .handshake:
            // libmicrohttpd does not measure the silence of a suspended connection.
            return isLate(progress.acceptedAt, limits.handshakeSeconds) || isLate(since, limits.idleSeconds)
        case .head where requests == 0: return isLate(progress.acceptedAt, limits.headSeconds)
        case .head:
            let began = entry.idleAfter == requests ? entry.headBegan : nil
            return isLate(min(since, began ?? since), limits.headSeconds)
        case .body:
            let count = progress.bodyBytes
            let earned = limits.bodySeconds + count / max(1, limits.bodyRate)
            // What is beyond the largest body earns nothing: it is read away.
            let largest = max(limits.bodyBytes, limits.multipart?.bodyBytes ?? 0)
            let (total, isEndless) = limits.bodyTotalSeconds.multipliedReportingOverflow(
                by: 1 + min(count, max(0, largest - 1)) / max(1, limits.bodyBytes))
            return isLate(since, isEndless ? earned : min(earned, total))
        case .busy: return false
        case .idle:
            let count = received(progress.socket)
            if entry.idleAfter != requests {
                entry.idleAfter = requests
                entry.receivedBefore = count
                entry.headBegan = nil
            } else if entry.headBegan == nil, let count, let before = entry.receivedBefore, count > before {
                entry.headBegan = now
            }
            // A silent one has the daemon's own limit.
            return entry.headBegan.map { isLate($0, limits.headSeconds) } ?? false
        }
    }
}
