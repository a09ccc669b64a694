/// A free loopback port that no other socket is given until a server that is not ours listens on it.
///
/// Linux lets two sockets with `SO_REUSEADDR` have one address as long as neither listens (socket(7)), and servers set it; who asks for
/// any free port is given another one. Elsewhere the port is free again at once.
package final class ReservedPort: Sendable {
    /// The port of 127.0.0.1.
    package let number: Int
    private let descriptor: Int32

    /// The system gives no socket, or no port.
    package struct None: Error {}

    /// Keeps a port for as long as this lives: hold it (`withExtendedLifetime`) until the server listens.
    package init() throws(None) {
        descriptor = StreamSocket.open(family: AF_INET)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        // A failed init runs deinit, which closes.
        guard isBound else { throw None() }
        #if !os(Linux)
            close(descriptor)
        #endif
    }

    #if os(Linux)
        deinit { if descriptor >= 0 { close(descriptor) } }
    #endif
}
