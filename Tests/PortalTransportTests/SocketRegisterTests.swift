import Platform
import Testing

@testable import PortalTransport

@Suite struct `The sockets of a pool` {
    let register = SocketRegister()
    let listener: ListeningSocket

    init() throws { listener = try ListeningSocket() }

    /// A connection that handle 1 has made.
    private func connected() throws -> (descriptor: Int32, port: Int) {
        let descriptor = register.open(family: AF_INET, type: StreamSocket.type, protocol: 0, for: 1)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(listener.port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(isConnected)
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    private func isShut(_ descriptor: Int32) -> Bool { Readiness.isReadable(descriptor) }

    @Test func `are shut where no request is on them`() throws {
        let (descriptor, port) = try connected()
        defer { close(descriptor) }
        register.shutIdle(except: [port], madeFor: [])
        #expect(!isShut(descriptor))
        register.shutIdle(except: [], madeFor: [1])
        #expect(!isShut(descriptor))
        register.shutIdle(except: [], madeFor: [2])
        #expect(isShut(descriptor))
    }

    @Test func `are open until they are closed, also without a word`() throws {
        #expect(!register.hasOpenSockets)
        let told = try connected().descriptor, silent = try connected().descriptor
        #expect(register.close(told) == 0)
        #expect(register.hasOpenSockets)
        try #require(dup2(listener.descriptor, silent) == silent)
        defer { close(silent) }
        #expect(!register.hasOpenSockets)
    }

    @Test func `are told from what has the number of one that libcurl closed without a word`() throws {
        let descriptor = try connected().descriptor
        defer { close(descriptor) }
        let (foreign, peer) = try #require(DescriptorPair.sockets())
        defer { close(peer) }
        // Closes the connection, and has its number stand for a socket that is none of the pool's.
        try #require(dup2(foreign, descriptor) == descriptor)
        close(foreign)
        register.shutIdle(except: [], madeFor: [])
        #expect(!isShut(descriptor))
        #expect(!isShut(peer))
    }
}
