import Platform

/// A thread for what blocks, so that nothing blocks the cooperative pool.
enum DetachedThread {
    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs a body once; false where the system has no thread to give.
    @discardableResult
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The thread takes the box over and releases it.
        let box = Unmanaged.passRetained(Body(body))
        let failed = create(box.toOpaque()) != 0
        if failed { box.release() }
        return !failed
    }

    private static func create(_ context: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
            var thread: pthread_t?
            let failed = pthread_create(&thread, nil, enterThread, context)
            if failed == 0, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let failed = pthread_create(&thread, nil, enterThread, context)
            if failed == 0 { pthread_detach(thread) }
        #endif
        return failed
    }

    /// Runs a blocking body on a thread of its own and awaits what it returns.
    static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            if !run({ continuation.resume(returning: body()) }) { continuation.resume(returning: body()) }
        }
    }
}

#if canImport(Darwin)
    private func enterThread(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<DetachedThread.Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#else
    private func enterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<DetachedThread.Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#endif
