internal import Dispatch
internal import JSONValues
internal import Platform

extension MockPortal {
    /// Waits until every accepted connection has ended; false where some is still open at the end of the timeout, by default ten
    /// minutes. Nil waits until the task is cancelled.
    ///
    /// The timeout passes in pieces of 20 ms: a machine that stands still has not waited for any connection meanwhile.
    public func waitUntilQuiet(timeout: Duration? = .seconds(600)) async -> Bool {
        let (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let waiter = QuietWaiter { continuation.yield() }
        recorder.watchForQuiet(waiter)
        defer { recorder.forget(waiter) }
        responder.held.dropAbandoned()
        let timer = Task { [held = responder.held] in
            var left = timeout
            while !Task.isCancelled, left.map({ $0 > .zero }) ?? true {
                let piece = min(.milliseconds(20), left ?? .milliseconds(20))
                try? await Task.sleep(for: piece)
                left = left.map { $0 - piece }
                // No event reports that the client of a held answer has left, so it is polled.
                held.dropAbandoned()
                continuation.yield()
            }
            continuation.finish()
        }
        defer { timer.cancel() }
        if await isSettled() { return true }
        for await _ in events where await isSettled() { return true }
        return isQuiet
    }

    /// The number of the latest request; 0 where none has come.
    package var requestCount: Int { recorder.state.withLock { $0.entries.lastRequest } }

    /// Waits until so many requests stand in the journal, all or those of one operation; false where the timeout, by default ten
    /// minutes, or a cancellation comes first. Nil waits without a limit.
    public func waitForRequests(
        _ count: Int, operation: String? = nil, timeout: Duration? = .seconds(600)
    ) async -> Bool {
        let known = Locked<(waiter: RequestWaiter?, isCancelled: Bool)>((nil, false))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = whenSeen(count, filter: JournalFilter(operation: operation), timeout: timeout) {
                    continuation.resume(returning: $0)
                }
                let isCancelled = known.withLock { known in
                    known.waiter = waiter
                    return known.isCancelled
                }
                if isCancelled { recorder.forget(waiter) }
            }
        } onCancel: { [recorder] in
            let waiter = known.withLock { known in
                known.isCancelled = true
                return known.waiter
            }
            if let waiter { recorder.forget(waiter) }
        }
    }

    /// Waits until faults that are raw bytes have so often left their clients alone: in a silence, between two drops, or at the
    /// end; false where the timeout, by default ten minutes, or a cancellation comes first. Nil waits without a limit.
    package func waitForFaults(_ count: Int, timeout: Duration? = .seconds(600)) async -> Bool {
        let (endings, continuation) = AsyncStream<Bool>.makeStream()
        player.whenPaused(count) { continuation.yield(true) }
        if let timeout { Self.afterwards(timeout) { continuation.yield(false) } }
        for await isThere in endings { return isThere }
        return false
    }

    /// Calls back once, with whether so many requests came before the timeout, if there is one; the last of them calls on its own
    /// thread.
    @discardableResult
    func whenSeen(
        _ count: Int, filter: JournalFilter, timeout: Duration?, completion: @escaping @Sendable (Bool) -> Void
    ) -> RequestWaiter {
        let recorder = recorder
        let waiter = recorder.whenSeen(count, filter: filter, completion: completion)
        guard let timeout else { return waiter }
        Self.afterwards(timeout) { [weak recorder, weak waiter] in
            if let waiter { recorder?.forget(waiter) }
        }
        return waiter
    }

    /// Calls back after a time; never where it is longer than the machine's clock goes.
    ///
    /// Not a task: who waits in the control API must be answered even where all the pool's threads are blocked.
    private static func afterwards(_ timeout: Duration, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(Int(clamping: timeout.inMilliseconds)), execute: body)
    }

    private var isQuiet: Bool { recorder.isIdle && !listeners.contains { $0.hasConnectionToAccept } }

    /// Whether it is quiet and stays so for a moment: a connection that has just left the kernel's queue is not counted at once.
    private func isSettled() async -> Bool {
        guard isQuiet else { return false }
        try? await Task.sleep(for: .milliseconds(2))
        return isQuiet
    }
}
