import ArgumentParser
import Platform
import PortalScenarios
import ScenarioFormat

/// What a signal does to a command that judges.
///
/// It is caught by a handler: the main thread of an asynchronous program waits with no signal blocked (dispatch_main, in
/// github.com/swiftlang/swift-corelibs-libdispatch, src/queue.c, `_dispatch_sigsuspend`), so that a mask would not hold it.
enum EarlyEnd {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Where the handler writes the number of a signal; set before there is a handler, and never again.
    nonisolated(unsafe) private static var bell: Int32 = -1

    private static let state = Locked((isHeard: false, waits: false))

    /// Does something that may wait for another process, as for the reader of a pipe; the first signal ends the process then.
    ///
    /// The body is told whether it may wait: not after a signal, which asked for the end.
    static func whileWaiting<Result, Failure>(_ body: (Bool) throws(Failure) -> Result) throws(Failure) -> Result {
        let mayWait = state.withLock { state in
            state.waits = true
            return !state.isHeard
        }
        defer { state.withLock { $0.waits = false } }
        return try body(mayWait)
    }

    /// Has the first signal end a run, and the second one the process; what is ignored stays ignored.
    static func listen(_ interruption: RunInterruption) throws(CommandFailure) {
        guard let ends = DescriptorPair.pipe() else { throw OutputFile.failure("make", "a pipe") }
        bell = ends.writing
        let heard = ends.reading
        for number in signals where !Signals.isIgnored(number) {
            _ = signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(EarlyEnd.bell, &byte, 1)
                errno = before
            }
        }
        NativeThread.run {
            let number = next(heard)
            // What was judged is told by then, and no run goes on.
            let waits = state.withLock { state in
                state.isHeard = true
                return state.waits
            }
            if waits { ProcessEnd.end(128 + number) }
            let first = Signals.name(number)
            Console.complain(
                "mockportal: \(first): no further run begins, and what was judged so far is told; a second signal ends at once"
            )
            interruption.interrupt(by: first)
            let second = next(heard)
            // The clients' keepers end them with this process.
            ProcessEnd.end(128 + second)
        }
    }

    /// Waits for a signal and gives its number.
    private static func next(_ heard: Int32) -> Int32 {
        var byte: UInt8 = 0
        while read(heard, &byte, 1) != 1 {}
        return Int32(byte)
    }

    /// Throws the exit code of a signal, 128 and its number as shells count, where a run was ended early.
    static func check(_ report: RunReport) throws {
        guard let ending = report.origins.lazy.compactMap(\.ending).first else { return }
        throw ExitCode(128 + (signals.first { Signals.name($0) == ending.signal } ?? SIGTERM))
    }
}
