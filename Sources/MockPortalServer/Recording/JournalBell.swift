internal import Platform
internal import Synchronization

/// Wakes one thread that follows a journal, at the cost of an atomic exchange for the threads that serve.
package final class JournalBell: Sendable {
    private let pipe: WakePipe
    private let isRung = Atomic(false)

    /// Makes one; nil where the process has no descriptors left.
    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    /// Wakes the thread, now or when it waits next; until it has woken, further calls do nothing.
    package func ring() {
        if !isRung.exchange(true, ordering: .acquiringAndReleasing) { pipe.ring() }
    }

    /// Waits until the bell was rung since the last wait.
    package func wait() {
        Readiness.waitUntilReadable(pipe.reading)
        pipe.clear()
        // What comes from here on rings again; what came before is read after this.
        _ = isRung.exchange(false, ordering: .acquiringAndReleasing)
    }
}
