internal import Platform

/// A bound and listening TCP socket, made before its daemon so that every port is known before anything is served.
final class ListeningSocket {
    /// The numeric address that it is bound to.
    let address: String
    /// The port that it is bound to, also where a free one was asked for.
    let port: Int
    private var descriptor: Int32

    private init(address: String, port: Int, descriptor: Int32) {
        self.address = address
        self.port = port
        self.descriptor = descriptor
    }

    /// Binds a port of a numeric address; 0 picks a free one.
    ///
    /// Beside one of this user's sockets that has the port already it listens where both are willing (``besideOthers(_:_:)``).
    /// Throws `addressInUse` for a taken port, else `cannotListen`, naming address, port and the system's reason.
    static func bind(
        address: String, port: Int, besideAnother: Bool = false
    ) throws(MockPortalError) -> ListeningSocket {
        let socket = try bound(address: address, port: port, besideAnother: besideAnother)
        guard port == 0 else { return try socket.listening() }
        // A port that the system has chosen is given back when the socket stops listening; one that was asked for is not
        // (inet_bind and tcp_set_state in Linux's net/ipv4). Both sockets are willing to share, and the first is kept until the second listens:
        // else the system may give its port to another one in between.
        defer { withExtendedLifetime(socket) {} }
        return try bound(address: address, port: socket.port).listening()
    }

    private static func bound(
        address: String, port: Int, besideAnother: Bool = false
    ) throws(MockPortalError) -> ListeningSocket {
        guard (0...65535).contains(port), let wanted = SocketAddress(address: address, port: port) else {
            throw MockPortalError(
                .cannotListen, "\(address) port \(port) is no numeric address with a port from 0 to 65535")
        }
        let descriptor = StreamSocket.open(family: wanted.family)
        guard descriptor >= 0 else { throw error(errno, address: address, port: port) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        share(descriptor, true)
        if besideAnother { besideOthers(descriptor, true) }
        var one: Int32 = 1
        // Accepted connections inherit it; without it answers in two segments wait for a delayed acknowledgement.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        guard wanted.withPointer({ Platform.bind(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            close(descriptor)
            throw error(reason, address: address, port: port)
        }
        return ListeningSocket(
            address: address, port: SocketAddress(ofSocket: descriptor)?.parts.port ?? port, descriptor: descriptor)
    }

    private func listening() throws(MockPortalError) -> ListeningSocket {
        guard listen(descriptor, Self.backlog) == 0 else {
            throw Self.error(errno, address: address, port: port)
        }
        return self
    }

    /// Says whether other sockets may have the port too as long as none of them listens (socket(7), SO_REUSEADDR).
    static func share(_ descriptor: Int32, _ isWilling: Bool) {
        var word: Int32 = isWilling ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &word, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Says whether further sockets of the same user that are willing too may listen at the port (socket(7), SO_REUSEPORT).
    static func besideOthers(_ descriptor: Int32, _ isWilling: Bool) {
        var word: Int32 = isWilling ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &word, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connections that may wait to be accepted.
    static let backlog: Int32 = 1024

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Gives the descriptor away; the caller closes it.
    func release() -> Int32 {
        let taken = descriptor
        descriptor = -1
        return taken
    }

    static func error(_ number: Int32, address: String, port: Int) -> MockPortalError {
        let reason = String(cString: strerror(number))
        if number == EADDRINUSE {
            return MockPortalError(
                .addressInUse,
                "port \(port) of \(address) is taken by another process; choose another port, or 0 for a free one",
                systemError: number)
        }
        return MockPortalError(
            .cannotListen, "cannot listen on \(address) port \(port): \(reason)", systemError: number)
    }
}
