/// The word of a list that a misspelt one was probably meant to be.
public enum NearestName {
    /// Bytes of a word for which another one is looked for.
    private static let longest = 200

    /// Finds the nearest of some words; nil where none is near enough to be a typing mistake.
    public static func to(_ written: String, among words: some Sequence<String>) -> String? {
        // No mistake of typing is that long, and the comparison takes the product of both lengths.
        guard written.utf8.count <= longest else { return nil }
        let limit = max(2, written.count / 3)
        let ranked = words.map { (word: $0, distance: distance(written.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
                var best = min(last[j + 1] + 1, row[j] + 1, replaced)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[second.count]
    }
}
