/// Whether a journal meets lines as a scenario's `wire` has them, with the nearest miss where it does not.
package struct WireVerification: Sendable {
    /// How the requests are compared with the lines.
    package enum Mode: String, Sendable, CaseIterable {
        /// These requests and no others, in this order.
        case exact
        /// These requests in this order among others.
        case any
    }

    /// What is otherwise than the lines say, and the cause of it where the portal knows that; empty where they are met.
    package let findings: [Finding]
    /// What was done in a documented looser way.
    package let loose: [Finding]
    /// The requests beside the lines, as a person compares them.
    package let rows: [WireComparison.Row]
    /// What the journal lacks, so that lines may be met by what is missing, or why they cannot be followed; nil where all is
    /// compared.
    package let gap: String?

    /// Compares what was seen up to now. `patterns` are the lines of requests, `handshakes` those of refused handshakes.
    package init(_ evidence: Evidence, _ patterns: [WirePattern], handshakes: [HandshakeLine], mode: Mode) {
        var expectation = Expectation()
        expectation.refusedHandshakes = handshakes
        let names: [String]
        switch mode {
        case .exact:
            expectation.wire = patterns
            names = ["causes of refusals", "wire", "handshakes"]
        case .any:
            // Of the requests among which a line is looked for, many may have been refused: only the nearest one's refusal is its cause.
            expectation.among = patterns.flatMap(\.required)
            names = ["among"]
        }
        let run = Check.Run(evidence, expectation)
        let (found, loose) = Judge.findings(run, by: Check.all.filter { names.contains($0.name) })
        let refused = mode == .any ? HandshakeCheck(evidence: evidence).findings(handshakes) : []
        findings = Self.explained(found, evidence) + refused
        self.loose = loose
        gap = evidence.journal.gap ?? run.excess
        rows = WireComparison(evidence, expectation).rows + Self.rows(of: evidence, handshakes)
    }

    /// Whether nothing was otherwise, and nothing is missing that could have been.
    package var isMet: Bool { findings.isEmpty && gap == nil }
}

extension WirePattern {
    /// The lines that must come, each as often as it must; what may be left out is not asked.
    fileprivate var required: [WireLine] {
        switch self {
        case .line(let line, let count): Array(repeating: line, count: count)
        case .sequence(let patterns): patterns.flatMap(\.required)
        case .optional, .anyOrder, .either: []
        }
    }

    /// Whether its lines come in one order, so that they can be looked for among others.
    package var isOrdered: Bool {
        switch self {
        case .line, .optional: true
        case .sequence(let patterns): patterns.allSatisfy(\.isOrdered)
        case .anyOrder, .either: false
        }
    }
}
