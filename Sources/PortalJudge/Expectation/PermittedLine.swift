/// A request that a scenario forbids its own client and leaves open, in a looser way, to any other.
package struct PermittedLine: Sendable, Codable, Equatable {
    package var line: WireLine
    /// On what grounds.
    package var reason: String

    package init(_ line: WireLine, reason: String) {
        self.line = line
        self.reason = reason
    }
}
