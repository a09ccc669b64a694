internal import JSONValues

/// Reads an object of a recipe member by member; every complaint names the file, the key path, the value and what is allowed.
struct RecipeReader {
    private let members: [String: JSONValue]
    private let source: String
    private let path: String

    init(_ value: JSONValue, source: String, path: String, allowed: [String]) throws(TLSIdentityError) {
        self.source = source
        self.path = path
        guard let members = value.object else {
            throw TLSIdentityError(.badRecipe, "\(source): \(path.isEmpty ? "the recipe" : path) is \(value.text()), not an object")
        }
        self.members = members
        for key in members.keys.sorted() where !allowed.contains(key) {
            throw TLSIdentityError(
                .badRecipe,
                Self.words("\(source): unknown key \"\(Self.join(path, key))\"", nearest: key, allowed: allowed))
        }
    }

    func text(_ key: String) throws(TLSIdentityError) -> String? {
        guard let value = members[key] else { return nil }
        guard let text = value.string, !text.isEmpty else { throw problem(key, "is \(value.text()), not a text") }
        return text
    }

    func texts(
        _ key: String, checking check: (String) throws(TLSIdentityError) -> Void
    ) throws(TLSIdentityError) -> [String]? {
        guard let value = members[key] else { return nil }
        guard let elements = value.array else { throw problem(key, "is \(value.text()), not an array of texts") }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else { throw problem("\(key)[\(index)]", "is \(element.text()), not a text") }
            do {
                try check(text)
            } catch {
                throw problem("\(key)[\(index)]", "is \(error.message)")
            }
            texts.append(text)
        }
        return texts
    }

    func choice<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(TLSIdentityError) -> Word? {
        guard let text = try text(key) else { return nil }
        return try word(text, at: key)
    }

    func choices<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(TLSIdentityError) -> [Word]? {
        guard let texts = try texts(key, checking: { _ in }) else { return nil }
        var words: [Word] = []
        for (index, text) in texts.enumerated() { words.append(try word(text, at: "\(key)[\(index)]")) }
        return words
    }

    func object(_ key: String, allowed: [String]) throws(TLSIdentityError) -> RecipeReader? {
        guard let value = members[key] else { return nil }
        return try RecipeReader(value, source: source, path: Self.join(path, key), allowed: allowed)
    }

    /// Reads a time relative to the moment of issuing: `-1h`, `24h`, `30d`.
    func seconds(_ key: String) throws(TLSIdentityError) -> Int64? {
        guard let text = try text(key) else { return nil }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), abs(count) < 40000 else {
            throw problem(key, "is \"\(text)\", not a relative time; write -1h or 30d (units: s, m, h, d)")
        }
        return count * unit
    }

    func problem(_ key: String, _ what: String) -> TLSIdentityError {
        TLSIdentityError(.badRecipe, "\(source): \(Self.join(path, key)) \(what)")
    }

    /// Adds the nearest match and the allowed values to a complaint.
    static func words(_ complaint: String, nearest word: String, allowed: [String]) -> String {
        let hint = NearestWord.nearest(to: word, in: allowed).map { "; did you mean \"\($0)\"?" } ?? ";"
        return complaint + hint + " Allowed: " + allowed.joined(separator: ", ")
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String, at key: String
    ) throws(TLSIdentityError) -> Word {
        if let word = Word(rawValue: text) { return word }
        let complaint = "\(source): \(Self.join(path, key)) is \"\(text)\""
        throw TLSIdentityError(
            .badRecipe, Self.words(complaint, nearest: text, allowed: Word.allCases.map(\.rawValue)))
    }

    private static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }
}
