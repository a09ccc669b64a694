internal import Platform

/// Whether bytes have arrived that were not read; the peer's end is none.
func hasUnreadBytes(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
}

// Optimised, the whole room is compiled as one, and a constant of <sys/socket.h> that is first named in a file beside a C
// module which includes that header too is found nowhere else: such files say it through these functions.

/// Sends bytes without waiting and without a signal; what does not fit is lost.
func sendAtOnce(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = sendAtOnce(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Sends bytes without waiting and without a signal; gives what was taken, or -1 with `errno`.
func sendAtOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if os(Linux)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #else
        let flags = MSG_DONTWAIT
    #endif
    return send(descriptor, bytes.baseAddress, bytes.count, flags)
}

/// Ends the sending side of a connection with FIN.
func endSending(on descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

/// Ends both directions of a connection; the socket stays its owner's to close.
func endBothWays(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

/// Breaks a connection with a reset (RFC 9293 §3.5.2); the socket stays its owner's to close.
func resetAtOnce(_ descriptor: Int32) {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    #if os(Linux)
        // Elsewhere the reset comes when the socket is closed.
        var nowhere = sockaddr_storage()
        nowhere.ss_family = sa_family_t(AF_UNSPEC)
        _ = SocketAddress(nowhere).withPointer { connect(descriptor, $0, $1) }
    #endif
}

/// Reads away what has arrived, so that closing does not reset the connection before the peer has read the last answer.
func drainAtOnce(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    #if os(Linux)
        let flags = Int32(MSG_DONTWAIT)
    #else
        let flags = MSG_DONTWAIT
    #endif
    for _ in 0..<64 where recv(descriptor, &buffer, buffer.count, flags) <= 0 { return }
}

/// Looks at what has arrived without taking it; 0 at the peer's end, or -1 with `errno`.
func peekAtOnce(into buffer: inout [UInt8], from descriptor: Int32) -> Int {
    recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
}

/// Takes so many bytes, which have arrived; false where they have not.
func takeAtOnce(_ count: Int, from descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: count)
    var left = count
    while left > 0 {
        let taken = recv(descriptor, &buffer, left, Int32(MSG_DONTWAIT))
        guard taken > 0 else { return false }
        left -= taken
    }
    return true
}

/// Has poll(2) call the socket readable only once so many bytes have arrived, or the peer has ended (socket(7), SO_RCVLOWAT).
func waitForBytes(_ count: Int, at descriptor: Int32) {
    var word = Int32(clamping: count)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &word, socklen_t(MemoryLayout<Int32>.size))
}

/// Closes a descriptor, for files that do not import the system's library.
func closeAtOnce(_ descriptor: Int32) { close(descriptor) }
