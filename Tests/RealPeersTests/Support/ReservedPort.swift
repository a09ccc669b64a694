import Platform

/// A free loopback port that no other process is given until a server that is not ours listens on it.
///
/// Linux lets two sockets with `SO_REUSEADDR` have one address as long as neither listens (socket(7)), and these servers set
/// it; elsewhere the port is free again at once.
final class ReservedPort: Sendable {
    let number: Int
    private let descriptor: Int32

    struct None: Error {}

    init() throws {
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
        guard isBound else { throw None() }
        #if !os(Linux)
            close(descriptor)
        #endif
    }

    #if os(Linux)
        deinit { close(descriptor) }
    #endif
}
