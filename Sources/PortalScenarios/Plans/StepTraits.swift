/// What the runner must know of a step before it is carried out.
struct StepTraits: OptionSet, Sendable {
    let rawValue: Int

    /// It lets the client send nothing of its own accord.
    static let isQuiet = StepTraits(rawValue: 1 << 0)
    /// It only holds other steps or awaits what they do.
    static let isWaiting = StepTraits(rawValue: 1 << 1)
    /// A foreign client must be able to do several things at once.
    static let needsParallelClient = StepTraits(rawValue: 1 << 2)
    /// A foreign client's clock must go as the runner says.
    static let needsSteeredClock = StepTraits(rawValue: 1 << 3)
    /// A foreign client must keep what it was given from one start to the next.
    static let needsStore = StepTraits(rawValue: 1 << 4)
    /// A foreign client must sign in with Kerberos tickets.
    static let needsKerberos = StepTraits(rawValue: 1 << 5)
}
