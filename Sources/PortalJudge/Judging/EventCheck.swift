/// Compares what happened to the app with what a scenario expects.
enum EventCheck {
    static func findings(_ patterns: [EventPattern], _ events: [String]) -> [Finding] {
        var automaton = PatternAutomaton(patterns.map(generic))
        for (index, event) in events.enumerated() {
            let candidates = automaton.next
            if automaton.advance(matching: { $0 == event }) { continue }
            return [
                Finding(
                    "events.order", "event \(index + 1) is not the expected one",
                    expected: candidates.isEmpty ? "nothing after event \(index)" : candidates.joined(separator: " or "),
                    nearest: event, difference: "all events: \(events.joined(separator: ", "))")
            ]
        }
        guard !automaton.canEnd else { return [] }
        return [
            Finding(
                "events.missing", "an expected event never came", expected: automaton.next.joined(separator: " or "),
                nearest: "the end, after: \(events.joined(separator: ", "))")
        ]
    }

    private static func generic(_ pattern: EventPattern) -> PatternAutomaton<String>.Pattern {
        switch pattern {
        case .word(let word, let count): .line(word, count: count)
        case .optional(let word): .optional(.line(word, count: 1))
        case .anyOrder(let patterns): .anyOrder(patterns.map(generic))
        }
    }
}
