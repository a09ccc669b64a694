#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread for what blocks, so that nothing blocks the cooperative pool.
enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs a body once; false where the system has no thread to give.
    @discardableResult
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The thread takes the box over and releases it.
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let failed = pthread_create(&thread, nil, { enter($0) }, box.toOpaque()) != 0
            if !failed, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let failed = pthread_create(&thread, nil, { enter($0) }, box.toOpaque()) != 0
            if !failed { pthread_detach(thread) }
        #endif
        if failed { box.release() }
        return !failed
    }

    private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }

    /// Runs a blocking body on a thread of its own and awaits what it returns.
    static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            if !run({ continuation.resume(returning: body()) }) { continuation.resume(returning: body()) }
        }
    }
}
