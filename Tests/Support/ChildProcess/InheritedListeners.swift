internal import Platform

/// The copies of this process's listening sockets that a child has between its fork and its exec (fork(2)), without the child.
package final class InheritedListeners: Sendable {
    private let copies: [Int32]

    /// Copies every socket of this process that listens at a port; nil where none does.
    package init?(at port: Int) {
        // The limit may be a thousand million: those that are open have a name each here (proc(5), fd(4)).
        guard let folder = OpenFolder("/dev/fd", followsLink: true) else { return nil }
        let open = folder.entries().compactMap { Int32($0.name.description) }
        let listeners = open.filter { Self.listens($0, at: port) }
        copies = listeners.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }.filter { $0 >= 0 }
        if copies.isEmpty { return nil }
    }

    deinit { for copy in copies { close(copy) } }

    private static func listens(_ descriptor: Int32, at port: Int) -> Bool {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening != 0 else {
            return false
        }
        var name = sockaddr_in6()
        size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isKnown = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        // The port stands at the same place in the addresses of both families.
        return isKnown && Int(in_port_t(bigEndian: name.sin6_port)) == port
    }
}
