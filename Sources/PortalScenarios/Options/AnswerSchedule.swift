internal import HTTPSemantics

/// In which order the answers of a run go out where several are ready.
package enum AnswerSchedule: Sendable, Equatable {
    /// As they become ready.
    case free
    /// In up to so many different orders, the same ones for the same seed.
    case explore(schedules: Int = 20, seed: UInt64 = 1)
    /// In one order: at each choice the index of the answer that goes first.
    case replay([Int])

    /// Reads `2.0.1`, an order as a report prints it; nil where it is none.
    package init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int(digits: $0) }
        guard !parts.isEmpty, parts.count <= 10_000, parts.allSatisfy({ $0 != nil }) else { return nil }
        self = .replay(parts.compactMap { $0 })
    }

    /// An order as reports print it.
    static func text(_ choices: [Int]) -> String {
        let end = (choices.lastIndex { $0 != 0 } ?? 0) + 1
        return choices.isEmpty ? "0" : choices[..<end].map(String.init).joined(separator: ".")
    }
}
