import Platform
import ScenarioFormat

/// How far a run is, on standard error while a person looks at it.
final class Progress: Sendable {
    private let done = Locked(0)
    private let isShown = isatty(STDERR_FILENO) == 1

    /// Counts a run.
    func note(_ result: RunResult) {
        guard isShown else { return }
        let count = done.withLock { done in
            done += 1
            return done
        }
        Console.write(
            Console.Verbatim("\r\u{1B}[K" + Console.shown("\(count) runs, \(result.scenario)")), to: STDERR_FILENO)
    }

    /// Takes the line away.
    func clear() {
        if isShown { Console.write(Console.Verbatim("\r\u{1B}[K"), to: STDERR_FILENO) }
    }
}
