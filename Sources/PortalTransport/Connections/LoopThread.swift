internal import Platform

/// One thread of our own: libcurl's loop waits for sockets, which nothing on Swift's cooperative threads may do.
final class LoopThread: Sendable {
    private let thread: Locked<NativeThread?>

    /// Starts a thread; throws where the system grants none.
    init(_ run: @escaping @Sendable () -> Void) throws(CurlFailure) {
        guard let started = NativeThread(run) else { throw .outOfMemory }
        thread = Locked(started)
    }

    /// Waits until the thread has ended; idempotent. Called on the thread itself it only lets it go.
    func join() {
        let last = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let last else { return }
        if last.isCurrent { last.detach() } else { last.join() }
    }
}
