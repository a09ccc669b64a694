/// Compares what happened to the app with what a scenario expects.
enum EventCheck {
    /// Findings, and what was looser than it should be. `excess` says why the events were not followed to the end; nil where
    /// they were.
    static func findings(_ patterns: [EventPattern], _ events: [String]) -> (found: Check.Findings, excess: String?) {
        let (failed, excess) = departures(patterns, events)
        return ((failed, loose(events)), excess)
    }

    private static func departures(
        _ patterns: [EventPattern], _ events: [String]
    ) -> (failed: [Finding], excess: String?) {
        var automaton = PatternAutomaton(patterns.map(generic))
        for (index, event) in events.enumerated() {
            if automaton.advance(matching: { matches($0, event) }) { continue }
            if automaton.isExceeded { return ([], Expectation.excess("events", at: "event \(index + 1)")) }
            let candidates = automaton.next
            let finding = Finding(
                "events.order", "event \(index + 1) is not the expected one",
                expected: candidates.isEmpty
                    ? "nothing after event \(index)" : candidates.joined(separator: " or "),
                nearest: event, difference: "all events: \(events.joined(separator: ", "))")
            return ([finding], nil)
        }
        guard !automaton.canEnd else { return ([], nil) }
        let finding = Finding(
            "events.missing", "an expected event never came", expected: automaton.next.joined(separator: " or "),
            nearest: "the end, after: \(events.joined(separator: ", "))")
        return ([finding], nil)
    }

    /// A client that fails and does not say why in words that are known.
    private static func loose(_ events: [String]) -> [Finding] {
        events.indices.filter { isSilent(events[$0]) }.prefix(1).map {
            Finding(
                "events.no-reason", "a step was refused, but the client does not say why in words that are known",
                expected: "a reason", nearest: "event \($0 + 1) of: \(events.joined(separator: ", "))")
        }
    }

    /// Whether something failed without a word of why; a layer is named, then why it failed.
    private static func isSilent(_ event: String) -> Bool {
        if event == "failed" || event == "notOpened" { return true }
        guard event.hasPrefix("layerFailed(") else { return false }
        return !event.dropFirst("layerFailed(".count).dropLast().split(separator: " ").contains {
            Reason(rawValue: String($0)) != nil
        }
    }

    /// Words that a client may leave half said: why it failed, how much it found, who signed in.
    private static let open = ["failed", "found", "signedIn", "notOpened"]

    /// Whether an event is the one that a word means: `*` stands for any part, and parts that are left out are not asked.
    private static func matches(_ word: String, _ event: String) -> Bool {
        guard word != event else { return true }
        if open.contains(event) { return word.hasPrefix(event + "(") }
        if event.hasPrefix("layerFailed("), isSilent(event) { return word.hasPrefix(event.dropLast() + " ") }
        let wanted = parts(word)
        let actual = parts(event)
        guard wanted.first == "challenge", wanted.count <= actual.count else { return false }
        return zip(wanted, actual).allSatisfy { $0 == "*" || $0 == $1 }
    }

    private static func parts(_ word: String) -> [Substring] { word.split { "( )".contains($0) } }

    private static func generic(_ pattern: EventPattern) -> PatternAutomaton<String>.Pattern {
        switch pattern {
        case .word(let word, let count): .line(word, count: count)
        case .optional(let word): .optional(.line(word, count: 1))
        case .anyOrder(let patterns): .anyOrder(patterns.map(generic))
        }
    }
}
