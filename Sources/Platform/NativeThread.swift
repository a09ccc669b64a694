/// A thread of its own for work that waits, which a task must not.
package struct NativeThread: Sendable {
    #if canImport(Darwin)
        private nonisolated(unsafe) let thread: pthread_t
    #else
        private let thread: pthread_t
    #endif

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; nil where the system has none left.
    package init?(_ body: @escaping @Sendable () -> Void) {
        // Retained here, released by the thread itself when it ends.
        let context = Unmanaged.passRetained(Work(body))
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
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        #if canImport(Darwin)
            let thread = started
        #else
            let thread: pthread_t? = started
        #endif
        guard code == 0, let thread else {
            context.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end; to be called once.
    package func join() { pthread_join(thread, nil) }

    /// Lets it end by itself, instead of ``join()``.
    package func detach() { pthread_detach(thread) }

    /// Whether the caller runs on it.
    package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
