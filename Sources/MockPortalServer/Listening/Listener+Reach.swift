internal import Platform

extension Listener {
    /// Whether the port is open.
    struct Reaching {
        /// The descriptor that the daemon accepts from; the same for as long as it runs.
        let socket: Int32
        var reach = Blueprint.Reach.open
        var isOver = false
    }

    /// Opens or closes the port to new connections; those that are open stay, and the port stays this listener's.
    ///
    /// Throws `cannotListen`, or `addressInUse` where another process has come to listen at the port; the port is then as it was.
    func become(_ new: Blueprint.Reach) throws(MockPortalError) {
        try reaching.withLock { state throws(MockPortalError) in
            guard !state.isOver, new != state.reach else { return }
            switch state.reach {
            case .open: break
            case .refused: try reopen(state.socket)
            case .dropped: try filter(state.socket, drops: false)
            }
            state.reach = .open
            switch new {
            case .open: break
            case .refused: try refuse(state.socket)
            case .dropped: try filter(state.socket, drops: true)
            }
            state.reach = new
        }
    }

    /// Lets a listener that is to take this one's place have the port already, or no longer.
    func sharePort(_ isShared: Bool) {
        reaching.withLock { if !$0.isOver { ListeningSocket.besideOthers($0.socket, isShared) } }
    }

    /// What the port is now.
    var reach: Blueprint.Reach { reaching.withLock { $0.reach } }

    /// Opens and closes no more.
    func endReaching() { reaching.withLock { $0.isOver = true } }

    /// Frees a port that refuses connections.
    ///
    /// Its socket then has an error, which epoll reports without end (tcp_poll of net/ipv4/tcp.c), so nothing may be awaited between
    /// this and the end of the thread that listens: under `SCHED_FIFO` no other thread would get its processor.
    func freeRefusingPort() {
        reaching.withLock { state in
            if state.reach == .refused { SilentSocket.disconnect(state.socket) }
            state.reach = .open
        }
    }

    private func refuse(_ socket: Int32) throws(MockPortalError) {
        #if os(Linux)
            guard SilentSocket.silence(socket, address: address, port: port) else {
                let reason = errno
                _ = SilentSocket.listen(socket)
                throw MockPortalError(
                    .cannotListen, "port \(port) cannot be closed: \(String(cString: strerror(reason)))",
                    systemError: reason)
            }
        #else
            throw MockPortalError(
                .cannotListen, "reach: refused needs Linux's sockets; on this system use a fault that closes or resets")
        #endif
    }

    private func reopen(_ socket: Int32) throws(MockPortalError) {
        guard SilentSocket.listen(socket) else {
            let reason = errno
            _ = SilentSocket.silence(socket, address: address, port: port)
            throw ListeningSocket.error(reason, address: address, port: port)
        }
    }

    /// Lets the kernel drop whatever asks for a connection, before it is answered at all.
    private func filter(_ socket: Int32, drops: Bool) throws(MockPortalError) {
        #if os(Linux)
            guard drops else {
                var nothing: Int32 = 0
                setsockopt(socket, SOL_SOCKET, SO_DETACH_FILTER, &nothing, socklen_t(MemoryLayout<Int32>.size))
                return
            }
            // The classic BPF program "ret #0" keeps no byte of any packet (kernel.org, networking/filter.txt).
            var instruction = SocketFilter(code: 6, jumpTrue: 0, jumpFalse: 0, operand: 0)
            let failed = withUnsafeMutablePointer(to: &instruction) { pointer in
                var program = SocketProgram(count: 1, filter: pointer)
                return setsockopt(
                    socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, socklen_t(MemoryLayout<SocketProgram>.size))
            }
            guard failed == 0 else {
                let reason = String(cString: strerror(errno))
                throw MockPortalError(
                    .cannotListen, "port \(port) cannot be made to drop what comes: \(reason)", systemError: errno)
            }
        #else
            guard drops else { return }
            throw MockPortalError(
                .cannotListen, "reach: dropped needs Linux's socket filters; on this system use refused, or a stall")
        #endif
    }
}

#if os(Linux)
    /// `struct sock_filter` of linux/filter.h
    private struct SocketFilter {
        var code: UInt16
        var jumpTrue: UInt8
        var jumpFalse: UInt8
        var operand: UInt32
    }

    /// `struct sock_fprog` of linux/filter.h
    private struct SocketProgram {
        var count: UInt16
        var filter: UnsafeMutablePointer<SocketFilter>
    }
#endif
