/// The transport's clock as the engine's driver reads it: once in a turn of the loop at most.
///
/// Used by one thread at a time, see ``TransferLoop``.
final class TurnClock {
    private let clock: any TransportClock
    private var reading: Duration?
    /// Counts the turns.
    private(set) var turn = 0
    /// No limit of a running transfer passes before this; some may pass much later.
    private(set) var nextDeadline = never

    init(_ clock: any TransportClock) { self.clock = clock }

    /// The moment of this turn.
    var now: Duration {
        if let reading { return reading }
        let elapsed = clock.elapsed
        reading = elapsed
        return elapsed
    }

    /// Whether limits pass only when the clock is put forward, however long the machine takes.
    var standsStill: Bool { clock.standsStill }

    /// Whether a limit may have passed.
    var hasPassedDeadline: Bool { now >= nextDeadline }

    /// How long to wait for the next deadline: whole milliseconds, rounded up, at most a second.
    ///
    /// A turn a second costs nothing, and bounds how long bytes lie that libcurl has read and not given on: 7.88.1 keeps the end of an
    /// HTTP/2 body for its next turn where another stream of the connection was served, and asks for none (curl, lib/http2.c, `drain_this`).
    var waitMilliseconds: Int32 {
        let left = nextDeadline - now
        // Dividing by attoseconds is dear; far from a deadline it is not done.
        guard left < .seconds(1) else { return 1_000 }
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000) + 1
    }

    /// Forgets the reading of the turn before.
    func beginTurn() {
        forgetReading()
        turn &+= 1
    }

    /// Has ``now`` read the clock again.
    func forgetReading() { reading = nil }

    /// Begins the limit of a whole request and gives its end.
    func begin(_ limit: Duration) -> Duration {
        let end = clock.end(of: limit)
        if reading == nil { reading = end - limit }
        return end
    }

    /// Takes a deadline into account.
    func note(_ deadline: Duration) { nextDeadline = min(nextDeadline, deadline) }

    /// Forgets every deadline.
    func clearDeadlines() { nextDeadline = Self.never }

    private static let never = Duration.seconds(Int64.max)
}
