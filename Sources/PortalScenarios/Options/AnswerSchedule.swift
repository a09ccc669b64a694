internal import HTTPSemantics

/// In which order the answers of a run go out where several are ready.
package enum AnswerSchedule: Sendable, Equatable {
    /// As they become ready.
    case free
    /// In up to so many different orders, the same ones for the same seed.
    case explore(schedules: Int = 20, seed: UInt64 = 1)
    /// In one order.
    case replay([AnswerChoice])

    /// Reads `0/1.2/4`, an order as a report prints it, or `2.0.1`, which names choices only; nil where it is neither.
    package init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let choices = parts.compactMap { AnswerChoice(parsing: $0) }
        guard choices.count == parts.count, choices.count <= 10_000 else { return nil }
        // Choices that name how many were ready count every answer, the others only those with a choice.
        guard choices.allSatisfy({ ($0.count == nil) == (choices[0].count == nil) }) else { return nil }
        self = .replay(choices)
    }

    /// An order as reports print it; what follows the last choice that is not the first answer is left out.
    static func text(_ choices: [AnswerChoice]) -> String {
        guard let last = choices.lastIndex(where: { $0.index != 0 }) else { return "0" }
        return choices[...last].map(\.text).joined(separator: ".")
    }
}
