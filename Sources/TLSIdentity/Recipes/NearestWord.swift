/// The word of a list that a misspelt one was probably meant to be.
enum NearestWord {
    /// Finds the nearest word; nil where even the nearest is too far away to be helpful.
    static func nearest(to word: String, in words: some Sequence<String>) -> String? {
        let limit = max(2, word.count / 3)
        let ranked = words.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Counts insertions, deletions and substitutions.
    private static func distance(_ one: String, _ other: String) -> Int {
        let target = Array(other)
        var row = Array(0...target.count)
        for (line, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in target.indices {
                let above = row[column + 1]
                let step = character == target[column] ? diagonal : min(diagonal, above, row[column]) + 1
                row[column + 1] = step
                diagonal = above
            }
        }
        return row[target.count]
    }
}
