internal import JSONValues

/// One page of what a search found.
public struct PortalQueryResults<Element: Sendable>: Sendable {
    /// The page.
    public let results: [Element]
    /// How many there are in all.
    public let total: Int
    /// The query for the next page; nil on the last one, and on one of which nothing could be read.
    public let next: PortalQuery?

    init(_ json: JSONDocument, query: PortalQuery, _ read: (JSONDocument) -> Element?) {
        let results = (json["results"]?.array ?? []).compactMap(read)
        self.results = results
        total = json.number("total").flatMap { Int(exactly: $0) } ?? results.count
        // A portal that names a start that was passed already, or has nothing on its pages, would be asked for ever.
        if let start = json.number("nextStart").flatMap({ Int(exactly: $0) }), start > query.start, !results.isEmpty {
            var following = query
            following.start = start
            next = following
        } else {
            next = nil
        }
    }
}
