public import JSONValues
public import PortalAuthentication

/// A group of users and items.
public struct PortalGroup: Sendable, Identifiable {
    /// 32 hexadecimal digits.
    public let id: String
    /// The title.
    public let title: String?
    /// Who made it.
    public let owner: String?
    /// A line about it.
    public let snippet: String?
    /// `private`, `org` or `public`.
    public let access: String?
    /// When it was made.
    public let created: Timestamp?
    /// Everything that came.
    public let rawJSON: JSONValue

    init?(_ json: JSONValue) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        title = json.text("title")
        owner = json.text("owner")
        snippet = json.text("snippet")
        access = json.text("access")
        created = json.moment("created")
        rawJSON = json
    }
}
