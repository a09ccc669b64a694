/// Reads one object of a document: every key must be known, and every mistake says where it stands.
public struct DocumentReader: Sendable {
    /// The file that the object comes from.
    public let source: String
    /// Where the object stands in it; empty at the root.
    public let path: String
    private let members: [String: JSONValue]

    /// Opens an object whose keys must all be among the given ones; nil lets any key through.
    public init(_ value: JSONValue, source: String, path: String = "", keys: [String]?) throws(DocumentError) {
        self.source = source
        self.path = path
        guard case .object(let members) = value else {
            throw DocumentError(
                .wrongType, source: source, keyPath: path, problem: "\(Self.shown(value)) is not an object")
        }
        self.members = members
        DocumentTrace.note(keys == nil ? .map : .object(keys), at: path)
        guard let keys else { return }
        for key in members.keys.sorted() where !keys.contains(key) && !Self.isSchema(key, path) {
            try DocumentMistakes.note(
                DocumentError(
                    .unknownKey, source: source, keyPath: Self.join(path, key),
                    problem: "\"\(key)\" is not a known key", allowed: keys, written: key))
        }
    }

    /// The keys that are there, sorted.
    public var keys: [String] { members.keys.sorted() }

    /// The value of a key, whatever it is; nil where the key is absent.
    public subscript(key: String) -> JSONValue? { members[key] }

    /// A text; nil where the key is absent.
    public func text(_ key: String) throws(DocumentError) -> String? {
        DocumentTrace.note(.text, path, key)
        guard let value = members[key] else { return nil }
        guard let text = value.string else { return try nothing(key, "a text") }
        return text
    }

    /// A truth value; nil where the key is absent.
    public func truth(_ key: String) throws(DocumentError) -> Bool? {
        DocumentTrace.note(.truth, path, key)
        guard let value = members[key] else { return nil }
        guard let truth = value.bool else { return try nothing(key, "true or false") }
        return truth
    }

    /// A whole number within bounds; nil where the key is absent.
    public func number(_ key: String, in bounds: ClosedRange<Int>) throws(DocumentError) -> Int? {
        DocumentTrace.note(.whole(bounds), path, key)
        guard let value = members[key] else { return nil }
        guard let number = value.integer.flatMap({ Int(exactly: $0) }), bounds.contains(number) else {
            return try nothing(key, "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    /// A duration as `60m`, never negative and of at most 1000 years; nil where the key is absent.
    public func duration(_ key: String) throws(DocumentError) -> Duration? {
        DocumentTrace.note(.duration, path, key)
        guard let value = members[key] else { return nil }
        guard let duration = value.string.flatMap(DurationText.read) else {
            return try nothing(key, "a duration like 500ms, 30s, 60m, 2h or 14d")
        }
        guard duration <= DurationText.longest else { return try nothing(key, "a duration of at most 1000 years") }
        return duration
    }

    /// One of a closed set of words; nil where the key is absent.
    public func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, as type: Word.Type = Word.self
    ) throws(DocumentError) -> Word? where Word.RawValue == String {
        DocumentTrace.note(.words(Word.allCases.map(\.rawValue)), path, key)
        guard let value = members[key] else { return nil }
        return try word(value, at: Self.join(path, key))
    }

    /// The words of a list, each from a closed set; nil where the key is absent.
    public func names<Word: RawRepresentable & CaseIterable>(
        _ key: String, as type: Word.Type = Word.self
    ) throws(DocumentError) -> [Word]? where Word.RawValue == String {
        DocumentTrace.note(.wordList(Word.allCases.map(\.rawValue)), path, key)
        guard let value = members[key] else { return nil }
        guard let elements = value.array else { return try nothing(key, "a list") }
        var found: [Word] = []
        for (index, value) in elements.enumerated() {
            if let word: Word = try word(value, at: "\(Self.join(path, key))[\(index)]") { found.append(word) }
        }
        return found
    }

    /// A list of texts; nil where the key is absent. One text alone counts as a list of one.
    public func texts(_ key: String) throws(DocumentError) -> [String]? {
        DocumentTrace.note(.texts, path, key)
        guard let value = members[key] else { return nil }
        if let text = value.string { return [text] }
        guard let elements = value.array else { return try nothing(key, "a list of texts") }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { return try nothing(key, "a list of texts") }
        return texts
    }

    /// The elements of a list; empty where the key is absent.
    public func list(_ key: String) throws(DocumentError) -> [JSONValue] {
        DocumentTrace.note(.list, path, key)
        guard let value = members[key] else { return [] }
        guard let elements = value.array else { return try nothing(key, "a list") ?? [] }
        return elements
    }

    /// A nested object with known keys; nil where the key is absent.
    public func object(_ key: String, keys: [String]?) throws(DocumentError) -> DocumentReader? {
        guard let value = members[key] else { return nil }
        return try DocumentReader(value, source: source, path: Self.join(path, key), keys: keys)
    }

    /// Says that a value is of the wrong type; nil where the reader goes on without it.
    private func nothing<Value>(_ key: String, _ wanted: String) throws(DocumentError) -> Value? {
        try DocumentMistakes.note(wrongType(key, wanted))
        return nil
    }

    /// The error for a key that must be there and is not.
    public func missing(_ key: String) -> DocumentError {
        DocumentError(.missingKey, source: source, keyPath: Self.join(path, key), problem: "is missing")
    }

    /// The error for a value of the wrong type.
    public func wrongType(_ key: String, _ wanted: String) -> DocumentError {
        DocumentError(
            .wrongType, source: source, keyPath: Self.join(path, key),
            problem: "\(Self.shown(members[key] ?? .null)) is not \(wanted)")
    }

    /// Whether a key of a document names the document's JSON Schema, which is the editor's concern.
    package static func isSchema(_ key: String, _ path: String) -> Bool { path.isEmpty && key == "$schema" }

    /// A path with one more step.
    public static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// A value as an error shows it.
    public static func shown(_ value: JSONValue) -> String {
        let text = value.text()
        return text.count > 60 ? "\(text.prefix(60))…" : text
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ value: JSONValue, at path: String
    ) throws(DocumentError) -> Word? where Word.RawValue == String {
        if let text = value.string, let word = Word(rawValue: text) { return word }
        try DocumentMistakes.note(
            DocumentError(
                .unknownValue, source: source, keyPath: path, problem: "\(Self.shown(value)) is not a known value",
                allowed: Word.allCases.map(\.rawValue), written: value.string))
        return nil
    }
}
