internal import CMicroHTTPD
internal import Platform

/// Handshakes that wait for their clients' next bytes, kept away from libmicrohttpd until those have come.
///
/// libmicrohttpd's epoll loop does not note that a handshake has read everything: `MHD_run_tls_handshake_` in its
/// src/microhttpd/connection_https.c leaves `MHD_EPOLL_STATE_READ_READY` set (0.9.75 to 1.0.1), so that `MHD_epoll` in
/// src/microhttpd/daemon.c calls it again without a pause, and a silent client keeps a core busy. Here the connection is suspended,
/// and one thread for all of them resumes it.
///
/// A socket is in the epoll set exactly while its connection is suspended here; both change together under the lock.
final class PausedHandshakes: Sendable {
    private let state = Locked(State())

    private struct State {
        /// The suspended connections by their sockets.
        nonisolated(unsafe) var connections: [Int32: OpaquePointer] = [:]
        /// The epoll set; -1 until it is needed.
        var poller: Int32 = -1
        var thread = WakeableThread()
    }

    deinit {
        let poller = state.withLock { $0.poller }
        if poller >= 0 { Platform.close(poller) }
    }

    /// Has libmicrohttpd leave a connection alone until its socket can be read; called on the thread that serves it.
    ///
    /// False where it is not suspended: libmicrohttpd then goes on asking, as it does after ``stop()``.
    func pause(_ connection: OpaquePointer, socket: Int32) -> Bool {
        #if os(Linux)
            state.withLock { state in
                guard state.connections[socket] == nil, ensureThread(&state),
                    cmhd_epoll_add(state.poller, socket) == 0
                else { return false }
                MHD_suspend_connection(connection)
                state.connections[socket] = connection
                return true
            }
        #else
            // The poll(2) loop, which is in use there, waits by itself.
            false
        #endif
    }

    /// Gives a connection back to libmicrohttpd if it is still paused.
    func resume(socket: Int32) { state.withLock { Self.resume(socket, &$0) } }

    /// Gives back every connection that can be read now; called where a new one is accepted.
    ///
    /// What came before it is then served before it by the same thread: a resumed connection is served first in the loop's next turn
    /// (`resume_suspended_connections` and `MHD_epoll`).
    func resumeReadable() {
        #if os(Linux)
            state.withLock { state in
                guard !state.connections.isEmpty else { return }
                var sockets = [Int32](repeating: -1, count: Int(cmhd_epoll_most))
                var count = sockets.count
                while count == sockets.count {
                    count = Int(cmhd_epoll_wait(state.poller, &sockets, 0))
                    for socket in sockets.prefix(max(0, count)) { Self.resume(socket, &state) }
                }
            }
        #endif
    }

    /// Gives every connection back, and pauses none any more; to be called before the daemon stops, which must have none suspended.
    func stop() {
        state.stop(\.thread)
        state.withLock { state in
            for socket in Array(state.connections.keys) { Self.resume(socket, &state) }
        }
    }
}

extension PausedHandshakes {
    private static func resume(_ socket: Int32, _ state: inout State) {
        #if os(Linux)
            guard let connection = state.connections.removeValue(forKey: socket) else { return }
            cmhd_epoll_remove(state.poller, socket)
            MHD_resume_connection(connection)
        #endif
    }

    #if os(Linux)
        private func ensureThread(_ state: inout State) -> Bool {
            if state.thread.isStopped { return false }
            if state.poller < 0 { state.poller = cmhd_epoll_create() }
            let poller = state.poller
            guard poller >= 0 else { return false }
            return state.thread.start(preparing: { cmhd_epoll_add(poller, $0.reading) == 0 }) { _ in self.run(poller) }
        }

        private func run(_ poller: Int32) {
            var sockets = [Int32](repeating: -1, count: Int(cmhd_epoll_most))
            while true {
                let count = Int(cmhd_epoll_wait(poller, &sockets, -1))
                precondition(count >= 0, "a listener's epoll set was closed while its thread waits")
                let isStopped = state.withLock { state in
                    // One whose socket has another owner by now only asks once more.
                    for socket in sockets.prefix(count) { Self.resume(socket, &state) }
                    return state.thread.isStopped
                }
                if isStopped { return }
            }
        }
    #endif
}
