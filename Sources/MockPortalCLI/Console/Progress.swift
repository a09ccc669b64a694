import Platform
import PortalJudge
import ScenarioFormat

/// How far a run is, on standard error while a person looks at it: how many runs of how many, what failed, and the time that is left.
final class Progress: Sendable {
    /// What is known of the runs so far.
    struct Count: Sendable {
        /// How many there will be; nil where that is not known.
        var total: Int?
        var done = 0
        var failed = 0
        var open = 0
        var began = ContinuousClock.now
    }

    private let count = Locked(Count())
    private let isShown = Colors.isTerminal(STDERR_FILENO)

    /// Tells how many runs there will be.
    func plan(_ total: Int) {
        count.withLock { count in
            count.total = total
            count.began = .now
        }
    }

    /// Counts a run.
    func note(_ result: RunResult) {
        guard isShown else { return }
        let count = count.withLock { count in
            count.done += 1
            if result.isUnexpectedFailure { count.failed += 1 }
            if result.verdict.kind == .notJudged { count.open += 1 }
            return count
        }
        let words = Console.shown(Self.words(count, passed: .now - count.began) + "   " + result.scenario)
        // One line, so that the next can take its place.
        let width = (Screen.columns(of: STDERR_FILENO) ?? 80) - 1
        Console.write(Console.Verbatim("\r\u{1B}[K" + String(words.prefix(width))), to: STDERR_FILENO)
    }

    /// Takes the line away.
    func clear() {
        if isShown { Console.write(Console.Verbatim("\r\u{1B}[K"), to: STDERR_FILENO) }
    }

    /// What is known in a line, as `57 of 391 runs, 3 failed, about 40 s left`.
    static func words(_ count: Count, passed: Duration) -> String {
        var parts = [count.total.map { "\(count.done) of \($0) runs" } ?? "\(count.done) runs"]
        if count.failed > 0 { parts.append("\(count.failed) failed") }
        if count.open > 0 { parts.append("\(count.open) not judged") }
        // The first few say little of how long the others take.
        if let total = count.total, count.done < total, count.done >= 8, passed >= .seconds(1) {
            let left = passed / .seconds(1) * Double(total - count.done) / Double(count.done)
            parts.append(
                left < 90 ? "about \(Int(left.rounded(.up))) s left" : "about \(Int((left / 60).rounded())) min left")
        }
        return parts.joined(separator: ", ")
    }
}
