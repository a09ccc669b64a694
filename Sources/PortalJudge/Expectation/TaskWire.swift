/// The requests of a client that is told a task and no steps: all of these in whatever order, beside what tells nothing.
package struct TaskWire: Sendable, Codable, Equatable {
    /// What must be sent; an optional line may be left out.
    package var patterns: [WirePattern]
    /// Operations, as lines write them, that may be read once more each in a start with a credential that the lines carry to that
    /// listener.
    package var reads: [String]
    /// How often the client is started, one time after the other; nil for once.
    package var starts: Int?

    package init(patterns: [WirePattern], reads: [String] = [], starts: Int? = nil) {
        self.patterns = patterns
        self.reads = reads
        self.starts = starts
    }
}

extension WirePattern {
    /// Every line in it, in the order in which they are written.
    package var lines: [WireLine] {
        switch self {
        case .line(let line, _): [line]
        case .optional(let pattern): pattern.lines
        case .anyOrder(let patterns), .sequence(let patterns): patterns.flatMap(\.lines)
        case .either(let choices): choices.flatMap { $0.flatMap(\.lines) }
        }
    }
}
