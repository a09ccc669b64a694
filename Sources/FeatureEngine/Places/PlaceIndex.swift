/// Places by the words of their names.
package struct PlaceIndex: Sendable {
    /// A place, and how well it is what was asked for: 100 is exactly that.
    package struct Candidate: Sendable {
        package let place: Place
        package let score: Double

        package init(place: Place, score: Double) {
            self.place = place
            self.score = score
        }
    }
    /// What lies below it is no candidate.
    package static let minimumScore = 60.0
    /// Words of a text that are looked at.
    private static let maximumWords = 24

    package let places: [Place]
    /// The places that have a word in their names.
    private let byWord: [String: [Int]]
    private let wordCounts: [Int]

    package init(_ places: [Place]) {
        self.places = places
        var byWord: [String: [Int]] = [:]
        var counts: [Int] = []
        for (index, place) in places.enumerated() {
            let words = Self.words(place.name)
            counts.append(max(1, words.count))
            for word in Set(words) { byWord[word, default: []].append(index) }
        }
        self.byWord = byWord
        wordCounts = counts
    }

    /// The places that are meant by a text, the best first, those nearer to a position before others that fit as well.
    package func candidates(for text: String, within box: Box? = nil, near position: Position? = nil) -> [Candidate] {
        let words = Self.words(text)
        guard !words.isEmpty else { return [] }
        return ranked(words, isWhole: true, box, position).filter { $0.score >= Self.minimumScore }
    }

    /// The places whose names begin as a text does, word by word, the best first.
    package func suggestions(for text: String, within box: Box? = nil, near position: Position? = nil) -> [Place] {
        let words = Self.words(text)
        guard !words.isEmpty else { return [] }
        return ranked(words, isWhole: false, box, position).map(\.place)
    }

    /// The place nearest to a position, within so many metres of the map; nil where there is none.
    package func nearest(to position: Position, within metres: Double, where isWanted: (Place) -> Bool) -> Place? {
        var best: (place: Place, distance: Double)?
        let reach = Box(xmin: position.x, ymin: position.y, xmax: position.x, ymax: position.y).widened(by: metres)
        for place in places where isWanted(place) && place.box.intersects(reach) {
            let distance = place.distance(from: position)
            if distance <= metres, distance < best?.distance ?? .infinity { best = (place, distance) }
        }
        return best?.place
    }

    private func ranked(_ words: [String], isWhole: Bool, _ box: Box?, _ position: Position?) -> [Candidate] {
        var found: [Int: Double] = [:]
        for (index, word) in words.enumerated() {
            let like = places(like: word, isWhole: isWhole)
            if isWhole || index == 0 {
                found.merge(like, uniquingKeysWith: +)
            } else {
                // Each word that is typed stands in the name that is meant.
                found = found.reduce(into: [:]) { both, place in
                    if let likeness = like[place.key] { both[place.key] = place.value + likeness }
                }
            }
        }
        var candidates: [(candidate: Candidate, distance: Double, index: Int)] = []
        for (index, sum) in found {
            let place = places[index]
            if let box, !place.box.intersects(box) { continue }
            // Most of it is how much of the text is known, the rest how much of the name was said.
            let share = 70 * sum / Double(words.count) + 30 * min(1, sum / Double(wordCounts[index]))
            let score = (share * 100).rounded() / 100
            candidates.append((Candidate(place: place, score: score), position.map(place.distance) ?? 0, index))
        }
        return candidates.sorted {
            ($1.candidate.score, $0.distance, $0.index) < ($0.candidate.score, $1.distance, $1.index)
        }
        .map(\.candidate)
    }

    /// The places with a word in their names that is like one, and how like it is.
    private func places(like word: String, isWhole: Bool) -> [Int: Double] {
        var found: [Int: Double] = [:]
        for (other, places) in byWord {
            let likeness = Self.likeness(word, other, isWhole: isWhole)
            guard likeness > 0 else { continue }
            for place in places { found[place] = max(found[place] ?? 0, likeness) }
        }
        return found
    }

    /// How like a word of a name is to one that was written: 1 where they are the same, 0 where they are nothing alike.
    private static func likeness(_ written: String, _ word: String, isWhole: Bool) -> Double {
        if written == word { return 1 }
        if word.hasPrefix(written) { return isWhole ? (written.utf8.count > 2 ? 0.8 : 0) : 0.95 }
        guard isWhole, written.utf8.count > 2, isOneSlip(Array(written.unicodeScalars), Array(word.unicodeScalars))
        else {
            return 0
        }
        return 0.8
    }

    /// Whether one letter is wrong, missing, too many, or has changed its place with the next.
    private static func isOneSlip(_ one: [UnicodeScalar], _ other: [UnicodeScalar]) -> Bool {
        guard abs(one.count - other.count) <= 1 else { return false }
        let start = zip(one, other).prefix(while: ==).count
        let (left, right) = (one[start...], other[start...])
        if left.count > right.count { return left.dropFirst().elementsEqual(right) }
        if left.count < right.count { return right.dropFirst().elementsEqual(left) }
        if left.dropFirst().elementsEqual(right.dropFirst()) { return true }
        guard left.count > 1, let a = left.first, let b = right.first else { return false }
        return left[start + 1] == b && right[start + 1] == a && left.dropFirst(2).elementsEqual(right.dropFirst(2))
    }

    /// The words of a text: runs of letters and digits in small letters; an apostrophe within one is left out.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
            {
                word.unicodeScalars.append(scalar)
            } else if scalar != "'", scalar != "\u{2019}", !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        return Array(words.prefix(maximumWords))
    }
}
