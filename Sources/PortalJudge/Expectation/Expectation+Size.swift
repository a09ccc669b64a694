extension Expectation {
    /// Lines of `wire` or `events` that are compared at most, each counted as often as it may come; a group without
    /// lines counts as one.
    package static let mostLines = 10_000
    /// How deep groups may stand in each other.
    package static let mostDepth = 100

    /// Why it is too large to be compared, in one sentence; nil where it is not. A stored expectation may be of any
    /// size.
    package var excess: String? {
        let sizes: [(key: String, size: Size)] = [
            ("wire", Size((wire ?? []).map(\.size))), ("task", Size((task?.patterns ?? []).map(\.size))),
            ("events", Size((events ?? []).map(\.size))),
        ]
        for (key, size) in sizes {
            if size.depth > Self.mostDepth {
                return "expect.\(key) has groups in groups, more than \(Self.mostDepth) deep; take out those that hold "
                    + "only one"
            }
            if size.lines > Self.mostLines {
                return
                    "expect.\(key) stands for more than \(Self.mostLines) lines, each counted as often as it may come; "
                    + "write smaller counts, or fewer lines"
            }
        }
        return nil
    }

    /// How much of something there is.
    fileprivate struct Size {
        var lines: Int
        var depth: Int

        init(lines: Int, depth: Int) {
            self.lines = lines
            self.depth = depth
        }

        /// Of several together.
        init(_ all: [Size]) {
            lines = all.reduce(0) { min($0 + $1.lines, Expectation.mostLines + 1) }
            depth = all.reduce(0) { max($0, $1.depth) }
        }

        /// What a line stands for.
        init(count: Int) { self.init(lines: min(max(1, count), Expectation.mostLines + 1), depth: 1) }

        /// A group of it.
        var grouped: Size { Size(lines: max(1, lines), depth: depth + 1) }
    }
}

extension WirePattern {
    fileprivate var size: Expectation.Size {
        switch self {
        case .line(_, let count): Expectation.Size(count: count)
        case .optional(let inner): inner.size.grouped
        case .anyOrder(let members), .sequence(let members): Expectation.Size(members.map(\.size)).grouped
        case .either(let choices): Expectation.Size(choices.map { Expectation.Size($0.map(\.size)).grouped }).grouped
        }
    }
}

extension EventPattern {
    fileprivate var size: Expectation.Size {
        switch self {
        case .word(_, let count): Expectation.Size(count: count)
        case .optional: Expectation.Size(count: 1).grouped
        case .anyOrder(let members): Expectation.Size(members.map(\.size)).grouped
        }
    }
}
