import Platform
import Testing

@Suite struct `Stream sockets` {
    @Test(arguments: [AF_INET, AF_INET6, AF_UNIX]) func `a socket is a stream that no child inherits`(family: Int32)
        throws
    {
        let number = StreamSocket.open(family: family)
        try #require(number >= 0, "errno \(errno)")
        let socket = Descriptor(number)
        #expect(fcntl(socket.number, F_GETFD) & FD_CLOEXEC != 0)
        var type: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        #expect(getsockopt(socket.number, SOL_SOCKET, SO_TYPE, &type, &length) == 0)
        #expect(type == Int32(SOCK_STREAM.rawValue))
    }

    @Test func `a family that the system does not know gives no socket, with a reason`() {
        #expect(StreamSocket.open(family: -1) == -1)
        #expect(errno == EAFNOSUPPORT)
    }
}
