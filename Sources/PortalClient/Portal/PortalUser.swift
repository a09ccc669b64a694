public import JSONValues
public import PortalAuthentication

/// A user of a portal; personal members are there only for the user and the organization's administrators.
public struct PortalUser: Sendable {
    /// The name to sign in with; its case counts.
    public let username: String
    /// The name to show.
    public let fullName: String?
    /// The address.
    public let email: String?
    /// What users say of themselves.
    public let description: String?
    /// `private`, `org` or `public`.
    public let access: String?
    /// Member since.
    public let creationDate: Timestamp?
    /// When the profile was changed last.
    public let modified: Timestamp?
    /// The organization; nil for a user in none.
    public let organizationID: String?
    /// `org_admin`, `org_publisher` or `org_user`.
    public let role: String?
    /// What the user may do.
    public let privileges: [String]
    /// Tags.
    public let tags: [String]
    /// The groups that the user belongs to.
    public let groups: [PortalGroup]
    /// The picture; nil where there is none.
    public let thumbnail: RemoteImage?
    /// Everything that came, unknown members included.
    public let rawJSON: JSONValue

    init?(_ json: JSONValue, portal: PortalURL, caller: PortalRequester) {
        guard let username = json.text("username") else { return nil }
        self.username = username
        fullName = json.text("fullName")
        email = json.text("email")
        description = json.text("description")
        access = json.text("access")
        creationDate = json.moment("created")
        modified = json.moment("modified")
        organizationID = json.text("orgId")
        role = json.text("role")
        privileges = json.texts("privileges")
        tags = json.texts("tags")
        groups = (json["groups"]?.array ?? []).compactMap(PortalGroup.init)
        thumbnail = RemoteImage(
            json.text("thumbnail"), in: portal.rest.appending("community", "users", username, "info"),
            caller: caller)
        rawJSON = json
    }
}
