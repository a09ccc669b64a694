import ChildProcess
import Platform

/// A free loopback port at which the system accepts connections, and nothing answers.
final class SilentListener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = StreamSocket.open(family: AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw ChildProcess.Failure(description: "no free loopback port") }
    }

    deinit { close(descriptor) }
}
