/// The requests of a run beside the lines that a scenario expects, as a person compares them.
package struct WireComparison: Sendable, Equatable {
    /// One request, one line, or both.
    package struct Row: Sendable, Equatable {
        /// What became of it.
        package enum Kind: Sendable, Equatable {
            /// The request is the one that was expected.
            case asExpected
            /// Nothing was expected here: the order is not asked, or was lost before.
            case unasked
            /// The request is another one, or one too many.
            case otherwise
            /// The line has no request.
            case missing
        }

        package let kind: Kind
        /// Number of the request, from 1; nil where there is none.
        package let number: Int?
        /// Number of the connection whose handshake was refused; nil for a request.
        package var connection: Int?
        /// The line as it was written; nil where none applies.
        package let expected: String?
        /// The request as a line would write it; nil where there is none.
        package let seen: String?
        /// What differs between the two.
        package let difference: String?
    }

    package let rows: [Row]

    /// Compares with the requests in order, or where the order is not asked, with those that must be among them.
    package init(_ evidence: Evidence, _ expectation: Expectation) {
        let check = WireCheck(evidence)
        let seen = check.requests
        guard expectation.excess == nil else {
            rows = Self.among([], seen, never: expectation.never)
            return
        }
        if let task = expectation.task {
            rows = Self.anyOrder(task.patterns.flatMap(\.lines), seen, never: expectation.never)
            return
        }
        guard let wire = expectation.wire else {
            rows = Self.among(expectation.among, seen, never: expectation.never)
            return
        }
        var automaton = PatternAutomaton(wire.map(\.generic))
        let lines = wire.flatMap(\.counted)
        var rows: [Row] = []
        var isLost = false
        for (index, request) in seen.enumerated() {
            let candidates = isLost ? [] : automaton.next
            let fitting = candidates.first { $0.differences(from: request).isEmpty }
            let isNext = !isLost && automaton.advance { $0.differences(from: request).isEmpty }
            let nearest = fitting ?? candidates.min { $0.distance(from: request) < $1.distance(from: request) }
            // What takes too long to follow is no difference.
            let isOff = !isLost && !isNext && !automaton.isExceeded
            let difference =
                isOff
                ? (nearest.map { check.otherwise(index, than: $0, lines) } ?? check.unexpected(index, lines)).difference
                : nil
            rows.append(
                Row(
                    kind: isNext ? .asExpected : isOff ? .otherwise : .unasked, number: index + 1,
                    expected: isLost || automaton.isExceeded ? nil : nearest?.text ?? "nothing more",
                    seen: request.text,
                    difference: difference))
            isLost = isLost || !isNext
        }
        if !isLost, !automaton.canEnd, let missing = automaton.next.first { rows.append(Self.missing(missing)) }
        self.rows = rows
    }

    /// Each request beside the first line that it meets; a line of which another is the like may have none.
    private static func anyOrder(_ lines: [WireLine], _ seen: [SeenRequest], never: [WireLine]) -> [Row] {
        var rest = lines
        return seen.enumerated().map { index, request in
            let forbidden = never.first { $0.differences(from: request).isEmpty }
            let met = rest.firstIndex { $0.differences(from: request).isEmpty }
            let expected = met.map { rest.remove(at: $0).text }
            return Row(
                kind: forbidden != nil ? .otherwise : expected != nil ? .asExpected : .unasked, number: index + 1,
                expected: forbidden.map { "never \($0.text)" } ?? expected, seen: request.text, difference: nil)
        }
    }

    private static func among(_ lines: [WireLine], _ seen: [SeenRequest], never: [WireLine]) -> [Row] {
        var rest = lines[...]
        var rows = seen.enumerated().map { index, request in
            let forbidden = never.first { $0.differences(from: request).isEmpty }
            let isNext = rest.first?.differences(from: request).isEmpty ?? false
            let expected = isNext ? rest.removeFirst().text : nil
            return Row(
                kind: forbidden != nil ? .otherwise : isNext ? .asExpected : .unasked, number: index + 1,
                expected: forbidden.map { "never \($0.text)" } ?? expected, seen: request.text, difference: nil)
        }
        rows += rest.map(missing)
        return rows
    }

    private static func missing(_ line: WireLine) -> Row {
        Row(kind: .missing, number: nil, expected: line.text, seen: nil, difference: nil)
    }
}
