internal import Platform
internal import Synchronization

/// Plays faults on connections that libmicrohttpd leaves alone meanwhile: one thread, which lives only as long as it is needed.
final class FaultPlayer: Sendable {
    private let clock: PortalClock
    private let thread = PassingThread<Entry>()
    private let counts = Locked(Counts())
    private let playing = Atomic(0)

    private struct Entry: Sendable {
        let scene: FaultScene
        /// What its socket reported last.
        var events: Int16 = 0
    }

    private struct Counts {
        /// How often a play has sent everything that does not wait for time to pass, in all, and who waits for so many.
        var pauses = 0
        var waiters: [(count: Int, isThere: @Sendable () -> Void)] = []
    }

    init(clock: PortalClock) {
        self.clock = clock
        clock.whenMoved { [weak self] in self?.thread.wake() }
    }

    /// Takes a connection over; false where nothing is played any more, and the connection stays its owner's.
    func play(_ scene: FaultScene) -> Bool {
        playing.wrappingAdd(1, ordering: .relaxed)
        if thread.pass(Entry(scene: scene), body: { self.run() }) { return true }
        playing.wrappingSubtract(1, ordering: .relaxed)
        return false
    }

    /// How many plays have not ended.
    var count: Int { playing.load(ordering: .relaxed) }

    /// Ends everything that is played now.
    func clear() { thread.clear() }

    /// Whether nothing is played any more.
    var isStopping: Bool { thread.isStopping }

    /// Ends everything; nothing is played afterwards.
    func stop() { thread.stop() }

    /// Calls back once so many plays have sent everything that does not wait for time to pass.
    func whenPaused(_ count: Int, _ isThere: @escaping @Sendable () -> Void) {
        let isSo = counts.withLock { counts in
            if counts.pauses >= count { return true }
            counts.waiters.append((count, isThere))
            return false
        }
        if isSo { isThere() }
    }

    private func countPause() {
        let met = counts.withLock { counts in
            counts.pauses += 1
            let count = counts.pauses
            defer { counts.waiters.removeAll { $0.count <= count } }
            return counts.waiters.filter { $0.count <= count }
        }
        for waiter in met { waiter.isThere() }
    }

    private func run() {
        var open: [Entry] = []
        while let alarm = next(&open) {
            let now = clock.now
            var waits = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
            var patience: Int64?
            open = open.filter { entry in
                let pauses = entry.scene.pauses
                let next = entry.scene.advance(at: now, events: entry.events)
                if entry.scene.pauses > pauses { countPause() }
                guard case .wait(let events, let milliseconds) = next else {
                    playing.wrappingSubtract(1, ordering: .relaxed)
                    return false
                }
                waits.append(pollfd(fd: entry.scene.wire.socket, events: events, revents: 0))
                if let milliseconds { patience = min(patience ?? milliseconds, milliseconds) }
                return true
            }
            poll(&waits, nfds_t(waits.count), Int32(clamping: patience ?? -1))
            if waits[0].revents != 0 { alarm.clear() }
            for index in open.indices { open[index].events = waits[index + 1].revents }
        }
    }

    /// Takes over what has arrived and ends what is to end; nil once the thread is to.
    private func next(_ open: inout [Entry]) -> WakePipe? {
        let (alarm, ended) = thread.next(&open)
        playing.wrappingSubtract(ended.count, ordering: .relaxed)
        for entry in ended { entry.scene.cutShort() }
        return alarm
    }
}
