/// Why a portal could not be started or steered.
public struct PortalProcessError: Error, Sendable, CustomStringConvertible {
    /// What happened, with the value, and what to do next.
    public let description: String

    init(_ description: String) { self.description = description }
}
