/// How a command ended against the contract by which it is run.
package enum ClientBreach: Sendable, Codable, Equatable {
    /// With an exit code that neither the contract nor the client's own map of them knows.
    case exitCode(Int)
    /// By a signal that the runner did not send.
    case signal(Int)
}
