internal import FixtureFiles
package import JSONValues

/// The text of a document that a person wrote, as YAML or as JSON: it is read as a value, and knows where each part of it stands.
///
/// A file called `.json` holds JSON. Any other holds YAML, or JSON where it begins as JSON does. Errors name file, line and column.
package struct DocumentText: Sendable {
    /// The language of a text.
    enum Syntax: Sendable {
        case json, yaml
    }

    /// The file, or what else the text came from.
    package let source: String
    private let bytes: [UInt8]

    /// Whether a name ends as those of documents do.
    package static func isDocument(_ name: String) -> Bool {
        FixtureTree.documentEndings.contains { name.hasSuffix($0) }
    }

    /// Wraps the bytes of a file.
    package init(_ bytes: [UInt8], source: String) {
        self.bytes = bytes
        self.source = source
    }

    /// Wraps a text.
    package init(_ text: String, source: String) { self.init(Array(text.utf8), source: source) }

    /// Reads the text; throws `malformed` with the place where it goes wrong. An empty YAML text is an empty object.
    package func value() throws(DocumentError) -> JSONValue { try read().value }

    /// Where the part of the document stands that a key path names; nil where the document has no such part.
    ///
    /// Of an object, a list and a key that is not known it is the place of the key, of anything else that of the value. A part that
    /// is missing has the place of what it is missing from.
    package func place(of keyPath: String, code: DocumentError.Code = .wrongType) -> SourcePlace? {
        search(for: [keyPath]).flatMap { Self.place(of: keyPath, code, in: $0) }
    }

    private static func place(of keyPath: String, _ code: DocumentError.Code, in search: PlaceSearch) -> SourcePlace? {
        search.place(of: keyPath, isKey: code == .unknownKey, orWhole: code == .missingKey)
    }

    /// Looks for all of some key paths at once; nil where the text cannot be read.
    private func search(for keyPaths: [String]) -> PlaceSearch? {
        guard let syntax = try? read().syntax else { return nil }
        let search = PlaceSearch(for: keyPaths)
        return switch syntax {
        case .json: JSONPlaces.search(bytes, for: search)
        case .yaml: try? YAMLComposer.read(bytes, source: source, lookingFor: search).search
        }
    }

    /// Runs a body that reads this document; an error about it that has no place is given its line and column.
    package func placing<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result {
        do {
            return try body()
        } catch {
            throw placed(error)
        }
    }

    /// The same error with its line and column, where it is about this document and has none.
    package func placed(_ error: DocumentError) -> DocumentError { placed([error]).first ?? error }

    /// The same errors with their lines and columns, those that are about this document and have none: it is read once for all.
    package func placed(_ errors: [DocumentError]) -> [DocumentError] {
        func isToBePlaced(_ error: DocumentError) -> Bool { error.source == source && error.place == nil }
        let keyPaths = errors.filter(isToBePlaced).map(\.keyPath)
        guard !keyPaths.isEmpty, let search = search(for: keyPaths) else { return errors }
        return errors.map { error in
            isToBePlaced(error) ? error.placed(at: Self.place(of: error.keyPath, error.code, in: search)) : error
        }
    }

    private func read() throws(DocumentError) -> (value: JSONValue, syntax: Syntax) {
        let isNamedJSON = source.hasSuffix(".json")
        let isNamedYAML = source.hasSuffix(".yaml") || source.hasSuffix(".yml")
        guard isNamedJSON || beginsAsJSON else { return (try yaml(), .yaml) }
        do {
            return (try JSONValue(parsingDocument: bytes), .json)
        } catch {
            // Braces and brackets begin YAML's flow style too.
            if isNamedYAML { return (try yaml(), .yaml) }
            throw DocumentError(.malformed, source: source, problem: "is no JSON: \(error.problem)")
                .placed(at: error.place)
        }
    }

    private func yaml() throws(DocumentError) -> JSONValue {
        try YAMLComposer.read(bytes, source: source).value
    }

    private var beginsAsJSON: Bool {
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
