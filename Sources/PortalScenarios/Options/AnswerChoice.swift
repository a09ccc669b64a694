internal import HTTPSemantics

/// Which answer went out of those that were ready.
package struct AnswerChoice: Sendable, Equatable {
    /// Its place among them, from 0; they are ordered by what they answer.
    package let index: Int
    /// How many were ready, itself included; nil where an order does not say.
    package let count: Int?

    /// The answer at a place among so many.
    package init(_ index: Int, of count: Int? = nil) {
        self.index = index
        self.count = count
    }

    /// Reads `2/4` or `2`.
    init?(parsing text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let index = Int(digits: first) else { return nil }
        guard parts.count == 2 else {
            self.init(index)
            return
        }
        guard let count = Int(digits: parts[1]), index < count else { return nil }
        self.init(index, of: count)
    }

    /// As reports print it.
    var text: String { count.map { "\(index)/\($0)" } ?? "\(index)" }
}
