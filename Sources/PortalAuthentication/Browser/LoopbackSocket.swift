internal import Platform

/// Sockets of this machine's own addresses; the caller that gets a descriptor closes it.
enum LoopbackSocket {
    /// A system's error number, with what was being done.
    struct Failure: Error {
        let number: Int32
        let doing: String

        init(_ doing: String) {
            number = errno
            self.doing = doing
        }

        var reason: String { String(cString: strerror(number)) }
    }

    /// Listens at an address, at any free port where the port is 0; gives descriptor and port.
    ///
    /// A free port stays the system's choice alone (no SO_REUSEADDR). A port that was asked for may still be resting from the sign-in
    /// before, which socket(7) allows to take over; one that is listened at is never shared.
    static func open(at address: LoopbackPlace.Address, port: Int) throws(Failure) -> (descriptor: Int32, port: Int) {
        let descriptor = StreamSocket.open(family: family(of: address))
        guard descriptor >= 0 else { throw Failure("make a socket") }
        do throws(Failure) {
            try configure(descriptor)
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            if port != 0 { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) }
            if address == .v6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
            guard attach(descriptor, to: address, port: port) else { throw Failure("bind") }
            guard listen(descriptor, 16) == 0, let port = boundPort(of: descriptor) else { throw Failure("listen") }
            return (descriptor, port)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// How many connections that are gone before they are taken are passed over at a time.
    private static let interruptionLimit = 64

    /// The next connection; nil where none waits, or where the system has no descriptor left (`isExhausted`).
    static func nextConnection(of listener: Int32) -> (descriptor: Int32?, isExhausted: Bool) {
        for _ in 0..<interruptionLimit {
            let descriptor = accept(listener, nil, nil)
            guard descriptor < 0 else {
                if (try? configure(descriptor)) != nil { return (descriptor, false) }
                close(descriptor)
                continue
            }
            if [EINTR, ECONNABORTED].contains(errno) { continue }
            return (nil, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno))
        }
        // A connection that still waits is accepted in the next round.
        return (nil, false)
    }

    /// What has come, at most 4 KiB; empty at the end, nil where nothing is there yet.
    static func received(from descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return nil }
            return Array(buffer[..<max(count, 0)])
        }
    }

    /// Sends what fits into the socket's buffer, which every page of ours does, and says that nothing follows.
    static func finish(_ descriptor: Int32, with bytes: [UInt8]) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = send(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, flags)
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: details

    private static func configure(_ descriptor: Int32) throws(Failure) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw Failure("configure a socket")
        }
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private static func family(of address: LoopbackPlace.Address) -> Int32 { address == .v6 ? AF_INET6 : AF_INET }

    private static func attach(_ descriptor: Int32, to address: LoopbackPlace.Address, port: Int) -> Bool {
        let number = in_port_t(port).bigEndian
        switch address {
        case .v4(let text):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = number
            inet_pton(AF_INET, text, &name.sin_addr)
            return attach(descriptor, &name)
        case .v6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = number
            name.sin6_addr = in6addr_loopback
            return attach(descriptor, &name)
        }
    }

    private static func attach<Name>(_ descriptor: Int32, _ name: inout Name) -> Bool {
        withUnsafeBytes(of: &name) { bytes in
            guard let base = bytes.baseAddress else { return false }
            let address = base.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, address, socklen_t(bytes.count)) == 0
        }
    }

    private static func boundPort(of descriptor: Int32) -> Int? {
        var name = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard isKnown else { return nil }
        // The port stands at the same place in the addresses of both families.
        return withUnsafeBytes(of: &name) { bytes in
            bytes.count > 4 ? Int(bytes[2]) << 8 | Int(bytes[3]) : nil
        }
    }
}
