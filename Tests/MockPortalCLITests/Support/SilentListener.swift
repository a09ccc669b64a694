import Platform

/// A loopback port at which connections are taken, by the system alone, and no byte is ever said.
final class SilentListener {
    struct Failure: Error {}
    private let descriptor: Int32
    let port: Int

    init() throws {
        descriptor = StreamSocket.open(family: AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, length) = (descriptor, size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        // A failed init runs deinit, which closes.
        guard isBound else { throw Failure() }
    }

    deinit { close(descriptor) }
}
