internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// Changes, disables and deletes users (developers.arcgis.com, "Update User", "Delete User", "Disable User", "Enable User").
enum UserWrites {
    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        var next: (user: String, password: Secret<String>)?
        let reply = try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try write.member(in: world, by: .updateUsers)
            next = try NewPassword.told(write, for: user).map { (user.name, $0) }
            let isAdministrator = write.administers(user.organization, by: .updateUsers)
            _ = try world.users.change(user.name) { user throws(WriteRefusal) in
                try UserFields.apply(write, to: &user, asAdministrator: isAdministrator)
            }
            return ["success": true, "username": .string(user.name)]
        }
        if reply.isSuccess, let next { request.site.state.withLock { $0.change([next.user: next.password]) } }
        return reply
    }

    /// Deletes a user who owns neither items nor groups.
    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let reply = try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try write.member(in: world, by: .deleteUsers, admitsSelf: false)
            guard !world.items.contains(where: { $0.owner == user.name }),
                !world.groups.all.contains(where: { $0.owner == user.name })
            else {
                throw .failed(
                    "Unable to delete user '\(user.name)'.",
                    "The user owns items or groups; delete or reassign them first.")
            }
            world.groups.removeUser(user.name)
            _ = world.users.remove(user.name)
            return ["success": true, "username": .string(user.name)]
        }
        if reply.isSuccess { request.site.state.withLock { $0.close(request.captures[0]) } }
        return reply
    }

    static func disable(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let reply = try setDisabled(true, request)
        if reply.isSuccess { request.site.state.withLock { $0.close(request.captures[0]) } }
        return reply
    }

    static func enable(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let reply = try setDisabled(false, request)
        if reply.isSuccess { request.site.state.withLock { $0.open(request.captures[0]) } }
        return reply
    }

    private static func setDisabled(_ isDisabled: Bool, _ request: EndpointRequest) throws(BlueprintError)
        -> PortalReply
    {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try write.member(in: world, by: .disableUsers, admitsSelf: false)
            _ = world.users.change(user.name) { $0.personal["disabled"] = .bool(isDisabled) }
            return ["success": true, "username": .string(user.name)]
        }
    }

    /// Replaces what clients keep for the user: JSON of at most 100 kB (developers.arcgis.com, "Set Properties").
    static func setProperties(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let user = try write.member(in: world, by: .updateUsers)
            guard let text = request["properties"], let value = try? JSONValue(parsing: text), value.object != nil
            else {
                throw .parameter("properties", "must be a JSON object")
            }
            try TextBound.properties.require(text, of: "properties")
            _ = world.users.change(user.name) { $0.properties = value }
            return ["success": true]
        }
    }

    /// Gives a member another role (developers.arcgis.com, "Update User Role").
    static func updateRole(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let organization = try write.organization(in: world, by: .changeUserRoles)
            guard let name = request["user"], let user = world.users.named(name), user.organization == organization.id
            else {
                throw .parameter("user", "must be the name of a member")
            }
            let role = try MemberRole(request["role"] ?? "", of: organization)
            let administrators = world.users.all.filter {
                $0.organization == organization.id && $0.role == .administrator && $0.name != name
            }
            guard role.name == "org_admin" || user.role != .administrator || !administrators.isEmpty else {
                throw .failed("Unable to update user role.", "An organization has at least one administrator.")
            }
            _ = world.users.change(name) { role.give(to: &$0) }
            return ["success": true, "user": .string(name)]
        }
    }

    /// Makes a member (developers.arcgis.com, "Create User", which ArcGIS Enterprise has).
    static func create(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let password = request.form["password"] ?? ""
        let reply = try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let organization = try write.organization(in: world, by: .inviteUsers)
            let name = request.form["username"] ?? ""
            guard (6...128).contains(name.utf8.count), name.utf8.allSatisfy(Self.isInUsername) else {
                throw .parameter(
                    "username", "\(BodyProblem.quoted(name)) is not 6 to 128 letters, digits and . _ @ -")
            }
            guard !world.users.all.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw .failed("Unable to create user.", "The username '\(name)' is taken.")
            }
            try NewPassword.require(password, of: "password")
            if let provider = request["provider"], !provider.isEmpty, provider.lowercased() != "arcgis" {
                throw .parameter(
                    "provider",
                    "\(BodyProblem.quoted(provider)) is not served; arcgis is, whose passwords are kept here")
            }
            guard world.users.all.count < write.limits.users else {
                throw .limit("the portal keeps \(write.limits.users) users until it is reset")
            }
            let role = try MemberRole(request["role"] ?? "org_user", of: organization)
            let names = [
                try personName(request, ["firstname", "firstName"]), try personName(request, ["lastname", "lastName"]),
            ].compactMap { $0 }.filter { !$0.isEmpty }
            let fullName = try personName(request, ["fullname", "fullName"]) ?? names.joined(separator: " ")
            var user = PortalContent.User(
                name: name, organization: organization.id,
                profile: WorldDefaults.profile(["username": .string(name), "fullName": .string(fullName)]),
                personal: WorldDefaults.personal([:], name: name, organization: organization.id))
            role.give(to: &user)
            for key in ["created", "modified"] { user.profile[key] = .integer(write.time) }
            // ArcGIS REST API, "Create User": 1 for those who only look, 2 for all others.
            if let level = request["level"], !level.isEmpty {
                guard ["1", "2"].contains(level) else { throw .parameter("level", "is neither 1 nor 2") }
                user.personal["level"] = .string(level)
            }
            try UserFields.apply(write, to: &user, asAdministrator: true)
            world.users.add(user)
            for id in try write.list("groups") {
                guard let group = world.groups.withID(id), write.sharing.mayRead(group) else {
                    throw .parameter("groups", "names \(BodyProblem.quoted(id)), which is no group")
                }
                guard
                    ["owner", "admin"].contains(group.role(of: write.user.name))
                        || write.administers(group.organization, by: .assignToGroups)
                else { throw .permission("\(write.user.name) may not add members to the group \(id)") }
                _ = world.groups.change(id) { $0.add(name) }
            }
            return ["success": true, "username": .string(name)]
        }
        if reply.isSuccess, let name = request.form["username"] {
            request.site.state.withLock { state in
                state.open(name)
                state.change([name: Secret(password)])
            }
        }
        return reply
    }

    /// A name of a person by the first of its parameter's spellings that came; nil where none did.
    private static func personName(_ request: EndpointRequest, _ spellings: [String]) throws(WriteRefusal) -> String? {
        for spelling in spellings {
            if let text = try request.text(spelling, within: .profile) { return text }
        }
        return nil
    }

    private static func isInUsername(_ byte: UInt8) -> Bool {
        HTTPToken.isAlphanumeric(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "-")].contains(byte)
    }
}

/// A role as a member gets it: one of those that every organization has, or one of its own.
struct MemberRole {
    /// The member `role`; of a role of its own it is `org_user`.
    let name: String
    /// The member `roleId`.
    private let id: String
    private let privileges: [String]

    init(_ id: String, of organization: PortalContent.Organization) throws(WriteRefusal) {
        self.id = id
        if let own = organization.roles.first(where: { $0.id == id }) {
            name = "org_user"
            privileges = own.privileges
            return
        }
        let role = Role(id: id)
        guard case .custom = role else {
            name = ["iAAAAAAAAAAAAAAA", "iBBBBBBBBBBBBBBB"].contains(id) ? "org_user" : id
            privileges = role.privileges.map(\.rawValue)
            return
        }
        throw .parameter("role", "\(BodyProblem.quoted(id)) is no role of the organization")
    }

    func give(to user: inout PortalContent.User) {
        user.personal["role"] = .string(name)
        user.personal["roleId"] = .string(id)
        user.personal["privileges"] = .array(privileges.map { .string($0) })
    }
}
