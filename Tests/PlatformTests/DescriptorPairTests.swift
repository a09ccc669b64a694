import Testing

@testable import Platform

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

    #if canImport(Glibc)
        /// Another thread may start a program between two calls: a flag that comes later than the pipe comes too late.
        @Test func `are a pipe that has its flag from the first moment on`() throws {
            let closedPipe = try #require(DescriptorPair.closedPipe)
            var ends: [Int32] = [-1, -1]
            let outcome = closedPipe(&ends, O_CLOEXEC)
            #expect(outcome == 0)
            let reading = Descriptor(ends[0])
            let writing = Descriptor(ends[1])
            #expect(Self.isInherited(reading.number) == false)
            #expect(Self.isInherited(writing.number) == false)
        }
    #endif

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
