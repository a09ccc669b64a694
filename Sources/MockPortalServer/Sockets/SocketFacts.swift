internal import Platform

/// What the kernel knows of a TCP connection that libmicrohttpd does not tell.
struct SocketFacts {
    /// Bytes that have arrived; nil where the kernel does not count them.
    var received: Int?
    /// Bytes that the peer has acknowledged while more wait to be; nil where none wait.
    var takenOfMore: Int?
    /// Whether the peer closed its side first.
    var peerEnded: Bool?
    /// Whether the connection was broken by a reset.
    var wasReset = false

    /// Asks the kernel about a connected socket.
    init(socket: Int32) {
        #if os(Linux)
            // struct tcp_info of linux/tcp.h: eight bytes, 24 words of 32 bits, then 64-bit counters.
            var info = [UInt8](repeating: 0, count: 256)
            var size = socklen_t(info.count)
            guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 136 else { return }
            var count: UInt64 = 0
            withUnsafeMutableBytes(of: &count) { $0.copyBytes(from: info[128..<136]) }
            // CLOSE_WAIT, LAST_ACK: the peer's FIN came first; CLOSE: a reset.
            let state = info[0]
            let hasFIN = [4 + 2, 8, 9, 11].contains(state)
            peerEnded = [7, 8, 9].contains(state)
            wasReset = state == 7
            received = max(0, Int(count) - (hasFIN ? 1 : 0))
            // Segments under way, and bytes that no segment was made of, as where the peer's window is closed.
            guard size >= 148,
                info[24..<28].contains(where: { $0 != 0 }) || info[144..<148].contains(where: { $0 != 0 })
            else { return }
            withUnsafeMutableBytes(of: &count) { $0.copyBytes(from: info[120..<128]) }
            takenOfMore = Int(clamping: count)
        #endif
    }

    /// Makes a served socket readable once more if the peer's FIN is the next thing in it.
    ///
    /// libmicrohttpd takes a short read for an empty socket; a FIN that came with the last bytes has then used up its edge
    /// (epoll(7), EPOLLET), and the connection would stay until it times out. Shutting the side that has ended anyway makes a
    /// new edge.
    static func announceEnd(of socket: Int32) {
        #if os(Linux)
            var byte: UInt8 = 0
            guard recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
            shutdown(socket, Int32(SHUT_RD))
        #endif
    }
}
