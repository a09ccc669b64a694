internal import Locking

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// One thread of our own: libcurl's loop waits for sockets, which nothing on Swift's cooperative threads may do.
final class LoopThread: Sendable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: Locked<pthread_t?>

    /// Starts a thread; throws the error number where the system grants none.
    init(_ run: @escaping @Sendable () -> Void) throws(CurlFailure) {
        // Retained here, released by the thread itself as the first thing it does.
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        let code = pthread_create(
            &started, nil,
            { context in
                #if !canImport(Darwin)
                    guard let context else { return nil }
                #endif
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw .outOfMemory
        }
        thread = Locked(started)
    }

    /// Waits until the thread has ended; idempotent. Called on the thread itself it only lets it go.
    func join() {
        let last = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let last else { return }
        if pthread_equal(last, pthread_self()) != 0 {
            pthread_detach(last)
        } else {
            pthread_join(last, nil)
        }
    }
}
