/// Ends a thread's waiting in poll(2).
package final class WakePipe: Sendable {
    /// Readable once ``ring()`` was called.
    package let reading: Int32
    private let writing: Int32

    /// Makes one; nil where the process has no descriptors left.
    package init?() {
        guard let ends = DescriptorPair.pipe() else { return nil }
        (reading, writing) = ends
        for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread, now or when it waits next.
    package func ring() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Waits until a descriptor has something to read, or its end; false once ``ring()`` was called.
    package func waitsToRead(_ descriptor: Int32) -> Bool {
        var interests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&interests, nfds_t(interests.count), -1) < 0, errno == EINTR {}
        return interests[1].revents == 0
    }

    /// Takes away every ring so far.
    package func clear() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            // Less than there was room for is all that there was.
            while read(reading, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
