internal import CMicroHTTPD

/// Accepts a connection that waits, which no child process inherits; nil where there is none, with `errno`.
func acceptAtOnce(from descriptor: Int32) -> (socket: Int32, peer: SocketAddress)? {
    // As large as any address (sys/socket.h, sockaddr_storage).
    let room = 128
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { bytes in
        guard let start = bytes.baseAddress else { return nil }
        let socket = cmhd_accept(descriptor, start, room)
        guard socket >= 0 else { return nil }
        guard let peer = SocketAddress(copying: UnsafeRawPointer(start)) else {
            closeAtOnce(socket)
            return nil
        }
        return (socket, peer)
    }
}
