package import JSONValues

extension DocumentError.Code {
    /// A file whose text cannot be parsed at all.
    package static let malformed = DocumentError.Code(rawValue: "malformed")
}

extension DocumentError {
    /// The same mistake, told with the file and the key path that its writer knows.
    package func placed(in source: String, at keyPath: String) -> DocumentError {
        DocumentError(code, source: source, keyPath: keyPath, problem: problem, allowed: allowed, written: suggestion)
    }
}
