/// A thread that waits with an alarm beside it, and can be stopped for good.
///
/// It is a part of the value behind its owner's lock, so that the owner's own state changes together with it. What its body reads
/// there after each wait is ``isStopped``.
package struct WakeableThread: Sendable {
    /// Ends the body's waiting; nil before the first start.
    package private(set) var alarm: WakePipe?
    /// Whether it was stopped; it does not start again.
    package private(set) var isStopped = false
    private var thread: NativeThread?

    /// A thread that was not started.
    package init() {}

    /// Whether it was started and neither stopped nor reaped.
    package var isStarted: Bool { thread != nil }

    /// Starts it unless it was started; false once it was stopped, or where the system has no descriptor or thread left.
    ///
    /// `prepare` is called with a new alarm; where it gives false, there is neither alarm nor thread.
    package mutating func start(
        preparing prepare: (WakePipe) -> Bool = { _ in true }, _ body: @escaping @Sendable (WakePipe) -> Void
    ) -> Bool {
        guard !isStopped else { return false }
        guard thread == nil else { return true }
        if alarm == nil, let new = WakePipe(), prepare(new) { alarm = new }
        guard let alarm else { return false }
        thread = NativeThread { body(alarm) }
        return thread != nil
    }

    /// Waits for the end of a body that has said that it is done, so that the thread can be started again.
    package mutating func reap() {
        thread?.join()
        thread = nil
    }

    /// Ends the body's waiting, now or when it waits next.
    package func wake() { alarm?.ring() }

    /// Marks it as stopped, wakes it, and gives the thread that is left to join.
    fileprivate mutating func beginStop() -> NativeThread? {
        isStopped = true
        wake()
        defer { thread = nil }
        return thread
    }
}

extension Locked {
    /// Stops a thread and waits for its end, without the lock, which its body needs.
    ///
    /// It may be called more than once; only the first call waits. It must not be called on the thread itself.
    package func stop(_ thread: WritableKeyPath<Value, WakeableThread>) {
        withLock { $0[keyPath: thread].beginStop() }?.join()
    }
}
