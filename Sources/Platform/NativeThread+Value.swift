extension NativeThread {
    /// Runs a body that blocks on a thread of its own and gives what comes of it, while the task's thread is free.
    ///
    /// nil where the system has no thread left. A cancelled task waits for the end all the same.
    package static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            if !run({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
        }
    }

    /// Starts a thread that ends by itself; false where the system has none left.
    @discardableResult
    package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = NativeThread(body) else { return false }
        thread.detach()
        return true
    }
}
