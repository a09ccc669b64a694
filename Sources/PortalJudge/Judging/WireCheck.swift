/// Compares the requests of a journal with what a scenario expects, exactly and in order.
struct WireCheck {
    let requests: [SeenRequest]

    init(_ evidence: Evidence) {
        let isForeign = evidence.client == .foreign
        let seen = isForeign ? NonceNames.byFirstUse(evidence.journal.requests) : evidence.journal.requests
        let handshakes = Dictionary(
            evidence.journal.connections.map { ($0.number, $0.tls) }, uniquingKeysWith: { first, _ in first })
        requests = seen.indices.map {
            SeenRequest(
                request: seen[$0], previous: $0 > 0 ? seen[$0 - 1] : nil, canaries: evidence.canaries,
                earlier: seen[..<$0], handshake: handshakes[seen[$0].connection] ?? nil,
                isSteered: evidence.client == .builtIn, choosesCarrier: isForeign)
        }
    }

    /// The first place where the requests leave the expected way; empty where they do not.
    func exact(_ patterns: [WirePattern]) -> [Finding] {
        var automaton = PatternAutomaton(patterns.map(\.generic))
        for (index, seen) in requests.enumerated() {
            let candidates = automaton.next
            if automaton.advance(matching: { $0.differences(from: seen).isEmpty }) { continue }
            guard let nearest = candidates.min(by: { $0.distance(from: seen) < $1.distance(from: seen) }) else {
                return [
                    Finding(
                        "wire.unexpected", "one request too many", expected: "nothing after request \(index)",
                        nearest: "request \(index + 1)   \(seen.text)", difference: Self.why(seen))
                ]
            }
            return [
                Finding(
                    "wire.order", "request \(index + 1) is not the expected one",
                    expected: "request \(index + 1)   \(nearest.text)", nearest: "request \(index + 1)   \(seen.text)",
                    difference: nearest.differences(from: seen).joined(separator: "; "))
            ]
        }
        guard !automaton.canEnd, let missing = automaton.next.first else { return [] }
        return [missingFinding(missing, number: requests.count + 1)]
    }

    /// Lines that must occur in this order among others.
    func among(_ lines: [WireLine]) -> [Finding] {
        var position = requests.startIndex
        for line in lines {
            guard let found = requests[position...].firstIndex(where: { line.differences(from: $0).isEmpty }) else {
                return [missingFinding(line, number: nil)]
            }
            position = found + 1
        }
        return []
    }

    /// Lines that must not occur.
    func never(_ lines: [WireLine]) -> [Finding] {
        lines.compactMap { line in
            guard let index = requests.firstIndex(where: { line.differences(from: $0).isEmpty }) else { return nil }
            return Finding(
                "wire.never", "what must never happen did", expected: "never   \(line.text)",
                nearest: "request \(index + 1)   \(requests[index].text)")
        }
    }

    private func missingFinding(_ line: WireLine, number: Int?) -> Finding {
        let nearest = requests.indices.min { line.distance(from: requests[$0]) < line.distance(from: requests[$1]) }
        let isNear = nearest.map { line.distance(from: requests[$0]) <= 2 } ?? false
        return Finding(
            "wire.missing", "an expected request never came",
            expected: number.map { "request \($0)   \(line.text)" } ?? line.text,
            nearest: nearest.flatMap { isNear ? "request \($0 + 1)   \(requests[$0].text)" : nil } ?? "nothing like it",
            difference: nearest.flatMap { isNear ? line.differences(from: requests[$0]).joined(separator: "; ") : nil })
    }

    private static func why(_ seen: SeenRequest) -> String? {
        seen.request.decisions.last { !$0.passed }.map { "\($0.gate): \($0.reason)" }
    }
}

extension WirePattern {
    var generic: PatternAutomaton<WireLine>.Pattern {
        switch self {
        case .line(let line, let count): .line(line, count: count)
        case .optional(let pattern): .optional(pattern.generic)
        case .anyOrder(let patterns): .anyOrder(patterns.map(\.generic))
        case .either(let choices): .either(choices.map { $0.map(\.generic) })
        case .sequence(let patterns): .sequence(patterns.map(\.generic))
        }
    }
}
