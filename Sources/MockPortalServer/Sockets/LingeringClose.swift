internal import Platform

/// Closes connections in stages, so that their clients can read the last words (RFC 9112 §9.6).
///
/// Where a socket is closed with unread bytes in it, or gets more later, the kernel resets the connection, and the
/// client loses the alert or answer that it has not read yet. Here one thread, which lives only as long as it is
/// needed, reads such bytes away until the client ends the connection or a deadline comes.
final class LingeringClose: Sendable {
    /// Connections at a time; the oldest makes room.
    private static let capacity = 256

    /// Microseconds that a client gets.
    private let patience: Int64
    private let thread = PassingThread<Entry>()

    private struct Entry: Sendable {
        let socket: Int32
        let deadline: Int64
    }

    /// Gives each client so many seconds.
    init(seconds: Int) { patience = Int64(seconds) * 1_000_000 }

    /// Ends the sending side of a socket now, and keeps its connection until the client has ended its own.
    ///
    /// The socket stays its owner's to close.
    func linger(_ socket: Int32) {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        shutdown(socket, Int32(SHUT_WR))
        guard copy >= 0 else { return }
        let entry = Entry(socket: copy, deadline: PortalClock.monotonicMicroseconds + patience)
        if !thread.pass(entry, body: { self.run() }) { close(copy) }
    }

    /// Whether nothing lingers.
    var isIdle: Bool { thread.isIdle }

    /// Closes whatever lingers; nothing lingers afterwards.
    func stop() { thread.stop() }
}

extension LingeringClose {
    private func run() {
        var open: [Entry] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while let alarm = next(&open) {
            while open.count > Self.capacity { close(open.removeFirst().socket) }
            let now = PortalClock.monotonicMicroseconds
            let first = open.map(\.deadline).min() ?? now
            var waits = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
            waits += open.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            poll(&waits, nfds_t(waits.count), Int32(clamping: max(0, first - now) / 1000 + 1))
            if waits[0].revents != 0 { alarm.clear() }
            let late = PortalClock.monotonicMicroseconds
            var kept: [Entry] = []
            for (entry, wait) in zip(open, waits.dropFirst()) {
                if late >= entry.deadline || (wait.revents != 0 && Self.isOver(entry.socket, &buffer)) {
                    close(entry.socket)
                } else {
                    kept.append(entry)
                }
            }
            open = kept
        }
    }

    /// Takes over what has arrived and closes what is to end; nil once the thread is to.
    private func next(_ open: inout [Entry]) -> WakePipe? {
        let (alarm, ended) = thread.next(&open)
        for entry in ended { close(entry.socket) }
        return alarm
    }

    /// Reads away what is there, a bounded amount in one go; true where the client has ended the connection.
    private static func isOver(_ socket: Int32, _ buffer: inout [UInt8]) -> Bool {
        #if os(Linux)
            let flags = Int32(MSG_DONTWAIT)
        #else
            let flags = MSG_DONTWAIT
        #endif
        for _ in 0..<16 {
            let got = recv(socket, &buffer, buffer.count, flags)
            if got == 0 { return true }
            if got < 0 { return errno != EAGAIN && errno != EINTR }
        }
        return false
    }
}
