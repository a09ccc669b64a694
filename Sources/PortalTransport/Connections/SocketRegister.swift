internal import Platform

/// The open sockets of one pool, so that the idle ones can be told from those that carry a request.
///
/// libcurl has no call that closes one idle connection, and numbers connections only in later versions; a connection is
/// known here by its local port. Owned by the pool, which outlives every connection that reports to it.
final class SocketRegister {
    private struct Entry {
        /// The ``TransferSlot/number`` of the one for which it was opened.
        let opener: Int
    }

    private var entries: [Int32: Entry] = [:]
    private var connections: [Int: ConnectionFacts] = [:]
    private var latest: ConnectionFacts?

    /// Opens a socket that no child process inherits; -1 on failure.
    func open(family: Int32, type: Int32, protocol number: Int32, for slot: TransferSlot) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(family, type, number)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #else
            let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
        #endif
        if descriptor >= 0 { entries[descriptor] = Entry(opener: slot.number) }
        return descriptor
    }

    func close(_ descriptor: Int32) -> Int32 {
        if let port = Self.localPort(of: descriptor) { connections[port] = nil }
        entries[descriptor] = nil
        return Platform.close(descriptor)
    }

    /// Takes a TLS connection in whose handshake is done.
    func note(_ connection: ConnectionFacts, onPort port: Int) {
        connection.complete(from: latest)
        latest = connection
        connections[port] = connection
    }

    func connection(onPort port: Int) -> ConnectionFacts? { connections[port] }

    /// Ends every connection that carries none of the running transfers, at once and for both sides.
    func shutIdle(running slots: some Sequence<TransferSlot>) {
        var ports: Set<Int> = []
        var openers: Set<Int> = []
        for slot in slots {
            if let port = slot.localPort { ports.insert(port) } else { openers.insert(slot.number) }
        }
        for (descriptor, entry) in entries {
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
