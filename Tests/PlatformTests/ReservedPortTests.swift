import Platform
import Testing

@Suite struct `A reserved port` {
    /// A socket at a port, which listens; nil where the system refuses.
    private func listen(at port: Int, isShared: Bool) -> Int32? {
        let descriptor = StreamSocket.open(family: AF_INET)
        var one: Int32 = isShared ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isBound, Platform.listen(descriptor, 1) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    #if os(Linux)
        @Test func `is a server's that shares it, and of nothing else`() throws {
            let port = try ReservedPort()
            defer { withExtendedLifetime(port) {} }
            let number = port.number
            #expect(listen(at: number, isShared: false) == nil)
            let server = try #require(listen(at: number, isShared: true))
            // A port at which one listens is not shared.
            #expect(listen(at: number, isShared: true) == nil)
            close(server)
            #expect(listen(at: number, isShared: false) == nil)
        }
    #endif
}
