internal import JSONValues

extension ContentWrite {
    /// The group that the path names first, which the asking user has to be able to see.
    func readableGroup(in world: PortalContent.World) throws(WriteRefusal) -> PortalContent.Group {
        guard let group = world.groups.withID(request.captures[0]) else {
            throw WriteRefusal(.noGroup, "there is no group \(BodyProblem.quoted(request.captures[0]))")
        }
        let isInvited = world.groups.invitations.contains { $0.group == group.id && $0.username == user.name }
        guard isInvited || sharing.mayRead(group) else {
            throw .permission("the group \(group.id) is not shared with \(user.name)")
        }
        return group
    }

    /// The same, which the asking user owns, manages where `admitsManagers`, or has in their hand by a privilege.
    func group(
        in world: PortalContent.World, by privilege: Privilege = .updateGroups, admitsManagers: Bool = true
    ) throws(WriteRefusal) -> PortalContent.Group {
        let group = try readableGroup(in: world)
        let role = group.role(of: user.name)
        guard role == "owner" || admitsManagers && role == "admin" || administers(group.organization, by: privilege)
        else {
            throw .permission("\(user.name) does not \(admitsManagers ? "manage" : "own") the group \(group.id)")
        }
        return group
    }

    /// The names of a parameter that lists users; throws where it lists none, or more than one request takes.
    func usernames(_ parameters: String...) throws(WriteRefusal) -> [String] {
        let names = parameters.flatMap { Self.list(request[$0] ?? "", atMost: Self.listed) }
        guard !names.isEmpty else { throw .parameter(parameters[0], "must be specified") }
        guard names.count <= Self.listed else {
            throw .parameter(parameters[0], "names more than \(Self.listed) users")
        }
        return names
    }

    /// Tells a user something; the oldest notifications go where there are more than a portal keeps.
    func notify(
        _ name: String, _ type: String, target: String, _ targetType: String, data: JSONValue = [:],
        in world: inout PortalContent.World
    ) {
        let notification: JSONValue = [
            "id": .string(RandomText.identifier()), "type": .string(type), "target": .string(target),
            "targetType": .string(targetType), "received": .integer(time), "data": data,
        ]
        _ = world.users.change(name) { user in
            user.notifications.append(notification)
            user.notifications.keepLast(limits.notifications)
        }
    }
}
