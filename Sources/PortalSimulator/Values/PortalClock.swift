internal import JSONValues
internal import Platform
internal import Synchronization

/// A portal's virtual time: real time plus what it was advanced by. No scenario waits for an expiry.
package final class PortalClock: Sendable {
    private let offset = Atomic<Int64>(0)
    private let watchers = Locked<[@Sendable () -> Void]>([])

    /// Where the clock stands unless it is moved; nil for one that goes with real time.
    private let standing: Int64?

    /// Starts at real time; one that stands goes on only when it is moved.
    package init(isStanding: Bool = false) { standing = isStanding ? Self.realTime : nil }

    /// Portal time in milliseconds since 1970.
    package var now: Int64 { (standing ?? Self.realTime) + offset.load(ordering: .relaxed) }

    /// Whether portal time is real time: it goes with it, and was not moved.
    package var isRealTime: Bool { standing == nil && advance == 0 }

    /// How far portal time is ahead of real time, in milliseconds.
    package var advance: Int64 { offset.load(ordering: .relaxed) }

    /// How far portal time may be ahead of real time: as far as the longest duration of a document goes, a thousand years.
    package static let furthest = DurationText.longest

    /// Moves portal time on.
    ///
    /// - Returns: Whether it did; portal time never goes back, and never further ahead than ``furthest``.
    package func advance(by duration: Duration) -> Bool {
        guard duration >= .zero, duration <= Self.furthest else { return false }
        var old = offset.load(ordering: .relaxed)
        while true {
            let new = old + duration.inMilliseconds
            guard new <= Self.furthest.inMilliseconds else { return false }
            let (isDone, found) = offset.compareExchange(expected: old, desired: new, ordering: .relaxed)
            guard !isDone else { break }
            old = found
        }
        tellWatchers()
        return true
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

    /// Microseconds of a clock that cannot be set.
    package static var monotonicMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
