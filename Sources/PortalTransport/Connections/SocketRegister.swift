internal import Platform

/// The open sockets of one pool, so that the idle ones can be told from those that carry a request.
///
/// libcurl has no call that closes one idle connection, and numbers connections only in later versions; a connection is
/// known here by its local port. Owned by the pool, and by the engine until the last connection has reported to it.
///
/// Of a socket on which no connection came about libcurl does not tell that it was closed (`cf_socket_close` in lib/cf-socket.c of
/// 7.88.1), and its descriptor may be anything by now; what it was is known by its place in the system's table of files.
final class SocketRegister {
    private struct Entry {
        /// The ``TransferSlot/number`` of the one for which it was opened.
        let opener: Int
        let file: FileIdentity?

        /// Whether a descriptor still stands for it.
        func isBehind(_ descriptor: Int32) -> Bool { file != nil && FileIdentity(of: descriptor) == file }
    }

    /// Which file of the system a descriptor stands for (fstat(2)).
    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(of descriptor: Int32) {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { return nil }
            device = facts.st_dev
            number = facts.st_ino
        }
    }

    private var entries: [Int32: Entry] = [:]
    private var connections: [Int: ConnectionFacts] = [:]
    private var latest: ConnectionFacts?

    /// Opens a socket that no child process inherits, for a handle by its number; -1 on failure.
    func open(family: Int32, type: Int32, protocol number: Int32, for opener: Int) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(family, type, number)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #else
            let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
        #endif
        if descriptor >= 0 { entries[descriptor] = Entry(opener: opener, file: FileIdentity(of: descriptor)) }
        return descriptor
    }

    func close(_ descriptor: Int32) -> Int32 {
        if let port = Self.localPort(of: descriptor) { connections[port] = nil }
        entries[descriptor] = nil
        return Platform.close(descriptor)
    }

    /// Whether one that was opened is still open.
    var hasOpenSockets: Bool { entries.contains { $1.isBehind($0) } }

    /// Takes a TLS connection in whose handshake is done.
    func note(_ connection: ConnectionFacts, onPort port: Int) {
        connection.complete(from: latest)
        latest = connection
        connections[port] = connection
    }

    func connection(onPort port: Int) -> ConnectionFacts? { connections[port] }

    /// Ends every connection at once and for both sides, but for those with these local ports, and those that are being made for
    /// handles with these numbers.
    func shutIdle(except ports: Set<Int>, madeFor openers: Set<Int>) {
        for (descriptor, entry) in entries {
            guard entry.isBehind(descriptor) else {
                entries[descriptor] = nil
                continue
            }
            if openers.contains(entry.opener) { continue }
            if let port = Self.localPort(of: descriptor), ports.contains(port) { continue }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    private static func localPort(of descriptor: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let code = getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
            // sin_port and sin6_port stand at the same place, in network order.
            return code == 0 ? Int(bytes[2]) << 8 | Int(bytes[3]) : nil
        }
    }
}
