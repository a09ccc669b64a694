/// How a run can be asked of a client that is not the built-in one.
package struct ForeignModes: Sendable {
    /// Whether a plain command can be asked to do it by one task of its own.
    package let byTask: Bool
    /// Why a command cannot be asked, by one task or by a list of them; nil where it can.
    package let commandObstacle: String?
    /// Why a client that is told one step after the other cannot; nil where it can.
    package let stepsObstacle: String?
    /// Whether a client must do more for it than one step at a time, by a clock of its own, from one start to its end.
    package let needsMore: Bool

    package init(byTask: Bool, commandObstacle: String?, stepsObstacle: String?, needsMore: Bool) {
        self.byTask = byTask
        self.commandObstacle = commandObstacle
        self.stepsObstacle = stepsObstacle
        self.needsMore = needsMore
    }

    /// Whether a command can be asked to do it.
    package var byCommand: Bool { commandObstacle == nil }
    /// Whether a client that is told one step after the other can.
    package var bySteps: Bool { stepsObstacle == nil }
    /// Whether such a client can where it does one step at a time, by a clock of its own.
    package var byPlainSteps: Bool { bySteps && !needsMore }
}
