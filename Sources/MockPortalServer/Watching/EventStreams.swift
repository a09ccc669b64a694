internal import Platform

/// The callers that follow portals, within their limit: one thread sends to all of them, and lives only as long as there are any.
///
/// It writes to the sockets of connections that libmicrohttpd leaves alone, and sees at once when a caller leaves.
final class EventStreams: Sendable {
    let limit: Int
    private let thread = PassingThread<Entry>()
    private let taken = Locked(0)

    private struct Entry: Sendable {
        let stream: EventStream
        /// What its socket reported last.
        var events: Int16 = 0
    }

    init(limit: Int) { self.limit = limit }

    /// Takes a place; false where there is none.
    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
    }

    /// Begins a stream in a place that was taken; its connection is closed where that cannot be.
    func begin(_ source: EventSource, to ticket: ResumeTicket, lastID: String?) {
        let stream = EventStream(
            source, to: ticket, socket: ticket.socket, lastID: lastID,
            follower: JournalFollower { [weak self] in self?.thread.wake() },
            finished: { [weak self] in self?.taken.withLock { $0 -= 1 } })
        if !thread.pass(Entry(stream: stream), body: { self.run() }) { stream.end() }
    }

    /// Looks at once whether what is followed is still there.
    func wake() { thread.wake() }

    /// Ends every stream, and waits for it; none begins afterwards.
    func stop() { thread.stop() }

    private func run() {
        var open: [Entry] = []
        while let alarm = next(&open) {
            let now = PortalClock.monotonicMicroseconds / 1000
            var waits = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
            var patience: Int64 = 60_000
            open = open.filter { entry in
                guard let wait = entry.stream.advance(at: now, events: entry.events) else {
                    entry.stream.end()
                    return false
                }
                waits.append(pollfd(fd: entry.stream.socket, events: wait.events, revents: 0))
                patience = min(patience, wait.milliseconds)
                return true
            }
            poll(&waits, nfds_t(waits.count), Int32(clamping: patience))
            if waits[0].revents != 0 { alarm.clear() }
            for index in open.indices { open[index].events = waits[index + 1].revents }
        }
    }

    private func next(_ open: inout [Entry]) -> WakePipe? {
        let (alarm, ended) = thread.next(&open)
        for entry in ended { entry.stream.end() }
        return alarm
    }
}
