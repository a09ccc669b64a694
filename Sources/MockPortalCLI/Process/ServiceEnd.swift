import Platform

/// The end of a command that serves until a signal comes: within two seconds, and without leaving keys behind.
///
/// The first signal lets the command clean up and tell its results. A second one (`SecondSignal`) does not wait for that, and neither
/// does the deadline: what must not stay is removed, and the process exits at once.
final class ServiceEnd: Sendable {
    /// Tenths of a second from the signal to the deadline: less than two seconds, so that the removal of files fits in.
    private static let patience = 16
    /// How many of them are left where time is short: as many as went before.
    private static let rest = patience / 2

    /// How the process ends where something is not done by the deadline.
    struct Late: Sendable {
        let exitCode: Int32
        /// What is lost by that; nil for nothing.
        var words: String?
    }

    private let told: WakePipe
    private let signal = Locked<Int32>(0)
    /// What the deadline finds; nil once it has passed.
    private let late: Locked<Late?>
    private let warning = Locked(Warning())

    /// What is to be done where time is short, and whether it is.
    private struct Warning {
        var body: (@Sendable () -> Void)?
        var isGiven = false
    }

    /// Waits for signals from now on: they are held back in this thread and in all that it starts later.
    ///
    /// Where the command still starts at the deadline, it ends in the given way. Default: with 0, for nothing is lost. Throws where
    /// the process has no thread or descriptor left.
    init(orEnd starting: Late = Late(exitCode: ExitStatus.asExpected.rawValue)) throws(CommandFailure) {
        guard let told = WakePipe() else { throw Self.failure }
        self.told = told
        late = Locked(starting)
        Signals.holdEnd()
        guard NativeThread.run({ self.listen() }) else { throw Self.failure }
    }

    /// Waits until the process is told to end, and gives the signal.
    @discardableResult
    func wait() -> Int32 {
        Readiness.waitUntilReadable(told.reading)
        return signal.withLock { $0 }
    }

    /// Goes on with something that ends in this way where it is not done by the deadline; does not return where that has passed.
    func proceed(orEnd late: Late) {
        let isInTime = self.late.withLock { expected in
            guard expected != nil else { return false }
            expected = late
            return true
        }
        // Another thread is ending the process.
        while !isInTime { pause() }
    }

    /// Calls a body once where half of the time until the deadline is over, on another thread, or at once where it is over already.
    ///
    /// The body waits for nothing. For one body: a later one takes its place.
    func whenTimeIsShort(_ body: @escaping @Sendable () -> Void) {
        let isShort = warning.withLock { warning in
            warning.body = body
            return warning.isGiven
        }
        if isShort { body() }
    }

    private func warn() {
        let body = warning.withLock { warning in
            warning.isGiven = true
            return warning.body
        }
        body?()
    }

    private func listen() {
        let first = Signals.waitForEnd()
        let second = SecondSignal(after: first, at: SecondSignal.now())
        signal.withLock { $0 = first }
        // No reader of a pipe is waited for any more.
        _ = OthersWait.end()
        NativeThread.run { self.endLate() }
        told.ring()
        while true {
            let number = Signals.waitForEnd()
            if second.isMeant(number, at: SecondSignal.now()) { ProcessEnd.endSoon(128 + number) }
        }
    }

    private func endLate() {
        // In pieces: time in which the whole process stands still is not the command's.
        for left in (1...Self.patience).reversed() {
            if left == Self.rest { warn() }
            _ = poll(nil, 0, 100)
        }
        let late = late.withLock { late in
            defer { late = nil }
            return late
        }
        guard let late else { return }
        guard let words = late.words else { ProcessEnd.endSoon(late.exitCode) }
        NativeThread.run {
            Console.complain(words)
            ProcessEnd.endSoon(late.exitCode)
        }
        // A reader of standard error may not read.
        _ = poll(nil, 0, 200)
        ProcessEnd.endSoon(late.exitCode)
    }

    private static let failure = CommandFailure(
        "this process cannot wait for signals: the system has no thread or no descriptor left", .couldNotJudge)
}
