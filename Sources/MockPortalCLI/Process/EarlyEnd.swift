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
    /// Where the handler writes the number of a signal, and when it came; set before there is a handler, and never again.
    nonisolated(unsafe) private static var bell: Int32 = -1

    /// Has the first signal end a run, and a `SecondSignal` the process; what is ignored stays ignored.
    static func listen(_ interruption: RunInterruption) throws(CommandFailure) {
        guard let ends = DescriptorPair.pipe() else { throw OutputFile.failure("make", "a pipe") }
        bell = ends.writing
        let heard = ends.reading
        for number in signals where !Signals.isIgnored(number) {
            _ = signal(number) { number in
                let before = errno
                var word = SecondSignal.now() << 8 | Int64(number)
                _ = write(EarlyEnd.bell, &word, 8)
                errno = before
            }
        }
        NativeThread.run {
            let (number, moment) = next(heard)
            let second = SecondSignal(after: number, at: moment)
            // Whatever the first one is busy with, as a reader of standard error that does not read. The clients' keepers end them with
            // this process.
            NativeThread.run {
                while true {
                    let (number, moment) = next(heard)
                    if second.isMeant(number, at: moment) { ProcessEnd.endSoon(128 + number) }
                }
            }
            // What was judged is told by then, and no run goes on.
            if OthersWait.end() { ProcessEnd.end(128 + number) }
            let first = Signals.name(number)
            Console.complain(
                "mockportal: \(first): no further run begins, and what was judged so far is told; Control-C again, or another signal, ends at once"
            )
            interruption.interrupt(by: first)
        }
    }

    /// Waits for a signal and gives its number, and the moment when it came.
    private static func next(_ heard: Int32) -> (number: Int32, moment: Int64) {
        var word: Int64 = 0
        // What is written at once is read at once (pipe(7), PIPE_BUF).
        while read(heard, &word, 8) != 8 {}
        return (Int32(word & 0xFF), word >> 8)
    }

    /// Throws the exit code of a signal, 128 and its number as shells count, where a run was ended early, or 2 where a report
    /// that was asked for is not written.
    static func check(_ report: RunReport, isWritten: Bool) throws {
        guard let ending = report.origins.lazy.compactMap(\.ending).first else { return }
        guard isWritten else { throw ExitCode(ExitStatus.couldNotJudge.rawValue) }
        throw ExitCode(128 + (signals.first { Signals.name($0) == ending.signal } ?? SIGTERM))
    }
}
