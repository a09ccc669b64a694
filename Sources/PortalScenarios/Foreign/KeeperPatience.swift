/// How long a keeper is waited for that was told to end its client, and what is done where it does not: the client may have stopped it.
///
/// Only time in which the runner itself is at work counts: of what passes between two looks no more than ``longestPiece``.
struct KeeperPatience {
    /// What is to be done.
    enum Step: Equatable {
        case wait
        /// Has a stopped keeper go on (SIGCONT).
        case wake
        /// Ends what the keeper keeps, and has it go on.
        case endClient
        /// Ends the keeper; what it kept falls to the starter, which ends that.
        case endKeeper
        /// Waits no longer: the system does not end what it was told to.
        case giveUp
    }

    /// The time after which to look again.
    static let longestPiece: Duration = .milliseconds(100)
    private static let steps: [(after: Duration, step: Step)] = [
        (.seconds(1), .wake), (.seconds(3), .wake), (.seconds(10), .endClient), (.seconds(12), .endKeeper),
        (.seconds(15), .endKeeper), (.seconds(30), .giveUp),
    ]

    private var waited: Duration = .zero
    private var last: ContinuousClock.Instant
    private var done = 0

    /// Begins at the moment when the keeper was told.
    init(since start: ContinuousClock.Instant) { last = start }

    /// What is to be done now; each step once.
    mutating func step(at now: ContinuousClock.Instant) -> Step {
        waited += min(max(.zero, now - last), Self.longestPiece)
        last = now
        guard done < Self.steps.count, waited >= Self.steps[done].after else { return .wait }
        done += 1
        return Self.steps[done - 1].step
    }
}
