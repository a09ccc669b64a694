/// The word of a list that a misspelt one was probably meant to be.
public enum NearestName {
    /// Bytes of a word for which another one is looked for.
    private static let longest = 200

    /// Finds the nearest of some words, of several as near the first; nil where none is near enough to be a typing mistake.
    public static func to(_ written: String, among words: some Sequence<String>) -> String? {
        // No mistake of typing is that long, and the comparison takes the product of both lengths.
        guard written.utf8.count <= longest else { return nil }
        let limit = 2 * max(2, written.count / 3)
        let ranked = words.map { (word: $0, distance: distance(written.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Finds the word that differs in at most two letters, of a short word in one; nil where there is none.
    ///
    /// It is for words that need not be among the known ones, where only a slip may be told.
    package static func slip(_ written: String, among words: some Sequence<String>) -> String? {
        guard let near = to(written, among: words) else { return nil }
        let letters = written.count <= 5 ? 1 : 2
        return distance(written.lowercased(), near.lowercased()) <= 2 * letters ? near : nil
    }

    /// Half a letter for two neighbours that are swapped and for one that is doubled or single by mistake, a whole one for each
    /// other insertion, deletion and replacement that turns one word into the other; in halves.
    private static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        func isDouble(_ letters: [Character], _ index: Int) -> Bool {
            index > 0 && letters[index] == letters[index - 1]
        }
        var beforeLast: [Int] = []
        var last = [0]
        for j in second.indices { last.append(last[j] + (isDouble(second, j) ? 1 : 2)) }
        for i in first.indices {
            let deletion = isDouble(first, i) ? 1 : 2
            var row = [last[0] + deletion]
            for j in second.indices {
                let replaced = last[j] + (first[i] == second[j] ? 0 : 2)
                let inserted = row[j] + (isDouble(second, j) ? 1 : 2)
                var best = min(last[j + 1] + deletion, inserted, replaced)
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
