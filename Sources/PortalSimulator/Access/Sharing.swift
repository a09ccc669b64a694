internal import JSONValues

/// Who may read what: the sharing levels of items, groups and profiles (developers.arcgis.com, "Sharing").
struct Sharing {
    private let request: EndpointRequest
    private let user: PortalContent.User?
    private let groups: PortalContent.Groups
    /// The id of the portal's own organization, where it matters: that of a world that is being changed cannot be asked for, as it is locked.
    private let ownOrganization: String?

    /// Looks up the viewer once, for any number of questions.
    init(_ request: EndpointRequest) throws(BlueprintError) {
        self.request = request
        user = try request.user()
        groups = try request.content.groups()
        ownOrganization = Self.isPrivate(request) ? request.ownOrganization : nil
    }

    /// Looks at a world that is being changed.
    init(_ request: EndpointRequest, in world: PortalContent.World) {
        self.request = request
        user = request.viewer.name.flatMap { world.users.named($0) }
        groups = world.groups
        ownOrganization = world.organizations.own.id
    }

    /// Whether the portal is that of an organization that turns strangers away.
    private static func isPrivate(_ request: EndpointRequest) -> Bool {
        request.view == .organization && request.blueprint.access == .private
    }

    /// Why a private organization turns the viewer away from everything it holds; nil where it does not.
    func refusal() -> PortalReply? {
        guard Self.isPrivate(request) else { return nil }
        guard user?.organization != ownOrganization, request.viewer.application == nil else { return nil }
        let who = user.map { "\($0.name) is no member" } ?? "no user is signed in"
        return .failure(.noPermission, "access", "the organization is private and \(who)")
    }

    func mayRead(_ item: PortalContent.Item) -> Bool {
        if item.owner == user?.name || administers(item.organization) { return true }
        if request.viewer.application != nil, opens(item) { return true }
        let isSecured =
            request.revision.securedNames.contains(item.id) || request.revision.securedNames.contains(item.title)
        switch item.access {
        case .public where !isSecured: return true
        case .public, .org: if let organization = item.organization, user?.organization == organization { return true }
        case .shared, .private: break
        }
        guard let user else { return false }
        return item.groups.contains { groups.withID($0)?.includes(user.name) == true }
    }

    func mayRead(_ group: PortalContent.Group) -> Bool {
        if let user, group.includes(user.name) || administers(group.organization) { return true }
        return switch group.access {
        case .public: true
        case .org: user?.organization == group.organization
        case .shared, .private: false
        }
    }

    /// Whether the viewer may see the profile of a user.
    func maySee(_ other: PortalContent.User) -> Bool {
        if isOwn(other) { return true }
        return switch other.access {
        case .public: true
        case .org: user?.organization != nil && user?.organization == other.organization
        case .shared, .private: false
        }
    }

    /// Whether the viewer is a user, or administers the user's organization, and so sees the personal fields.
    func isOwn(_ other: PortalContent.User) -> Bool { user?.name == other.name || administers(other.organization) }

    /// Whether the viewer may do everything with an item.
    func controls(_ item: PortalContent.Item) -> Bool { item.owner == user?.name || administers(item.organization) }

    /// Whether the viewer may change an item's document and data: a member of a shared update group may, too.
    ///
    /// developers.arcgis.com, "Create Group": the capability `updateitemcontrol`.
    func mayUpdate(_ item: PortalContent.Item) -> Bool {
        if controls(item) { return true }
        guard let user else { return false }
        return item.groups.contains { id in
            guard let group = groups.withID(id), group.includes(user.name) else { return false }
            return group.document["capabilities"]?.array?.contains("updateitemcontrol") == true
        }
    }

    /// Whether an application may read an item: what its scope names, or without one what members read.
    private func opens(_ item: PortalContent.Item) -> Bool {
        if request.applicationScope == nil, item.access != .org, item.access != .public { return false }
        return [item.id, item.title].contains { request.opens($0, organization: item.organization) }
    }

    private func administers(_ organization: String?) -> Bool {
        guard let user, let organization else { return false }
        return user.role == .administrator && user.organization == organization
    }
}
