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

        /// All that ever happened in the run.
        fileprivate var happened: Int { requests + heard + begun }
    }

    /// How often one looks in a silence that is long enough.
    static let looks = 30
    /// A run that goes on for ever does more than this in any patience, unless the machine is busy: then it has up to ten patiences.
    private static let many = 100
    /// After how many looks without anything new such a run does not go on, once its patience is over.
    private static let pause = 5

    /// The time between two looks.
    let rest: Duration
    /// The looks of a patience.
    private let most: Int
    /// Looks more than others get.
    private let grace: Int
    private let start: Pulse
    private var count = 0
    private var silent = 0
    private var last: Pulse

    /// Begins with what is seen now, for at most a patience; it is over earlier after a silence, and after a third of one where no step
    /// is at work.
    init(patience: Duration, silence: Duration, grace: Int, at start: Pulse) {
        rest = min(patience, silence / Self.looks)
        most = Int((patience / rest).rounded(.up)) + grace
        self.grace = grace
        self.start = start
        last = start
    }

    /// Whether there is nothing left to hope for; called once after each rest.
    mutating func isOver(at now: Pulse) -> Bool {
        defer { last = now }
        if now == last, now.held != nil { return false }
        count += 1
        silent = now == last ? silent + 1 : 0
        if silent >= (now.atWork == 0 ? Self.looks / 3 : Self.looks) + grace { return true }
        guard count >= most else { return false }
        return silent >= Self.pause || now.happened - start.happened >= Self.many || count >= 10 * most
    }
}
