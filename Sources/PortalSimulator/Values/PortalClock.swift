internal import Platform
internal import Synchronization

/// A portal's virtual time: real time plus what it was advanced by. No scenario waits for an expiry.
package final class PortalClock: Sendable {
    private let offset = Atomic<Int64>(0)
    private let watchers = Locked<[@Sendable () -> Void]>([])

    /// Starts at real time.
    package init() {}

    /// Portal time in milliseconds since 1970.
    package var now: Int64 { Self.realTime + offset.load(ordering: .relaxed) }

    /// How far portal time is ahead of real time, in milliseconds.
    package var advance: Int64 { offset.load(ordering: .relaxed) }

    /// Moves portal time on; a negative amount moves it back, and time stays within what 64 bits of milliseconds hold.
    package func advance(byMilliseconds milliseconds: Int64) {
        let limit: Int64 = 1 << 52
        offset.wrappingAdd(max(-limit, min(limit, milliseconds)), ordering: .relaxed)
        tellWatchers()
    }

    /// Returns to real time.
    package func reset() {
        offset.store(0, ordering: .relaxed)
        tellWatchers()
    }

    /// Calls back whenever portal time is moved, on the thread that moves it.
    package func whenMoved(_ watcher: @escaping @Sendable () -> Void) { watchers.withLock { $0.append(watcher) } }

    private func tellWatchers() {
        for watcher in watchers.withLock({ $0 }) { watcher() }
    }

    /// Real time in milliseconds since 1970.
    package static var realTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Microseconds of a clock that cannot be set (CLOCK_MONOTONIC).
    package static var monotonicMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
