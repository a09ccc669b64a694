internal import Dispatch
internal import HTTPSemantics

/// The loop over libcurl's multi handle, on a thread of its own.
///
/// The thread has the engine whenever requests run side by side or an answer is slow. Only while a single request is under
/// way to a server whose last answer came within half a millisecond does the caller drive it itself, for a few milliseconds
/// at most: two changes of thread would cost more than such an answer takes.
///
/// Unchecked because the engine is no value to share: the command queue's turn says which one thread touches it.
final class TransferLoop: @unchecked Sendable {
    private let multi: MultiHandle
    private let queue: CommandQueue
    private let engine: TransferEngine
    /// Passes the turn to the thread.
    private let handover = DispatchSemaphore(value: 0)
    private var thread: LoopThread?
    /// Who waits for the end of the turn; touched on the thread alone.
    private var settling: [UnsafeContinuation<Void, Never>] = []

    /// Starts the thread.
    init(
        trust: TrustDecisions, settings: TransferSettings, clock: any TransportClock
    ) throws(CurlFailure) {
        multi = try MultiHandle()
        queue = CommandQueue(waking: multi)
        engine = TransferEngine(multi: multi, trust: trust, settings: settings, clock: clock)
        thread = nil
        clock.onJump { [weak multi] in multi?.wake() }
        // The thread holds the loop until it is stopped.
        thread = try LoopThread { self.run() }
    }

    // MARK: for callers

    /// Sends a request; `transfer` is answered through its continuation.
    func start(_ transfer: Transfer) {
        switch queue.append(.start(transfer)) {
        case .taken: break
        case .unattended: handover.signal()
        case .closed: Self.answer(.start(transfer))
        }
    }

    /// Hands any other command over; where the loop has ended it is answered at once.
    func send(_ command: Command) {
        switch queue.append(command) {
        case .taken: break
        case .unattended: handover.signal()
        case .closed: Self.answer(command)
        }
    }

    /// Ends every transfer and the thread; idempotent.
    func stop() {
        send(.stop)
        thread?.join()
    }

    // MARK: on the caller's thread

    /// How far an attempt to answer without a change of thread came.
    enum Attempt {
        case notStarted
        case running
        case finished(Result<HTTPResponse, TransportError>)
    }

    /// Answers a request on this very thread if that is a matter of microseconds.
    ///
    /// After `running` the caller still has the turn and owes a call of ``passOn()``.
    func attempt(_ transfer: Transfer) -> Attempt {
        guard queue.takeTurn() else { return .notStarted }
        guard engine.answersQuickly(transfer.request) else {
            giveTurnBackOrPassOn()
            return .notStarted
        }
        engine.beginTurn()
        engine.start(transfer)
        for _ in 0..<Self.waits {
            multi.perform()
            engine.harvest()
            engine.expire()
            if let result = transfer.takeResult() {
                giveTurnBackOrPassOn()
                return .finished(result)
            }
            guard queue.fallAsleep() else { return .running }
            multi.wait(milliseconds: 1)
            engine.beginTurn()
        }
        return .running
    }

    /// How often a caller waits, each time for a millisecond at most.
    private static let waits = 3

    /// Passes the turn to the thread.
    func passOn() { handover.signal() }

    private func giveTurnBackOrPassOn() {
        if !engine.isIdle || !queue.giveTurnBack() { handover.signal() }
    }

    // MARK: on the loop's thread

    private func run() {
        var batch: [Command] = []
        var isStopped = false
        while !isStopped {
            handover.wait()
            var hasTurn = true
            while hasTurn {
                engine.beginTurn()
                queue.drain(into: &batch)
                for command in batch { isStopped = perform(command) || isStopped }
                if isStopped { break }
                multi.perform()
                engine.harvest()
                engine.expire()
                for waiting in settling { waiting.resume() }
                settling = []
                if engine.isIdle {
                    hasTurn = !queue.giveTurnBack()
                } else if queue.fallAsleep() {
                    // Everything that matters ends the wait: sockets, libcurl's own timers, the queue, a jump of the clock.
                    multi.wait(milliseconds: engine.waitMilliseconds)
                }
            }
        }
        let late = queue.close()
        engine.stop()
        for waiting in settling { waiting.resume() }
        for command in late { Self.answer(command) }
    }

    /// True where the command ends the loop.
    private func perform(_ command: Command) -> Bool {
        switch command {
        case .start(let transfer): engine.start(transfer)
        case .cancel(let transfer): engine.cancel(transfer)
        case .retire(let origin, let waiting):
            engine.retire(origin)
            waiting.resume()
        case .trust(let trust, let waiting):
            engine.setTrust(trust)
            waiting.resume()
        case .settle(let waiting): settling.append(waiting)
        case .stop: return true
        }
        return false
    }

    /// No caller waits for ever for a loop that has ended.
    private static func answer(_ command: Command) {
        switch command {
        case .start(let transfer): transfer.fail(.cancelled, "the transport was shut down")
        case .retire(_, let waiting), .trust(_, let waiting), .settle(let waiting): waiting.resume()
        case .cancel, .stop: break
        }
    }
}
