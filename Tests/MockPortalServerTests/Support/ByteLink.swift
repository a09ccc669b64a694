import Platform

/// Two connected sockets that carry single bytes between a test and a program beside it.
final class ByteLink: Sendable {
    private let own: Int32
    private let other: Locked<Int32>

    struct Failure: Error {}

    /// Throws where the process has no descriptors left.
    init() throws {
        guard let ends = DescriptorPair.sockets() else { throw Failure() }
        own = ends.0
        other = Locked(ends.1)
    }

    deinit {
        close(own)
        leaveOtherEnd()
    }

    /// The end that the program inherits.
    var otherEnd: Int32 { other.withLock { $0 } }

    /// Leaves the other end to the program alone, so that its end is seen.
    func leaveOtherEnd() {
        other.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Waits for a byte; nil at the end.
    func read() -> UInt8? {
        var byte: UInt8 = 0
        return recv(own, &byte, 1, 0) == 1 ? byte : nil
    }

    /// Sends a byte; it is lost where the program has ended.
    func write(_ byte: UInt8) {
        var byte = byte
        #if os(Linux)
            _ = send(own, &byte, 1, Int32(MSG_NOSIGNAL))
        #else
            _ = send(own, &byte, 1, 0)
        #endif
    }
}
