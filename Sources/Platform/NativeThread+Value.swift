extension NativeThread {
    /// Runs a body that blocks on a thread of its own and gives what comes of it, while the task's thread is free.
    ///
    /// nil where the system has no thread left. A cancelled task waits for the end all the same.
    package static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let thread = NativeThread { continuation.resume(returning: body()) }
            if let thread { thread.detach() } else { continuation.resume(returning: nil) }
        }
    }
}
