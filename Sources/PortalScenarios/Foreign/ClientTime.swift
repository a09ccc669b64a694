/// How long a client may still take: the time passes while it is the client's turn, and stands while the runner owes it the next message.
///
/// What a runner takes on a machine that is busy is not the client's.
struct ClientTime {
    /// How often it stands after one message at most: a client that talks without end gains no more by it.
    static let mostStops = ClientProcess.mostLines

    /// What is left, as of the last moment at which the turn changed.
    private var left: Duration
    /// Since when it is the client's turn; nil while it is the runner's.
    private var since: ContinuousClock.Instant?
    /// How often it stood since the last message.
    private var stops = 0

    /// Begins with the client's turn, or with the runner's where no moment is given.
    init(_ limit: Duration, since start: ContinuousClock.Instant?) {
        left = limit
        since = start
    }

    /// When it is over; nil while it stands.
    var end: ContinuousClock.Instant? { since.map { $0 + left } }

    /// The client has said something, and what it says next may have to wait for an answer.
    mutating func stop(at now: ContinuousClock.Instant) {
        guard let since, stops < Self.mostStops else { return }
        stops += 1
        left -= max(.zero, now - since)
        self.since = nil
    }

    /// The runner has nothing more to say, and waits for the client; gives whether it had not waited before.
    mutating func goOn(at now: ContinuousClock.Instant) -> Bool {
        guard since == nil else { return false }
        since = now
        return true
    }

    /// The client was sent a message.
    mutating func begin() { stops = 0 }
}
