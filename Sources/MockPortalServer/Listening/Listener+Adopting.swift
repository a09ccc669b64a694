internal import CMicroHTTPD
internal import Platform

extension Listener {
    /// Serves a connection that was accepted elsewhere as if it had come to this port; the socket is the listener's from now on. False
    /// where the listener is being stopped, and the socket is still the caller's.
    ///
    /// Nothing that has been taken from it, so many bytes, may belong to the requests. A listener that has as many connections as it
    /// may have closes it.
    func adopt(_ socket: Int32, from peer: SocketAddress, after taken: Int) -> Bool {
        adopting.withLock { isOver in
            guard !isOver, let daemon = state.withLock({ $0.daemon }) else { return false }
            takenBefore.withLock { $0[socket] = taken }
            // It closes the socket where it does not take it.
            let isTaken = peer.withPointer { MHD_add_connection(daemon, socket, $0, $1) }
            if !isTaken.isYes { takenBefore.withLock { $0[socket] = nil } }
            return true
        }
    }

    /// Bytes that were taken from a connection before it came here.
    func bytesTaken(from socket: Int32) -> Int { takenBefore.withLock { $0.removeValue(forKey: socket) } ?? 0 }

    /// Takes no further connections over; called before the daemon ends.
    func endAdopting() { adopting.withLock { $0 = true } }
}
