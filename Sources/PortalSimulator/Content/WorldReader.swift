internal import JSONValues

/// Reads a value of a world document; every complaint names file and key path.
///
/// Where all mistakes are asked for (`DocumentMistakes`), a complaint is kept and reading goes on with an empty value.
struct WorldReader {
    let value: JSONValue
    let source: String
    let path: String
    /// Whether the value is missing, which has been said.
    private var isMissing = false

    init(_ value: JSONValue, source: String, path: String = "") {
        self.value = value
        self.source = source
        self.path = path
    }

    /// A member that has to be there; what is one's own may leave it out where `isOptionalInOwn` says so.
    func member(_ key: String, isOptionalInOwn: Bool = false) throws(BlueprintError) -> WorldReader {
        if !isOptionalInOwn { DocumentTrace.note(.required, at: DocumentReader.join(path, key)) }
        var reader = WorldReader(value[key] ?? .null, source: source, path: DocumentReader.join(path, key))
        guard value[key] == nil else { return reader }
        if !isMissing {
            try DocumentMistakes.note(
                BlueprintError(.missingKey, source: source, keyPath: path, problem: "\"\(key)\" is missing"))
        }
        reader.isMissing = true
        return reader
    }

    /// A member that may be absent.
    func optional(_ key: String) -> WorldReader? {
        value[key].map { WorldReader($0, source: source, path: DocumentReader.join(path, key)) }
    }

    /// The elements of a list.
    func list() throws(BlueprintError) -> [WorldReader] {
        DocumentTrace.note(.list, at: path)
        guard let elements = value.array else { return try nothing("a list", []) }
        return elements.enumerated().map { WorldReader($1, source: source, path: "\(path)[\($0)]") }
    }

    /// The value as an object.
    func object() throws(BlueprintError) -> [String: JSONValue] {
        DocumentTrace.note(.object(nil), at: path)
        guard let members = value.object else { return try nothing("an object", [:]) }
        return members
    }

    /// The same, once it is seen to be an object.
    func checked() throws(BlueprintError) -> WorldReader {
        _ = try object()
        return self
    }

    /// The value as true or false.
    func truth() throws(BlueprintError) -> Bool {
        DocumentTrace.note(.truth, at: path)
        guard let truth = value.bool else {
            try note("\(DocumentReader.shown(value)) is neither true nor false")
            return false
        }
        return truth
    }

    /// The value as a number.
    func number() throws(BlueprintError) -> Double {
        DocumentTrace.note(.number, at: path)
        if case .number(let number) = value { return number }
        guard let number = value.integer else { return try nothing("a number", 0) }
        return Double(number)
    }

    /// The value as a whole number from 0 on.
    func ordinal() throws(BlueprintError) -> Int {
        DocumentTrace.note(.whole(0...Int(Int32.max)), at: path)
        guard let number = value.integer.flatMap({ Int(exactly: $0) }), number >= 0 else {
            try note("is not a whole number from 0 on")
            return 0
        }
        return number
    }

    /// The value as a text that is not empty.
    func text() throws(BlueprintError) -> String {
        DocumentTrace.note(.text, at: path)
        guard let text = value.string, !text.isEmpty else { return try nothing("a text", "") }
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
        DocumentTrace.note(.words(Word.allCases.map(\.rawValue)), at: path)
        if let text = value.string, let word = Word(rawValue: text) { return word }
        let mistake = BlueprintError(
            .worldDocument, source: source, keyPath: path,
            problem: "\(DocumentReader.shown(value)) is not a known value",
            allowed: Word.allCases.map(\.rawValue), written: value.string)
        guard let first = Word.allCases.first else { throw mistake }
        if !isMissing { try DocumentMistakes.note(mistake) }
        return first
    }

    /// The value as 32 lower-case hex digits, the form of item and group ids.
    func identifier() throws(BlueprintError) -> String {
        let text = try text()
        guard text.isEmpty || WorldDefaults.isIdentifier(text) else {
            try note("\(DocumentReader.shown(value)) is not an id of 32 lower-case hex digits")
            return ""
        }
        return text
    }

    /// Notes each key that is not among the known ones.
    func allow(_ keys: [String]) throws(BlueprintError) {
        let members = try object()
        DocumentTrace.note(.object(keys), at: path)
        for key in members.keys.sorted() where !keys.contains(key) && !DocumentReader.isSchema(key, path) {
            try DocumentMistakes.note(
                BlueprintError(
                    .worldDocument, source: source, keyPath: DocumentReader.join(path, key),
                    problem: "\"\(key)\" is not a known key", allowed: keys, written: key))
        }
    }

    /// Notes each key that is a slip of the pen from one that a portal knows; others may stand there, and are shown as they are.
    ///
    /// Only where all mistakes are asked for: a portal starts with them.
    func suspect(_ known: [String]) {
        guard DocumentMistakes.areCollected, let members = value.object else { return }
        for key in members.keys.sorted() where !known.contains(key) {
            guard let near = NearestName.slip(key, among: known), members[near] == nil else { continue }
            try? DocumentMistakes.note(
                BlueprintError(
                    .worldDocument, source: source, keyPath: DocumentReader.join(path, key),
                    problem: "\"\(key)\" is no key that a portal knows", allowed: [near], written: key))
        }
    }

    /// An error about this value.
    func complaint(_ problem: String) -> BlueprintError {
        BlueprintError(.worldDocument, source: source, keyPath: path, problem: problem)
    }

    /// Says what is wrong with this value, unless it is missing, which has been said.
    func note(_ problem: String) throws(BlueprintError) {
        if !isMissing { try DocumentMistakes.note(complaint(problem)) }
    }

    private func nothing<Value>(_ wanted: String, _ empty: Value) throws(BlueprintError) -> Value {
        try note("\(DocumentReader.shown(value)) is not \(wanted)")
        return empty
    }
}

/// Who may read an item, a group or a user's profile.
enum SharingLevel: String, Sendable, CaseIterable {
    case `private`
    case shared
    case org
    case `public`
}
