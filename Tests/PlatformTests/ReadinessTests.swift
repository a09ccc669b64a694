import Platform
import Testing

@Suite struct `Whether a descriptor can be read` {
    @Test func `a pipe can be read once something was written, and not after it was read`() throws {
        let ends = try #require(DescriptorPair.pipe())
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        #expect(!Readiness.isReadable(ends.reading))
        #expect(write(ends.writing, "a", 1) == 1)
        #expect(Readiness.isReadable(ends.reading))
        Readiness.waitUntilReadable(ends.reading)
        var byte: UInt8 = 0
        #expect(read(ends.reading, &byte, 1) == 1)
        #expect(!Readiness.isReadable(ends.reading))
    }

    @Test func `the end of what was there ends the wait`() throws {
        let ends = try #require(DescriptorPair.pipe())
        defer { close(ends.reading) }
        close(ends.writing)
        Readiness.waitUntilReadable(ends.reading)
        var byte: UInt8 = 0
        #expect(read(ends.reading, &byte, 1) == 0)
    }
}
