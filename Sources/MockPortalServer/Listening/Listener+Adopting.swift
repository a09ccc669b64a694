internal import CMicroHTTPD
internal import Platform

extension Listener {
    /// Serves a connection that was accepted elsewhere as if it had come to this port; the socket is the listener's from now on. False
    /// where the listener is being stopped, and the socket is still the caller's.
    ///
    /// Nothing that has been taken from it may belong to the requests. A listener that has as many connections as it may have closes it.
    func adopt(_ socket: Int32, from peer: SocketAddress) -> Bool {
        adopting.withLock { isOver in
            guard !isOver, let daemon = state.withLock({ $0.daemon }) else { return false }
            // It closes the socket where it does not take it.
            _ = peer.withPointer { MHD_add_connection(daemon, socket, $0, $1) }
            return true
        }
    }

    /// Takes no further connections over; called before the daemon ends.
    func endAdopting() { adopting.withLock { $0 = true } }
}
