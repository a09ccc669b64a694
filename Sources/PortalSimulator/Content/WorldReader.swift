internal import JSONValues

/// Reads a value of a world document; every complaint names file and key path.
struct WorldReader {
    let value: JSONValue
    let source: String
    let path: String

    init(_ value: JSONValue, source: String, path: String = "") {
        self.value = value
        self.source = source
        self.path = path
    }

    /// A member that has to be there.
    func member(_ key: String) throws(BlueprintError) -> WorldReader {
        guard let member = value[key] else { throw complaint("\"\(key)\" is missing") }
        return WorldReader(member, source: source, path: DocumentReader.join(path, key))
    }

    /// A member that may be absent.
    func optional(_ key: String) -> WorldReader? {
        value[key].map { WorldReader($0, source: source, path: DocumentReader.join(path, key)) }
    }

    /// The elements of a list.
    func list() throws(BlueprintError) -> [WorldReader] {
        guard let elements = value.array else { throw complaint("\(DocumentReader.shown(value)) is not a list") }
        return elements.enumerated().map { WorldReader($1, source: source, path: "\(path)[\($0)]") }
    }

    /// The value as an object.
    func object() throws(BlueprintError) -> [String: JSONValue] {
        guard let members = value.object else { throw complaint("\(DocumentReader.shown(value)) is not an object") }
        return members
    }

    /// The same, once it is seen to be an object.
    func checked() throws(BlueprintError) -> WorldReader {
        _ = try object()
        return self
    }

    /// The value as true or false.
    func truth() throws(BlueprintError) -> Bool {
        guard let truth = value.bool else {
            throw complaint("\(DocumentReader.shown(value)) is neither true nor false")
        }
        return truth
    }

    /// The value as a number.
    func number() throws(BlueprintError) -> Double {
        if case .number(let number) = value { return number }
        guard let number = value.integer else { throw complaint("\(DocumentReader.shown(value)) is not a number") }
        return Double(number)
    }

    /// The value as a text that is not empty.
    func text() throws(BlueprintError) -> String {
        guard let text = value.string, !text.isEmpty else {
            throw complaint("\(DocumentReader.shown(value)) is not a text")
        }
        return text
    }

    /// The value as a list of texts.
    func texts() throws(BlueprintError) -> [String] {
        var texts: [String] = []
        for element in try list() { texts.append(try element.text()) }
        return texts
    }

    /// The value as one of a closed set of words.
    func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type = Word.self) throws(BlueprintError) -> Word
    where Word.RawValue == String {
        if let text = value.string, let word = Word(rawValue: text) { return word }
        throw BlueprintError(
            .worldDocument, source: source, keyPath: path,
            problem: "\(DocumentReader.shown(value)) is not a known value",
            allowed: Word.allCases.map(\.rawValue), written: value.string)
    }

    /// The value as 32 lower-case hex digits, the form of item and group ids.
    func identifier() throws(BlueprintError) -> String {
        let text = try text()
        guard text.utf8.count == 32, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw complaint("\(DocumentReader.shown(value)) is not an id of 32 lower-case hex digits")
        }
        return text
    }

    /// Throws unless the keys that are there are all known.
    func allow(_ keys: [String]) throws(BlueprintError) {
        for key in try object().keys.sorted() where !keys.contains(key) {
            throw BlueprintError(
                .worldDocument, source: source, keyPath: DocumentReader.join(path, key),
                problem: "\"\(key)\" is not a known key", allowed: keys, written: key)
        }
    }

    /// An error about this value.
    func complaint(_ problem: String) -> BlueprintError {
        BlueprintError(.worldDocument, source: source, keyPath: path, problem: problem)
    }
}

/// Who may read an item, a group or a user's profile.
enum SharingLevel: String, Sendable, CaseIterable {
    case `private`
    case shared
    case org
    case `public`
}
