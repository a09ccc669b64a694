internal import JSONValues

extension ContentWrite {
    /// The user whom the path names first: the asking user, unless `admitsSelf` is false, or a member in their hand by a privilege.
    func member(
        in world: PortalContent.World, by privilege: Privilege, admitsSelf: Bool = true
    ) throws(WriteRefusal) -> PortalContent.User {
        guard let other = world.users.named(request.captures[0]), sharing.maySee(other) else {
            throw WriteRefusal(.noUser, "there is no user \(BodyProblem.quoted(request.captures[0]))")
        }
        if other.name == user.name {
            guard admitsSelf else { throw .permission("\(user.name) may not do this to their own account") }
            return other
        }
        guard administers(other.organization, by: privilege) else {
            throw .permission("\(user.name) may not change \(other.name)")
        }
        return other
    }

    /// The organization that the path names first, which has to be that of the asking user; a privilege is asked for.
    func organization(
        in world: PortalContent.World, by privilege: Privilege
    ) throws(WriteRefusal) -> PortalContent.Organization {
        let named = request.captures[0]
        guard let id = named == "self" ? user.organization : named, let found = world.organizations.withID(id) else {
            throw WriteRefusal(.noOrganization, "there is no organization \(BodyProblem.quoted(named))")
        }
        guard found.id == user.organization else { throw .permission("\(user.name) is no member of \(found.id)") }
        try require(privilege)
        return found
    }
}
