/// What a code of findings means, what to do about it, and where that is written.
package struct FindingGuide: Sendable, Equatable {
    /// The code; one that ends with a dot stands for all that begin with it.
    package let code: String
    /// What is wrong, in one sentence without the details of a run.
    package let meaning: String
    /// What to change in the client, in one line.
    package let advice: String
    /// The public document that says so.
    package let source: String

    init(_ code: String, _ meaning: String, advice: String, source: String) {
        self.code = code
        self.meaning = meaning
        self.advice = advice
        self.source = source
    }

    /// Every entry, in the order of families.
    package static let all =
        secrets + trust + refusals + repetitions + oauth + wire + outcomes + runs

    /// What comes before the first dot of a code, as `refused`.
    package var family: String { String(code.prefix { $0 != "." }) }

    /// The entry of a finding's code; nil for a code that no check of ours makes.
    package static func of(_ code: String) -> FindingGuide? { exact[code] ?? all.first { $0.covers(code) } }

    /// The entries that a word means: a code, or a family with or without its dot; empty where it means none.
    package static func entries(named word: String) -> [FindingGuide] {
        if let one = exact[word] { return [one] }
        let family = word.hasSuffix(".") ? String(word.dropLast()) : word
        let found = all.filter { $0.family == family }
        if !found.isEmpty { return found }
        return of(word).map { [$0] } ?? []
    }

    /// Whether a code is one of those that it is about.
    private func covers(_ other: String) -> Bool { code.hasSuffix(".") && other.hasPrefix(code) }

    private static let exact = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}
