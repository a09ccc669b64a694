/// How long it is waited for a run that does not end.
///
/// Looks are counted, not time, so that a machine that is busy is given more. One that finds the order of the answers holding back
/// what it held back at the last look does not count: the client waits for the portal then, and each answer is let go in the end.
struct RunPatience {
    /// What shows that a run still gets somewhere.
    struct Pulse: Equatable {
        /// Requests at the portal.
        let requests: Int
        /// What the app was told.
        let heard: Int
        /// Steps that were begun.
        let begun: Int
        /// Steps that are at work now.
        let atWork: Int
        /// Where the order of the answers stands while it holds any back.
        let held: Int?
    }

    /// How often one looks in a silence that is long enough.
    static let looks = 30

    /// The time between two looks.
    let rest: Duration
    /// The looks that are left.
    private var left: Int
    /// Looks more than others get.
    private let grace: Int
    private var silent = 0
    private var last: Pulse

    /// Begins with what is seen now, for at most a patience; it is over earlier after a silence, and after a third of one where no step
    /// is at work.
    init(patience: Duration, silence: Duration, grace: Int, at start: Pulse) {
        rest = min(patience, silence / Self.looks)
        left = Int((patience / rest).rounded(.up)) + grace
        self.grace = grace
        last = start
    }

    /// Whether there is nothing left to hope for; called once after each rest.
    mutating func isOver(at now: Pulse) -> Bool {
        defer { last = now }
        if now == last, now.held != nil { return false }
        left -= 1
        silent = now == last ? silent + 1 : 0
        return left <= 0 || silent >= (now.atWork == 0 ? Self.looks / 3 : Self.looks) + grace
    }
}
