internal import Platform

/// Secrets of one kind in the order of issue, numbered from 1; the oldest make room for new ones.
struct IssuedTexts: Sendable {
    /// How many are kept.
    let limit: Int
    /// How many had to go.
    private(set) var forgotten = 0
    private var queue = Deque<String>()

    init(limit: Int) { self.limit = max(1, limit) }

    /// How many were ever issued.
    var issued: Int { forgotten + queue.count }
    /// Those that are kept, the oldest first.
    var kept: [String] { queue.elements }

    /// Adds one and gives its number, with the one that had to go.
    mutating func append(_ text: String) -> (number: Int, gone: String?) {
        queue.append(text)
        let number = issued
        guard queue.count > limit, let gone = queue.popFirst() else { return (number, nil) }
        forgotten += 1
        return (number, gone)
    }

    /// The one with a number; nil where it was never issued, or had to go.
    subscript(number: Int) -> String? { number > forgotten ? queue[number - 1 - forgotten] : nil }
}
