import Platform

/// The end of a command that serves until a signal comes: prompt, and without leaving keys behind.
///
/// The first signal lets the command clean up. A second one does not wait for that, and neither does the deadline: what must
/// not stay is removed, and the process exits at once.
final class ServiceEnd: Sendable {
    /// Milliseconds that clean-up gets: less than two seconds, so that the removal of files fits in.
    private static let patience: Int32 = 1500

    /// Whether clean-up begins with the signal; else with ``hurry(exitCode:)``.
    private let beginsWithSignal: Bool
    private let told: WakePipe
    /// The exit code of a process whose clean-up takes too long; nil until it begins.
    private let late = Locked<Int32?>(nil)

    /// Waits for signals from now on: they are held back in this thread and in all that it starts later.
    ///
    /// Throws where the process has no thread or descriptor left.
    init(cleansUpAtOnce: Bool) throws(CommandFailure) {
        guard let told = WakePipe() else { throw Self.failure }
        self.told = told
        beginsWithSignal = cleansUpAtOnce
        Signals.holdEnd()
        guard NativeThread.run({ self.listen() }) else { throw Self.failure }
    }

    /// Waits until the process is told to end.
    func wait() { Readiness.waitUntilReadable(told.reading) }

    /// Gives clean-up its time from now on, or from the first call on; the code is that of a process which it takes longer.
    func hurry(exitCode: Int32) {
        let isFirst = late.withLock { late in
            defer { late = exitCode }
            return late == nil
        }
        guard isFirst else { return }
        NativeThread.run { [late] in
            while poll(nil, 0, Self.patience) < 0, errno == EINTR {}
            ProcessEnd.endSoon(late.withLock { $0 } ?? exitCode)
        }
    }

    private func listen() {
        Signals.waitForEnd()
        // No reader of a pipe is waited for any more.
        _ = OthersWait.end()
        if beginsWithSignal { hurry(exitCode: ExitStatus.asExpected.rawValue) }
        told.ring()
        ProcessEnd.endSoon(128 + Signals.waitForEnd())
    }

    private static let failure = CommandFailure(
        "this process cannot wait for signals: the system has no thread or no descriptor left", .couldNotJudge)
}
