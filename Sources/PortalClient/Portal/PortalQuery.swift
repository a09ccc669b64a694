/// A search in a portal (developers.arcgis.com/rest/users-groups-and-items/search-reference).
public struct PortalQuery: Sendable, Hashable {
    /// The query in the portal's own words.
    public var text: String
    /// Types of which one must match, such as `Web Map`.
    public var kinds: [String]
    /// The number of the first result, from 1.
    public var start: Int
    /// Results a page; portals give at most 100.
    public var limit: Int
    /// The field to sort by.
    public var sortField: String?
    /// Whether to sort downwards.
    public var isDescending: Bool

    /// Puts a query together.
    public init(
        _ text: String = "", kinds: [String] = [], start: Int = 1, limit: Int = 10, sortField: String? = nil,
        isDescending: Bool = false
    ) {
        self.text = text
        self.kinds = kinds
        self.start = start
        self.limit = limit
        self.sortField = sortField
        self.isDescending = isDescending
    }

    /// The whole query with its types.
    public var combinedText: String {
        let types = kinds.map { "type:\(Self.quoted($0))" }.joined(separator: " OR ")
        if types.isEmpty { return text }
        let either = kinds.count > 1 ? "(\(types))" : types
        return text.isEmpty ? either : "(\(text)) AND \(either)"
    }

    var parameters: [(String, String)] {
        var pairs = [("q", combinedText), ("start", String(start)), ("num", String(limit))]
        if let sortField {
            pairs.append(("sortField", sortField))
            pairs.append(("sortOrder", isDescending ? "desc" : "asc"))
        }
        return pairs
    }

    /// A value in quotes, so that it stays one word of the query.
    static func quoted(_ value: String) -> String {
        "\"" + value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
