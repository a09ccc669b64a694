import Platform
import Testing

@Suite struct `Descriptor pairs` {
    private static func isInherited(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 }

    @Test func `are a pipe that no child process inherits`() throws {
        let ends = try #require(DescriptorPair.pipe())
        let reading = Descriptor(ends.reading)
        let writing = Descriptor(ends.writing)
        #expect(!Self.isInherited(reading.number))
        #expect(!Self.isInherited(writing.number))
        #expect(!Readiness.isReadable(reading.number))
        var byte: UInt8 = 7
        #expect(write(writing.number, &byte, 1) == 1)
        #expect(Readiness.isReadable(reading.number))
        byte = 0
        #expect(read(reading.number, &byte, 1) == 1)
        #expect(byte == 7)
    }

    @Test func `are two sockets that no child process inherits`() throws {
        let ends = try #require(DescriptorPair.sockets())
        let one = Descriptor(ends.0)
        let other = Descriptor(ends.1)
        #expect(!Self.isInherited(one.number))
        #expect(!Self.isInherited(other.number))
        for (from, to) in [(one.number, other.number), (other.number, one.number)] {
            var byte: UInt8 = 7
            #expect(write(from, &byte, 1) == 1)
            #expect(Readiness.isReadable(to))
            #expect(read(to, &byte, 1) == 1)
        }
    }

    @Test func `end with the owner of an end`() throws {
        let ends = try #require(DescriptorPair.pipe())
        let reading = Descriptor(ends.reading)
        do { _ = Descriptor(ends.writing) }
        Readiness.waitUntilReadable(reading.number)
        var byte: UInt8 = 0
        #expect(read(reading.number, &byte, 1) == 0)
    }
}

@Suite struct `Stream sockets` {
    @Test(arguments: [AF_INET, AF_UNIX]) func `are not inherited by a child process`(family: Int32) throws {
        let number = StreamSocket.open(family: family)
        try #require(number >= 0)
        let socket = Descriptor(number)
        #expect(fcntl(socket.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `that the system cannot give are -1 with a reason`() {
        #expect(StreamSocket.open(family: -1) == -1)
        #expect(errno == EAFNOSUPPORT)
    }
}
