internal import HTTPAuthentication

/// The loop over libcurl's multi handle, on a thread of its own.
final class TransferLoop: Sendable {
    private let queue: CommandQueue
    private let thread: LoopThread

    /// Starts the thread.
    init(trust: TrustDecisions, settings: TransferSettings) throws(CurlFailure) {
        let multi = try MultiHandle()
        let queue = CommandQueue(waking: multi)
        self.queue = queue
        thread = try LoopThread { Self.run(multi: multi, queue: queue, trust: trust, settings: settings) }
    }

    /// Hands a command over; false if the loop has ended.
    func send(_ command: Command) -> Bool { queue.append(command) }

    /// Ends every transfer and the thread; idempotent.
    func stop() {
        _ = queue.append(.stop)
        thread.join()
    }

    private static func run(
        multi: MultiHandle, queue: CommandQueue, trust: TrustDecisions, settings: TransferSettings
    ) {
        let engine = TransferEngine(multi: multi, trust: trust, settings: settings)
        var batch: [Command] = []
        var isStopped = false
        while !isStopped {
            queue.take(into: &batch)
            for command in batch { isStopped = perform(command, on: engine) || isStopped }
            multi.perform()
            engine.harvest()
            // Everything else that matters wakes the wait: sockets, libcurl's own timers and the queue.
            if !isStopped, queue.fallAsleep() { multi.wait(milliseconds: 60_000) }
        }
        let late = queue.close()
        engine.stop()
        for command in late { answer(command) }
    }

    /// True where the command ends the loop.
    private static func perform(_ command: Command, on engine: TransferEngine) -> Bool {
        switch command {
        case .start(let transfer): engine.start(transfer)
        case .cancel(let transfer): engine.cancel(transfer)
        case .retire(let origin, let waiting):
            engine.retire(origin)
            waiting.resume()
        case .trust(let trust, let waiting):
            engine.setTrust(trust)
            waiting.resume()
        case .stop: return true
        }
        return false
    }

    /// Nobody waits for ever for a loop that has ended.
    private static func answer(_ command: Command) {
        switch command {
        case .start(let transfer): transfer.fail(.cancelled, "the transport was shut down")
        case .retire(_, let waiting), .trust(_, let waiting): waiting.resume()
        case .cancel, .stop: break
        }
    }
}
