/// How a run can be asked of a client that is not the built-in one.
package struct ForeignModes: Sendable {
    /// Whether a plain command can be asked to do it.
    package let byCommand: Bool
    /// Whether a client that is told one step after the other can.
    package let bySteps: Bool
    /// Whether such a client can where it does one step at a time, by a clock of its own.
    package let byPlainSteps: Bool

    package init(byCommand: Bool, bySteps: Bool, byPlainSteps: Bool) {
        self.byCommand = byCommand
        self.bySteps = bySteps
        self.byPlainSteps = byPlainSteps
    }
}
