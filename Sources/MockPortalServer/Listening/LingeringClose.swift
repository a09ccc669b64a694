internal import Locking

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Closes connections in stages, so that their clients can read the last words (RFC 9112 §9.6).
///
/// Where a socket is closed with bytes in it that nobody read, or gets more later, the kernel resets the connection, and the client
/// loses the alert or answer that it has not read yet. Here one thread, which lives only as long as it is needed, reads
/// such bytes away until the client ends the connection or a deadline comes.
final class LingeringClose: Sendable {
    /// Microseconds that a client gets.
    private static let patience: Int64 = 2_000_000
    /// Connections at a time; the oldest makes room.
    private static let capacity = 256

    private let state = Locked(State())

    private struct State {
        var arrived: [Entry] = []
        var thread: pthread_t?
        var isRunning = false
        var isStopping = false
        /// A pipe that ends the thread's waiting.
        var wakeUp: (reading: Int32, writing: Int32)?
    }

    private struct Entry {
        let socket: Int32
        let deadline: Int64
    }

    deinit {
        guard let pipe = state.withLock({ $0.wakeUp }) else { return }
        close(pipe.reading)
        close(pipe.writing)
    }

    /// Ends the sending side of a socket now, and keeps its connection until the client has ended its own.
    ///
    /// The socket stays its owner's to close.
    func linger(_ socket: Int32) {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        shutdown(socket, Int32(SHUT_WR))
        guard copy >= 0 else { return }
        let entry = Entry(socket: copy, deadline: PortalClock.monotonicMicroseconds + Self.patience)
        let isTaken = state.withLock { state in
            guard !state.isStopping, ensureThread(&state) else { return false }
            state.arrived.append(entry)
            Self.wake(state)
            return true
        }
        if !isTaken { close(copy) }
    }

    /// Closes whatever lingers; nothing lingers afterwards.
    func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            Self.wake(state)
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    private static func wake(_ state: State) {
        guard let pipe = state.wakeUp else { return }
        var byte: UInt8 = 0
        write(pipe.writing, &byte, 1)
    }
}

extension LingeringClose {
    private func ensureThread(_ state: inout State) -> Bool {
        if state.isRunning { return true }
        if state.wakeUp == nil {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return false }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            state.wakeUp = (ends[0], ends[1])
        }
        // It has said that it is done, so nothing is waited for.
        if let last = state.thread { pthread_join(last, nil) }
        state.thread = Self.startThread(for: self)
        state.isRunning = state.thread != nil
        return state.isRunning
    }

    private static func startThread(for owner: LingeringClose) -> pthread_t? {
        // Retained here, released by the thread itself when it ends.
        let context = Unmanaged.passRetained(owner)
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        let code = pthread_create(
            &started, nil,
            { context in
                #if !canImport(Darwin)
                    guard let context else { return nil }
                #endif
                Unmanaged<LingeringClose>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return nil
        }
        return started
    }

    private func run() {
        var open: [Entry] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while let pipe = next(&open) {
            while open.count > Self.capacity { close(open.removeFirst().socket) }
            let now = PortalClock.monotonicMicroseconds
            let first = open.map(\.deadline).min() ?? now
            var waits = [pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)]
            waits += open.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            poll(&waits, nfds_t(waits.count), Int32(clamping: max(0, first - now) / 1000 + 1))
            if waits[0].revents != 0 { _ = read(pipe, &buffer, buffer.count) }
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
        for entry in open { close(entry.socket) }
    }

    /// Takes over what has arrived; nil once the thread is to end, which it then may at once.
    private func next(_ open: inout [Entry]) -> Int32? {
        state.withLock { state in
            open += state.arrived
            state.arrived = []
            guard !open.isEmpty, !state.isStopping, let pipe = state.wakeUp else {
                state.isRunning = false
                return nil
            }
            return pipe.reading
        }
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
