internal import Platform

/// Closes a listening port and opens it again without a new socket, under a daemon that goes on waiting for it.
///
/// libmicrohttpd's workers take the socket out of their epoll sets by itself, at their limits, and end the process where it is not
/// the one that they put in (`MHD_epoll` in its src/microhttpd/daemon.c); so it must stay the same. `shutdown` ends a Linux socket's
/// listening, and then it can be connected: to itself (RFC 9293 §3.5, simultaneous open), which keeps the port, lets no
/// other socket listen at it, needs no further descriptor, and has nothing to tell epoll.
enum SilentSocket {
    /// Ends listening; connections are refused.
    ///
    /// False, with `errno`, where the socket can be neither; it then listens no more.
    static func silence(_ socket: Int32, address: String, port: Int) -> Bool {
        shutdown(socket, Int32(SHUT_RD))
        ListeningSocket.share(socket, false)
        // A killed process must not leave the connection behind, whose rest would keep the port.
        dropUnsent(socket, isOn: true)
        guard let own = SocketAddress(address: address, port: port) else { return false }
        return own.withPointer { connect(socket, $0, $1) } == 0 || errno == EINPROGRESS
    }

    /// Listens again; false, with `errno`, where another socket has come to.
    static func listen(_ socket: Int32) -> Bool {
        disconnect(socket)
        dropUnsent(socket, isOn: false)
        // Connections of the time before are still bound to the port.
        ListeningSocket.share(socket, true)
        return Platform.listen(socket, ListeningSocket.backlog) == 0
    }

    /// Ends the connection to itself (connect(2), AF_UNSPEC), of which nothing stays behind.
    static func disconnect(_ socket: Int32) {
        var nowhere = sockaddr_storage()
        nowhere.ss_family = sa_family_t(AF_UNSPEC)
        _ = SocketAddress(nowhere).withPointer { connect(socket, $0, $1) }
    }

    private static func dropUnsent(_ socket: Int32, isOn: Bool) {
        var word = linger(l_onoff: isOn ? 1 : 0, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &word, socklen_t(MemoryLayout.size(ofValue: word)))
    }
}
