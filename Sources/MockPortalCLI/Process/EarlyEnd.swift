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
            // Whatever the first one is busy with, as a reader of standard error that does not read. The clients' keepers end them with
            // this process.
            NativeThread.run { ProcessEnd.endSoon(128 + next(heard)) }
            // What was judged is told by then, and no run goes on.
            if OthersWait.end() { ProcessEnd.end(128 + number) }
            let first = Signals.name(number)
            Console.complain(
                "mockportal: \(first): no further run begins, and what was judged so far is told; a second signal ends at once"
            )
            interruption.interrupt(by: first)
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
