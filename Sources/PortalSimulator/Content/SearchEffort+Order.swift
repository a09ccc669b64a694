/// Texts compared as strings are, for what that costs; what is told means nothing where the effort is used up.
///
/// The standard library compares bytes as far as two texts have the same. From the first one that differs on it goes through both in
/// their normal form, until they differ in that too, which takes much longer: what clients write can make it go through all of it.
extension SearchEffort {
    /// How something stands to something else.
    enum Order {
        case before
        case same
        case after
    }

    /// How a text stands to another, in the order of strings.
    func order(_ one: String, _ other: String) -> Order {
        ComparedText.read(one) { one in
            ComparedText.read(other) { other in
                let places = firstDifference(one, other)
                if isUsedUp { return .same }
                switch (places.one == one.bytes.count, places.other == other.bytes.count) {
                case (true, true): return .same
                case (true, false): return .before
                case (false, true): return .after
                case (false, false):
                    // What is left differs in its first character already.
                    let (rest, otherRest) = (one.rest(from: places.one), other.rest(from: places.other))
                    return rest < otherRest ? .before : rest == otherRest ? .same : .after
                }
            }
        }
    }

    /// Whether a text is another one, as strings are.
    func areSame(_ one: String, _ other: String) -> Bool { order(one, other) == .same && !isUsedUp }

    /// Whether a path is another one, or lies below it.
    func isPath(_ path: String, within other: String) -> Bool {
        ComparedText.read(path) { path in
            ComparedText.read(other) { other in
                let places = firstDifference(path, other)
                guard !isUsedUp, places.other == other.bytes.count else { return false }
                return places.one == path.bytes.count || path.character(at: places.one) == "/"
            }
        }
    }

    /// Where the first characters stand in which two texts differ; both ends where they are the same.
    private func firstDifference(_ one: ComparedText, _ other: ComparedText) -> (one: Int, other: Int) {
        let shared = one.sharedBytes(with: other)
        // Bytes are compared much faster than characters are.
        spend(1 + shared / 16)
        guard shared < one.bytes.count || shared < other.bytes.count else { return (shared, shared) }
        var start = shared
        while !one.isBoundary(start) || !other.isBoundary(start) { start -= 1 }
        var places = (one: start, other: start)
        while places.one < one.bytes.count, places.other < other.bytes.count, !isUsedUp {
            let (byte, otherByte) = (one.byte(at: places.one), other.byte(at: places.other))
            if byte != ComparedText.long, otherByte != ComparedText.long {
                guard byte == otherByte else { break }
                spend(1)
                places.one += 1
                places.other += 1
                continue
            }
            let (character, otherCharacter) = (one.character(at: places.one), other.character(at: places.other))
            spend(ComparedText.cost(of: character) + ComparedText.cost(of: otherCharacter))
            guard character == otherCharacter else { break }
            places.one += character.utf8.count
            places.other += otherCharacter.utf8.count
        }
        return places
    }
}
