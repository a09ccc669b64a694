package import JSONValues

extension DocumentError {
    /// The same mistake, told with the file and the key path that its writer knows.
    package func placed(in source: String, at keyPath: String) -> DocumentError {
        DocumentError(code, source: source, keyPath: keyPath, problem: problem, allowed: allowed, written: suggestion)
    }
}
