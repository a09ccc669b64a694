internal import JSONValues

/// Makes, changes and deletes groups (developers.arcgis.com, "Create Group", "Update Group", "Delete Group", "Reassign Group").
enum GroupWrites {
    static func create(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            try write.require(.createGroup)
            guard let title = request["title"], !title.allSatisfy(\.isWhitespace) else {
                throw .failed("Unable to create group.", "'title' must be specified.")
            }
            let owned = world.groups.all.filter { $0.owner == write.user.name }
            guard !owned.contains(where: { $0.document["title"]?.string?.lowercased() == title.lowercased() }) else {
                throw .failed(
                    "Unable to create group.", "You already have a group named '\(title)'. Try a different name.")
            }
            var group = PortalContent.Group(
                id: RandomText.identifier(), owner: write.user.name, access: .private,
                organization: write.user.organization ?? "", document: world.groups.defaults)
            for key in ["created", "modified"] { group.document[key] = .integer(write.time) }
            group.admins = [write.user.name]
            let capabilities = try write.list("capabilities")
            if capabilities.contains("updateitemcontrol") {
                guard write.user.role == .administrator else {
                    throw .permission("only an administrator makes a group whose members update all items")
                }
                group.document["capabilities"] = ["updateitemcontrol"]
            }
            try GroupFields.apply(write, to: &group)
            world.groups.add(group)
            return ["success": true, "group": GroupFields.answer(group, write)]
        }
    }

    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world)
            // developers.arcgis.com, "Update Group": the capability is given when the group is made, and stays.
            let known = group.document["capabilities"]?.array?.compactMap(\.string) ?? []
            let wanted = try write.list("capabilities")
            guard request["capabilities"]?.isEmpty != false || wanted == known else {
                throw .parameter("capabilities", "cannot be changed once a group is made")
            }
            _ = try world.groups.change(group.id) { group throws(WriteRefusal) in
                try GroupFields.apply(write, to: &group)
                group.document["modified"] = .integer(write.time)
            }
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    /// Deletes a group; the items that were shared with it stay.
    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world, by: .deleteGroups, admitsManagers: false)
            guard !group.isProtected else {
                throw .failed("Unable to delete group \(group.id). Delete protection is turned on.")
            }
            for item in world.items.all where item.groups.contains(group.id) {
                _ = world.items.change(item.id) { item in
                    item.groups.removeAll { $0 == group.id }
                    if item.groups.isEmpty, item.access == .shared { item.access = .private }
                }
            }
            _ = world.groups.remove(group.id)
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    static func protect(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try setProtected(true, request)
    }

    static func unprotect(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try setProtected(false, request)
    }

    private static func setProtected(_ isProtected: Bool, _ request: EndpointRequest) throws(BlueprintError)
        -> PortalReply
    {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world, admitsManagers: false)
            _ = world.groups.change(group.id) { $0.document["protected"] = .bool(isProtected) }
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    /// Gives a group to another member of the organization; the former owner stays a manager.
    static func reassign(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world, by: .reassignGroups, admitsManagers: false)
            guard let name = request["targetUsername"], let target = world.users.named(name) else {
                throw .parameter("targetUsername", "must be the name of a user")
            }
            guard target.organization == group.organization else {
                throw .permission("\(name) is no member of the group's organization")
            }
            guard target.privileges.contains(.createGroup) else {
                throw .failed("Unable to reassign group.", "\(name) may own no groups.")
            }
            _ = world.groups.change(group.id) { group in
                group.remove(name)
                let former = group.owner
                group.owner = name
                group.admins.removeAll { $0 == former || $0 == name }
                group.admins += [former, name]
            }
            return ["success": true, "groupId": .string(group.id)]
        }
    }

    /// Sends the members a message, which is a notification of theirs (developers.arcgis.com, "Group Notification").
    static func notify(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let group = try write.group(in: world)
            guard let message = try request.text("message", within: .message), !message.isEmpty else {
                throw .parameter("message", "must be specified")
            }
            let subject = try request.text("subject", within: .title) ?? ""
            let everyone = group.admins + group.members
            let wanted = request["notifyAll"]?.lowercased() == "true" ? everyone : try write.usernames("users")
            for name in Set(wanted).sorted() where everyone.contains(name) {
                write.notify(
                    name, "message", target: group.id, "group",
                    data: [
                        "fromUser": .string(write.user.name), "subject": .string(subject),
                        "message": .string(message),
                    ], in: &world)
            }
            return ["success": true]
        }
    }
}
