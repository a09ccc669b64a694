import Platform
import Testing

struct `A wait for something to read` {
    @Test func `ends with what comes, with the end, and with the alarm`() async throws {
        let (reading, writing) = try #require(DescriptorPair.pipe())
        defer { close(reading) }
        let alarm = try #require(WakePipe())
        var byte: UInt8 = 7
        #expect(write(writing, &byte, 1) == 1)
        #expect(alarm.waitsToRead(reading))
        #expect(read(reading, &byte, 1) == 1)
        // Nothing is there: only the alarm ends it.
        let waiting = Task { await NativeThread.value { alarm.waitsToRead(reading) } }
        alarm.ring()
        #expect(await waiting.value == false)
        alarm.clear()
        close(writing)
        #expect(alarm.waitsToRead(reading))
    }
}
