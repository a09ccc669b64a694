internal import HTTPSemantics
internal import JSONValues

/// Who comes into a group and who leaves it (developers.arcgis.com, "Join Group", "Invite To Group", "Add Users to Group").
enum GroupMembership {
    /// Lets the asking user in where the group joins by itself, else keeps the wish until a manager answers it.
    static func join(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.readableGroup(in: world)
            let isOwn = group.organization == write.user.organization
            try write.require(isOwn ? .joinGroup : .joinNonOrgGroup)
            guard group.role(of: write.user.name) == "none" else {
                throw .failed("Unable to join group.", "\(write.user.name) is in the group already.")
            }
            guard group.document["isInvitationOnly"] != true else {
                throw .failed("Unable to join group.", "The group accepts invited users only.")
            }
            let joins = group.document["autoJoin"] == true
            guard joins || group.applications.count < 1_000 else { throw .limit("a group keeps 1000 applications") }
            _ = world.groups.change(group.id) { group in
                if joins { return group.add(write.user.name) }
                group.applications.removeAll { $0.username == write.user.name }
                group.applications.append(
                    PortalContent.GroupApplication(username: write.user.name, received: write.time))
            }
            if !joins {
                for name in Set(group.admins + [group.owner]).sorted() {
                    write.notify(
                        name, "group_join", target: group.id, "group",
                        data: ["fromUser": .string(write.user.name), "groupTitle": group.document["title"] ?? .null],
                        in: &world)
                }
            }
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    static func leave(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.readableGroup(in: world)
            switch group.role(of: write.user.name) {
            case "none": throw .failed("Unable to leave group.", "\(write.user.name) is not in the group.")
            case "owner": throw .failed("Unable to leave group.", "The owner of a group cannot leave it.")
            case "member" where group.document["leavingDisallowed"] == true:
                throw .failed("Unable to leave group.", "Members of the group cannot leave it.")
            default: break
            }
            _ = world.groups.change(group.id) { $0.remove(write.user.name) }
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    /// Adds members of the group's organization; the answer lists those who were not added.
    static func addUsers(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world, by: .assignToGroups)
            let managers = try write.list("admins")
            var left: [JSONValue] = []
            for name in try write.usernames("users", "admins") {
                guard let user = world.users.named(name), user.organization == group.organization, name != group.owner
                else {
                    left.append(.string(name))
                    continue
                }
                world.groups.invitations.removeAll { $0.group == group.id && $0.username == name }
                _ = world.groups.change(group.id) { $0.add(name, asManager: managers.contains(name)) }
            }
            return ["notAdded": .array(left)]
        }
    }

    static func removeUsers(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world, by: .assignToGroups)
            var left: [JSONValue] = []
            for name in try write.usernames("users") {
                guard name != group.owner, group.includes(name) else {
                    left.append(.string(name))
                    continue
                }
                _ = world.groups.change(group.id) { $0.remove(name) }
            }
            return ["notRemoved": .array(left)]
        }
    }

    /// Makes members managers (`admins`), and managers members (`users`).
    static func updateUsers(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world)
            let managers = try write.list("admins")
            var results: [JSONValue] = []
            for name in try write.usernames("users", "admins") {
                let isKnown = name != group.owner && group.includes(name)
                if isKnown { _ = world.groups.change(group.id) { $0.add(name, asManager: managers.contains(name)) } }
                results.append(["username": .string(name), "success": .bool(isKnown)])
            }
            return ["results": .array(results)]
        }
    }

    /// Invites users, each once; the answer lists those who were not invited.
    static func invite(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world)
            let role = request["role"] ?? "group_member"
            guard ["group_member", "group_admin"].contains(role) else {
                throw .parameter("role", "\(BodyProblem.quoted(role)) is none of group_member, group_admin")
            }
            let told = request["expiration"].flatMap { $0.isEmpty ? nil : $0 } ?? "0"
            guard let minutes = Int64(digits: told[...]), minutes <= 1 << 32 else {
                throw .parameter("expiration", "\(BodyProblem.quoted(told)) is no number of minutes")
            }
            var left: [JSONValue] = []
            for name in try write.usernames("users") {
                let isInvited = world.groups.invitations.contains { $0.group == group.id && $0.username == name }
                guard world.users.named(name) != nil, !group.includes(name), !isInvited else {
                    left.append(.string(name))
                    continue
                }
                guard world.groups.invitations.count < write.limits.invitations else {
                    throw .limit("the portal keeps \(write.limits.invitations) invitations until it is reset")
                }
                let invitation = PortalContent.GroupInvitation(
                    id: RandomText.identifier(), group: group.id, username: name, from: write.user.name,
                    isForManager: role == "group_admin", created: write.time,
                    expires: minutes > 0 ? write.time + minutes * 60_000 : nil)
                world.groups.invitations.append(invitation)
                write.notify(
                    name, "group_invite", target: invitation.id, "invitation",
                    data: ["fromUser": .string(write.user.name), "groupId": .string(group.id)], in: &world)
            }
            return ["success": true, "notInvited": .array(left)]
        }
    }

    /// The wishes to join, for those who answer them.
    static func applications(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try GroupsEndpoint.readable(request) { group throws(BlueprintError) in
            let user = try request.user()
            let administers = user?.role == .administrator && user?.organization == group.organization
            guard ["owner", "admin"].contains(group.role(of: user?.name)) || administers else {
                return .failure(.noPermission, "access", "only those who manage the group see who wants to join it")
            }
            return .document([
                "applications": .array(
                    group.applications.map {
                        ["username": .string($0.username), "received": .integer($0.received)]
                    })
            ])
        }
    }

    static func accept(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try answer(request, accepts: true)
    }

    static func decline(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try answer(request, accepts: false)
    }

    private static func answer(_ request: EndpointRequest, accepts: Bool) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world)
            let name = request.captures[1]
            guard group.applications.contains(where: { $0.username == name }) else {
                throw .failed(
                    "Group application does not exist or is inaccessible.",
                    "\(BodyProblem.quoted(name)) has not asked to join.")
            }
            _ = world.groups.change(group.id) { group in
                if accepts { group.add(name) } else { group.applications.removeAll { $0.username == name } }
            }
            if accepts {
                write.notify(
                    name, "group_join", target: group.id, "group",
                    data: ["fromUser": .string(write.user.name), "groupTitle": group.document["title"] ?? .null],
                    in: &world)
            }
            return ["success": true, "groupId": .string(group.id), "username": .string(name)]
        }
    }

    /// `userList`: members page by page, with their names (developers.arcgis.com, "Group Users List").
    static func userList(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let users = try request.content.users()
        return try GroupsEndpoint.readable(request) { group in
            func profile(_ name: String) -> [String: JSONValue] {
                let profile = users.named(name)?.profile ?? [:]
                return [
                    "username": .string(name), "fullName": profile["fullName"] ?? .null,
                    "thumbnail": profile["thumbnail"] ?? .null,
                    "orgId": users.named(name)?.organization.map { .string($0) } ?? .null,
                ]
            }
            let managers = group.admins.filter { $0 != group.owner }
            let named = (request["name"] ?? "").lowercased()
            let all = (managers.map { ($0, "admin") } + group.members.map { ($0, "member") })
                .filter { named.isEmpty || $0.0.lowercased().contains(named) }
                .sorted { $0.0 < $1.0 }
            return SearchPage(request).reply(
                all, key: "users", members: ["owner": .object(profile(group.owner))]
            ) { name, role in
                .object(
                    profile(name).merging(["memberType": .string(role), "joined": group.document["created"] ?? .null]) {
                        $1
                    })
            }
        }
    }
}
