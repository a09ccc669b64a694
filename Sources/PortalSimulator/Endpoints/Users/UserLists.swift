internal import JSONValues

/// What a user keeps and is told: properties, tags, notifications and invitations (developers.arcgis.com, "User").
enum UserLists {
    static func properties(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try own(request) { user in .document(["properties": user.properties]) }
    }

    /// How often the user's items have each tag.
    static func tags(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let items = try request.content.items().all
        return try own(request) { user in
            var counts: [String: Int64] = [:]
            for item in items where item.owner == user.name {
                for tag in item.document["tags"]?.array ?? [] { counts[tag.string ?? "", default: 0] += 1 }
            }
            let tags = counts.sorted { $0.key < $1.key }.map { tag, count -> JSONValue in
                ["tag": .string(tag), "count": .integer(count)]
            }
            return .document(["tags": .array(tags)])
        }
    }

    static func notifications(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try own(request) { user in .document(["notifications": .array(user.notifications.reversed())]) }
    }

    static func deleteNotification(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try self.own(write, in: world)
            let id = request.captures[1]
            guard user.notifications.contains(where: { $0["id"]?.string == id }) else {
                throw .failed("Notification does not exist or is inaccessible.", "\(BodyProblem.quoted(id))")
            }
            _ = world.users.change(user.name) { $0.notifications.removeAll { $0["id"]?.string == id } }
            return ["success": true, "notificationId": .string(id)]
        }
    }

    static func invitations(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let groups = try request.content.groups()
        return try own(request) { user in
            let found = groups.invitations.filter { $0.username == user.name && $0.isOpen(at: request.time) }
            return .document(["userInvitations": .array(found.map { document($0, in: groups) })])
        }
    }

    static func invitation(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let groups = try request.content.groups()
        return try own(request) { user in
            let found = groups.invitations.first {
                $0.id == request.captures[1] && $0.username == user.name && $0.isOpen(at: request.time)
            }
            guard let found else { return .failure(.noInvitation, "content", "there is no such invitation") }
            return .document(document(found, in: groups))
        }
    }

    private static func document(
        _ invitation: PortalContent.GroupInvitation, in groups: PortalContent.Groups
    ) -> JSONValue {
        [
            "id": .string(invitation.id), "targetType": "group", "targetId": .string(invitation.group),
            "received": .integer(invitation.created), "accepted": false, "mustApprove": false,
            "username": .string(invitation.username), "fromUsername": .object(["username": .string(invitation.from)]),
            "role": invitation.isForManager ? "group_admin" : "group_member", "type": "user",
            "dateAccepted": -1, "expiration": .integer(invitation.expires ?? -1),
            "created": .integer(invitation.created),
            "group": groups.withID(invitation.group).map { .object($0.document) } ?? .null,
        ]
    }

    static func accept(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try answer(request, accepts: true)
    }

    static func decline(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try answer(request, accepts: false)
    }

    private static func answer(_ request: EndpointRequest, accepts: Bool) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try self.own(write, in: world)
            let id = request.captures[1]
            guard
                let invitation = world.groups.invitations.first(where: {
                    $0.id == id && $0.username == user.name && $0.isOpen(at: write.time)
                })
            else {
                throw WriteRefusal(.noInvitation, "\(user.name) has no invitation \(BodyProblem.quoted(id))")
            }
            world.groups.invitations.removeAll { $0.id == id }
            if accepts {
                _ = world.groups.change(invitation.group) { $0.add(user.name, asManager: invitation.isForManager) }
            }
            _ = world.users.change(user.name) { $0.notifications.removeAll { $0["target"]?.string == id } }
            return [
                "success": true, "username": .string(user.name), "groupId": .string(invitation.group),
                "id": .string(id),
            ]
        }
    }

    /// Answers the user about themselves, or an administrator of the organization.
    private static func own(
        _ request: EndpointRequest, _ body: (PortalContent.User) throws(BlueprintError) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        guard let user = try request.content.users().named(request.captures[0]), sharing.maySee(user) else {
            return .failure(.noUser, "access", "the user does not exist or is not visible to the viewer")
        }
        guard sharing.isOwn(user) else {
            return .failure(.noPermission, "access", "only \(user.name) and administrators see this")
        }
        return try body(user)
    }

    /// The user whom the path names, who has to be the one that asks.
    private static func own(
        _ write: ContentWrite, in world: PortalContent.World
    ) throws(WriteRefusal) -> PortalContent.User {
        guard write.request.captures[0] == write.user.name, let user = world.users.named(write.user.name) else {
            throw .permission("only \(write.request.captures[0]) may do this")
        }
        return user
    }
}

extension PortalContent.GroupInvitation {
    /// Whether it can still be answered at a moment of portal time.
    func isOpen(at time: Int64) -> Bool { expires.map { time < $0 } ?? true }
}
