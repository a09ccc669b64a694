/// A mistake in a document: where it stands, which value, what would be allowed.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of mistake it is; more kinds may come.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A key that nothing reads.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// A key that must be there and is not.
        public static let missingKey = Code(rawValue: "missingKey")
        /// A word that is none of the allowed ones.
        public static let unknownValue = Code(rawValue: "unknownValue")
        /// A value of another type than the key asks for.
        public static let wrongType = Code(rawValue: "wrongType")
        /// A file that cannot be read or parsed.
        public static let unreadable = Code(rawValue: "unreadable")
        /// A file whose text cannot be parsed at all.
        package static let malformed = Code(rawValue: "malformed")
    }

    /// What kind of mistake it is.
    public let code: Code
    /// The file, or what else the value came from.
    public private(set) var source: String
    /// Where in it, as `tokens.referer` or `client[2].connect`; empty for the whole.
    public let keyPath: String
    /// The line and column of it, where the text is at hand; nil for a value that came from no file.
    public private(set) var place: SourcePlace?
    /// What is wrong, in words.
    public let problem: String
    /// The words that would have been allowed; empty where there is no such list.
    public let allowed: [String]
    /// The allowed word that is nearest to what was written.
    public let suggestion: String?

    /// Joins the parts of a message; the suggestion is looked up among the allowed words.
    public init(
        _ code: Code, source: String, keyPath: String = "", problem: String, allowed: [String] = [],
        written: String? = nil
    ) {
        self.code = code
        self.source = source
        self.keyPath = keyPath
        self.problem = problem
        self.allowed = allowed
        suggestion = written.flatMap { NearestName.to($0, among: allowed) }
    }

    /// Whether what stands at the place was not read, so that others may name what is there.
    package var hidesOthers: Bool { [.missingKey, .malformed, .unreadable].contains(code) }

    /// The same mistake with its line and column.
    package func placed(at place: SourcePlace?) -> DocumentError {
        var error = self
        error.place = place
        return error
    }

    /// The same mistake with another name of its file.
    package func told(of source: String) -> DocumentError {
        var error = self
        error.source = source
        return error
    }

    public var description: String {
        let file = place.map { "\(source):\($0)" } ?? source
        var text = keyPath.isEmpty ? "\(file): \(problem)" : "\(file): \(keyPath): \(problem)"
        if !allowed.isEmpty { text += "; allowed: \(allowed.joined(separator: ", "))" }
        if let suggestion { text += ". Did you mean \(suggestion)?" }
        return text
    }
}
