/// How long a program may leave unanswered what it is asked before it counts as one that hangs.
package struct ProcessLimits: Sendable {
    /// From the start until it tells where it serves. Default 60 s.
    package var start: Duration = .seconds(60)
    /// From the signal that asks it to end until the one that ends it (SIGTERM and SIGKILL, signal(7)). Default 10 s.
    package var end: Duration = .seconds(10)
    /// How long nothing may come of a call to the control API. Default 60 s.
    package var answer: Duration = .seconds(60)
    /// The same for a call that may ask it to wait. Default 11 min: `wait` takes ten at most.
    package var wait: Duration = .seconds(660)

    /// The defaults.
    package init() {}
}
