internal import JSONValues

/// The ids of rows that a profile or a command line may name.
struct RowIDs: Sendable {
    private let known: [String]

    init(_ known: [String]) { self.known = known }

    /// Gives names back as they are; throws for one that no row has, with the nearest id.
    func checked(_ names: [String], source: String, keyPath: String) throws(DocumentError) -> [String] {
        for name in names where !known.contains(name) {
            throw DocumentError(
                .unknownValue, source: source, keyPath: keyPath,
                problem: "\"\(name)\" is no row that is judged against real portals", allowed: known, written: name)
        }
        return names
    }
}
